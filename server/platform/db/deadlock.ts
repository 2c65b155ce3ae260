import { errorCode } from '../errorCode.ts';

const deadlock = '40P01';

/**
 * Retries work that the database rolled back because of a deadlock.
 *
 * @param work a whole transaction
 */
export async function retryOnDeadlock<Result>(work: () => Promise<Result>, tries = 5): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (tries <= 1 || errorCode(error) !== deadlock) throw error;
    return retryOnDeadlock(work, tries - 1);
  }
}
