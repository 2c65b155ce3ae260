import type { Deps } from '../deps.ts';
import { fail } from '../problem.ts';
import { failuresToday } from './counters.ts';
import { solveImageCode, type ImageCodeAnswer } from './imageCodes.ts';
import { loginPolicy } from '../loginPolicy/policy.ts';

/** Refuses a number with too many failures. Customer service can unlock it. */
export function refuseLocked(deps: Deps, failures: number): void {
  if (failures >= loginPolicy(deps).lockAfterFailures) fail('securityLock');
}

/** Whether an image code is required: after failures at this number, or after too many failures across all numbers today (V14). */
export async function isImageCodeDue(deps: Deps, failures: number): Promise<boolean> {
  const { imageCodeAfterFailures, failureBudgetPerDay } = loginPolicy(deps);
  return failures >= imageCodeAfterFailures || (await failuresToday(deps)) >= failureBudgetPerDay;
}

/**
 * Consumes the image code sent with a request, if any. Refuses with `imageCodeRequired` if one is required and none was solved.
 * Returns whether one was solved.
 */
export async function checkImageCode(deps: Deps, isDue: boolean, answer: ImageCodeAnswer | undefined): Promise<boolean> {
  const solved = answer !== undefined && (await solveImageCode(deps, answer));
  if (!isDue || solved) return solved;
  return refuseWithoutImageCode(answer);
}

/** @param answer the wrong answer, if the client sent one */
export const refuseWithoutImageCode = (answer: ImageCodeAnswer | undefined): never =>
  fail('imageCodeRequired', answer ? { problems: [{ code: 'incorrect', path: '/imageCode' }] } : {});
