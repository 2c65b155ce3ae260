import { runInAction } from 'mobx';
import type { DataStore } from './dataStore.ts';
import { isUnreached } from './types.ts';

/**
 * Reads what a block shows besides the data of its screen. The answer is kept as that data is: without a connection, the kept one stands in, and
 * the screen's `asOf` counts its age.
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
