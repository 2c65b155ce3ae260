import { runInAction } from 'mobx';
import type { DataStore } from './dataStore.ts';
import { isUnreached } from './types.ts';

/**
 * Fetches data for a block beyond the data of its screen. The response is cached in the same way: without a connection, the cached one is
 * used, and its age counts in the screen's `asOf`.
 */
export async function ask({ data, sources, asked }: DataStore, op: string, input: Record<string, unknown>): Promise<unknown> {
  const keep = Object.values(data).find((each) => each.keep)?.keep;
  const kept = sources.deviceAnswer({ op, ...(keep && { keep }) }, input);
  try {
    const value = await sources.call(op, input);
    kept?.keep(value);
    runInAction(() => asked.delete(op));
    return value;
  } catch (error) {
    const found = isUnreached(error) ? await kept?.read() : undefined;
    if (!found) throw error;
    runInAction(() => asked.set(op, found.at));
    return found.value;
  }
}
