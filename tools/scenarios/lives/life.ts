import type { Happening } from '../../../engine/cli/index.ts';
import type { Place } from '../newcomer.ts';

/** What became of it. */
export interface Became {
  state?: string;
  isRefused?: boolean;
}

/** How something comes to life, what happens to it, and what came of that; or why nobody can see it. */
export type Way = ((place: Place) => Promise<Became>) | string;

/** Ways by `state event`. */
export type Ways = Readonly<Record<string, Way>>;

export const wayOf = ({ from, event }: Happening): string => `${from} ${event}`;

/** What the rest of the product does takes a moment. */
const patienceMs = 60_000;
const betweenLooksMs = 200;

/** Looks again until what is looked for is there. */
export async function until<Seen>(look: () => Promise<Seen>, isThere: (seen: Seen) => boolean): Promise<Seen> {
  const end = performance.now() + patienceMs;
  for (;;) {
    const seen = await look();
    if (isThere(seen)) return seen;
    if (performance.now() > end) throw new Error(`it was waited for in vain; it is ${JSON.stringify(seen)}`);
    await new Promise((resolve) => setTimeout(resolve, betweenLooksMs));
  }
}
