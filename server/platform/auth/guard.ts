import type { Deps } from '../deps.ts';
import { fail } from '../problem.ts';
import { failuresToday } from './counters.ts';
import { solveImageCode, type ImageCodeAnswer } from './imageCodes.ts';
import { loginPolicy } from '../loginPolicy/policy.ts';

/** Refuses a number with too many failures; customer service unlocks it. */
export function refuseLocked(deps: Deps, failures: number): void {
  if (failures >= loginPolicy(deps).lockAfterFailures) fail('securityLock');
}

/** An image code is due after failures at this number, or when too many failed over all numbers today (V14). */
export async function isImageCodeDue(deps: Deps, failures: number): Promise<boolean> {
  const { imageCodeAfterFailures, failureBudgetPerDay } = loginPolicy(deps);
  return failures >= imageCodeAfterFailures || (await failuresToday(deps)) >= failureBudgetPerDay;
}

/**
 * Uses up the image code that came with a request, if one did; refuses with `imageCodeRequired` when one is due and none
 * was solved. Answers whether one was solved.
 */
export async function checkImageCode(deps: Deps, isDue: boolean, answer: ImageCodeAnswer | undefined): Promise<boolean> {
  const solved = answer !== undefined && (await solveImageCode(deps, answer));
  if (!isDue || solved) return solved;
  return refuseWithoutImageCode(answer);
}

/** @param answer the one that was not right, if one was given */
export const refuseWithoutImageCode = (answer: ImageCodeAnswer | undefined): never =>
  fail('imageCodeRequired', answer ? { problems: [{ code: 'incorrect', path: '/imageCode' }] } : {});
