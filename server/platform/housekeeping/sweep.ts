import { sweepAlarms } from '../alarms/alarms.ts';
import { deleteOldLogins } from '../auth/counters.ts';
import type { Db } from '../db/database.ts';
import { sweepFeedback } from '../feedback/send.ts';
import { sweepFiles } from '../files/service.ts';
import { sweepIdempotencyKeys } from '../http/idempotency.ts';
import { tickPrefix } from '../jobs/ticks.ts';
import type { JobHandler } from '../jobs/types.ts';
import { messagesOf } from '../messages/kind.ts';
import { sweepAttempts } from '../social/attempts.ts';
import { sweepStepCounts } from '../stepCounts/area.ts';
import { addSeconds, dayOf, daySeconds } from '../time.ts';
import { defaultKeptDays } from './keptDays.ts';
import { reportRemoved } from './report.ts';

export const sweep: JobHandler = {
  kind: 'housekeeping.sweep',
  everySeconds: 3600,
  maxAttempts: 3,
  run: async (deps) => {
    const { db, clock } = deps;
    const now = clock.now();
    const kept = deps.product.keptDays?.(deps) ?? defaultKeptDays;
    const before = (days: number) => addSeconds(now, -days * daySeconds);
    await sweepIdempotencyKeys(db, now);
    await deleteOldLogins(deps, before(kept.technicalDays));
    await deleteDoneJobs(db, before(kept.doneJobDays), before(kept.technicalDays));
    await db.deleteFrom('webhook_events').where('received_at', '<', before(kept.technicalDays)).execute();
    await sweepAlarms(db, before(kept.alarmDays), before(kept.technicalDays));
    await db
      .deleteFrom('messages')
      .where('created_at', '<', before(messagesOf(deps.releases.active()).keepDays))
      .execute();
    await sweepStepCounts(db, dayOf(deps, before(kept.stepCountDays)));
    await db.deleteFrom('template_messages').where('at', '<', before(kept.technicalDays)).execute();
    await sweepAttempts(deps);
    reportRemoved(deps, { feedback: await sweepFeedback(deps, before(kept.feedbackDays)), files: await sweepFiles(deps) });
  },
};

/** Failed jobs stay until staff have handled them. */
async function deleteDoneJobs(db: Db, before: Date, keyedBefore: Date): Promise<void> {
  await db
    .deleteFrom('jobs')
    .where((or) =>
      or.or([
        or.and([or('done_at', '<', before), or.or([or('key', 'is', null), or('key', 'like', `${tickPrefix}%`)])]),
        or('done_at', '<', keyedBefore),
      ]),
    )
    .execute();
}
