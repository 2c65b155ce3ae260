import type { Deps } from '../deps.ts';

/** Prefix of tick keys. Housekeeping deletes them sooner than other keys. */
export const tickPrefix = 'tick:';

/**
 * Enqueues each tick's job for the current slot, unless another node did. Missed slots are not made up, because a tick acts on the current
 * state and not on past events.
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
