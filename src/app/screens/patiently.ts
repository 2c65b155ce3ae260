import { ApiProblem, isPassing, networkAbnormal } from '../../api/problem.ts';

/** Waits before each repeated attempt (ms). */
const retryDelaysMs = [400, 1200, 3000] as const;

/** Code that did not come, as opposed to code that came and broke. */
export const isLoadError = (error: unknown): boolean => error instanceof TypeError && /fetch|import|load/i.test(error.message);

/** Nothing but the network stands in the way. */
export const isUnreached = (error: unknown): boolean =>
  isLoadError(error) || (error instanceof ApiProblem && error.code === networkAbnormal);

/** Does it again while nothing but the network stands in the way. What came at an earlier attempt is not fetched again. */
export async function patiently<T>(load: () => Promise<T>, delaysMs: readonly number[] = retryDelaysMs): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await load();
    } catch (error) {
      const delay = delaysMs[attempt];
      const passes = isLoadError(error) || (error instanceof ApiProblem && isPassing(error));
      if (delay === undefined || !passes || !navigator.onLine) throw error;
      await new Promise((resolve) => setTimeout(resolve, delay));
    }
  }
}
