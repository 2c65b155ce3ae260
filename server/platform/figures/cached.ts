import type { Db } from '../db/database.ts';
import type { Deps } from '../deps.ts';

/** How long a cached figure may be shown. Its time is shown with it. */
const freshMs = 60_000;
/** More than the number of figures times the number of periods that people look at. */
const rememberedAtMost = 500;

interface Remembered {
  at: Date;
  figure: Promise<object>;
}
const remembered = new WeakMap<Db, Map<string, Remembered>>();

/**
 * Counts a figure, or returns this node's count from the last minute. Concurrent requests share one count.
 *
 * @param name identifies the figure and its input
 */
export async function cachedFigure<F extends object>(deps: Deps, name: string, count: () => Promise<F>): Promise<F & { at: string }> {
  const figures = remembered.get(deps.db) ?? new Map<string, Remembered>();
  remembered.set(deps.db, figures);
  const now = deps.clock.now();
  let known = figures.get(name);
  if (!known || now.getTime() - known.at.getTime() >= freshMs || now < known.at) {
    if (figures.size >= rememberedAtMost) figures.clear();
    known = { at: now, figure: count() };
    figures.set(name, known);
    // Forget a failed count, so that the next request tries again.
    known.figure.catch(() => figures.delete(name));
  }
  return { ...((await known.figure) as F), at: known.at.toISOString() };
}
