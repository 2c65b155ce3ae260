import { reportRemoved } from '../../platform/housekeeping/report.ts';
import type { JobHandler } from '../../platform/jobs/types.ts';
import { addSeconds, dayOf, daySeconds } from '../../platform/time.ts';
import { sweepMarks } from '../oncePerPerson/marks.ts';
import { retentionOf } from './kind.ts';
import { eraseNotApproved, eraseTraces, eraseUnsent } from './applications.ts';

/**
 * Removes data whose retention period has ended, as the privacy policy promises (flows/retention.json). The platform removes its own
 * records.
 */
export const sweep: JobHandler = {
  kind: 'retention.sweep',
  everySeconds: 3600,
  maxAttempts: 3,
  run: async (deps) => {
    const retention = retentionOf(deps);
    const before = (days: number) => addSeconds(deps.clock.now(), -days * daySeconds);
    reportRemoved(deps, {
      rewards: await sweepMarks(deps.db, dayOf(deps, before(retention.rewardDays))),
      notApproved: await eraseNotApproved(deps.db, before(retention.notApprovedDays)),
      unsent: await eraseUnsent(deps.db, before(retention.unsentDays)),
      files: await eraseTraces(deps, before(retention.unsentDays)),
    });
  },
};
