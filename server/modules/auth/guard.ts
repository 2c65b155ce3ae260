import type { Deps } from '../../deps.ts';
import { fail } from '../../http/problem.ts';
import { failuresToday } from './counters.ts';
import { solveImageCode, type ImageCodeAnswer } from './imageCodes.ts';
import { loginPolicy } from './policy.ts';

/** Refuses a number with too many failures; customer service unlocks it. */
export function refuseLocked(deps: Deps, failures: number): void {
  if (failures >= loginPolicy(deps).lockAfterFailures) fail('securityLock');
}

/** An image code is due after failures at this number, or when too many failed over all numbers today (V14). */
export async function isImageCodeDue(deps: Deps, failures: number): Promise<boolean> {
  const { imageCodeAfterFailures, failureBudgetPerDay } = loginPolicy(deps);
  return failures >= imageCodeAfterFailures || (await failuresToday(deps.db, deps.clock.now())) >= failureBudgetPerDay;
}

/** Uses up an image code; a wrong or missing one is refused with `imageCodeRequired`. */
export async function demandImageCode(deps: Deps, answer: ImageCodeAnswer | undefined): Promise<void> {
  if (!answer) fail('imageCodeRequired');
  if (!(await solveImageCode(deps, answer))) fail('imageCodeRequired', { problems: [{ code: 'incorrect', path: '/imageCode' }] });
}
