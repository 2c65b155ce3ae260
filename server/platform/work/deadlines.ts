import type { JobHandler } from '../jobs/types.ts';
import { timeZoneOf } from '../time.ts';
import { dueAt } from './deadline.ts';
import { queuesOf } from './kind.ts';

const atOnce = 500;

/** Gives open items the currently configured deadline. Items that predate the queues get their first one. */
export const followDeadlines: JobHandler = {
  kind: 'work.deadlines',
  everySeconds: 600,
  run: async (deps) => {
    const queues = queuesOf(deps);
    const zone = timeZoneOf(deps);
    for (const kind of Object.keys(queues?.kinds ?? {})) {
      const { deadline } = dueAt(queues, zone, kind, deps.clock.now());
      for (;;) {
        const rows = await deps.db
          .selectFrom('work_items')
          .select(['id', 'opened_at'])
          .where('closed_at', 'is', null)
          .where('kind', '=', kind)
          .where('deadline', '!=', deadline)
          .limit(atOnce)
          .execute();
        for (const { id, opened_at: openedAt } of rows) {
          await deps.db
            .updateTable('work_items')
            .set({ due_at: dueAt(queues, zone, kind, openedAt).dueAt, deadline })
            .where('id', '=', id)
            .execute();
        }
        if (rows.length < atOnce) break;
      }
    }
  },
};
