import type { Deps } from '../deps.ts';

/** Begins the keys of ticks; housekeeping forgets them sooner than others. */
export const tickPrefix = 'tick:';

/**
 * Makes the job of each tick's present slot, unless another node has. Slots that were missed are not made up for: a tick
 * looks at how things stand, not at what happened since.
 */
export async function enqueueTicks(deps: Deps): Promise<void> {
  const ticks = [...deps.jobs.handlers.values()].filter(({ everySeconds }) => everySeconds !== undefined);
  if (ticks.length === 0) return;
  const now = deps.clock.now().getTime();
  await deps.db.transaction().execute(async (tx) => {
    for (const { kind, everySeconds = 0 } of ticks) {
      const slot = Math.floor(now / (everySeconds * 1000)) * everySeconds;
      await deps.jobs.enqueue(tx, kind, {}, { key: `${tickPrefix}${kind}:${slot}` });
    }
  });
}
