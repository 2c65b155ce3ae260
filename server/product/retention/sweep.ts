import type { Db } from '../../platform/db/database.ts';
import type { Deps } from '../../platform/deps.ts';
import type { JobHandler } from '../../platform/jobs/types.ts';
import { tickPrefix } from '../../platform/jobs/ticks.ts';
import { sweepAlarms } from '../../platform/alarms/alarms.ts';
import { deleteOldLogins } from '../../platform/auth/counters.ts';
import { sweepFeedback } from '../../platform/feedback/send.ts';
import { sweepFiles } from '../../platform/files/service.ts';
import { sweepIdempotencyKeys } from '../../platform/http/idempotency.ts';
import { messagesOf } from '../../platform/messages/kind.ts';
import { sweepAttempts } from '../../platform/social/attempts.ts';
import { dayOf } from '../../platform/time.ts';
import { sweepMarks } from '../oncePerPerson/marks.ts';
import { retentionOf } from './kind.ts';
import { eraseNotApproved, eraseTraces, eraseUnsent } from './applications.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** Removes data whose retention has ended, as the privacy policy promises (flows/retention.json). */
export const sweep: JobHandler = {
  kind: 'housekeeping.sweep',
  everySeconds: 3600,
  maxAttempts: 3,
  run: async (deps) => {
    const retention = retentionOf(deps);
    const before = (days: number) => new Date(deps.clock.now().getTime() - days * dayMs);
    await sweepIdempotencyKeys(deps.db, deps.clock.now());
    await deleteOldLogins(deps, before(retention.technicalDays));
    await deleteDoneJobs(deps.db, before(retention.doneJobDays), before(retention.technicalDays));
    await deps.db.deleteFrom('webhook_events').where('received_at', '<', before(retention.technicalDays)).execute();
    await sweepAlarms(deps.db, before(retention.alarmDays), before(retention.technicalDays));
    const { keepDays } = messagesOf(deps.releases.active());
    await deps.db.deleteFrom('messages').where('created_at', '<', before(keepDays)).execute();
    await sweepAttempts(deps);
    const removed = {
      rewards: await sweepMarks(deps.db, dayOf(deps, before(retention.rewardDays))),
      feedback: await sweepFeedback(deps, before(retention.feedbackDays)),
      notApproved: await eraseNotApproved(deps.db, before(retention.notApprovedDays)),
      unsent: await eraseUnsent(deps.db, before(retention.unsentDays)),
      files: (await eraseTraces(deps, before(retention.unsentDays))) + (await sweepFiles(deps)),
    };
    report(deps, removed);
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

function report({ log }: Deps, removed: Record<string, number>): void {
  if (Object.values(removed).some((count) => count > 0)) log.info(removed, 'expired data removed');
}
