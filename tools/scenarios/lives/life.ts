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
export async function until<Seen>(look: () => Promise<Seen>, isThere: (seen: Seen) => boolean): Promise<Seen> {
  const end = performance.now() + patienceMs;
  for (;;) {
    const seen = await look();
    if (isThere(seen)) return seen;
    if (performance.now() > end) throw new Error(`it was waited for in vain; it is ${JSON.stringify(seen)}`);
    await new Promise((resolve) => setTimeout(resolve, betweenLooksMs));
  }
}
