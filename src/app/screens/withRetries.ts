import { ApiProblem, isTransient, networkAbnormal } from '../../api/problem.ts';

/** Delay before each retry (ms). */
const retryDelaysMs = [400, 1200, 3000] as const;

/** A failure to load code, in contrast to code that throws. */
export const isLoadError = (error: unknown): boolean => error instanceof TypeError && /fetch|import|load/i.test(error.message);

/** Whether only the network caused the error. */
export const isNetworkFailure = (error: unknown): boolean =>
  isLoadError(error) || (error instanceof ApiProblem && error.code === networkAbnormal);

/** Repeats `load` while only the network fails. Parts that loaded earlier are not fetched again. */
export async function withRetries<T>(load: () => Promise<T>, delaysMs: readonly number[] = retryDelaysMs): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await load();
    } catch (error) {
      const delay = delaysMs[attempt];
      const passes = isLoadError(error) || (error instanceof ApiProblem && isTransient(error));
      if (delay === undefined || !passes || !navigator.onLine) throw error;
      await new Promise((resolve) => setTimeout(resolve, delay));
    }
  }
}
