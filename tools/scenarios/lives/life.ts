import type { Happening } from '../../../engine/cli/index.ts';
import type { Place } from '../newcomer.ts';

export interface Became {
  state?: string;
  isRefused?: boolean;
}

/** How an entity is created, what happens to it, and the result; or the reason why nobody can observe it. */
export type Way = ((place: Place) => Promise<Became>) | string;

/** Ways, keyed by `state event`. */
export type Ways = Readonly<Record<string, Way>>;

export const wayOf = ({ from, event }: Happening): string => `${from} ${event}`;

/** The rest of the product reacts asynchronously. */
const patienceMs = 60_000;
const betweenLooksMs = 200;

/** Polls until the condition holds. */
export async function until<Value>(read: () => Promise<Value>, isDone: (value: Value) => boolean): Promise<Value> {
  const end = performance.now() + patienceMs;
  for (;;) {
    const last = await read();
    if (isDone(last)) return last;
    if (performance.now() > end) throw new Error(`timed out; the last value is ${JSON.stringify(last)}`);
    await new Promise((resolve) => setTimeout(resolve, betweenLooksMs));
  }
}
