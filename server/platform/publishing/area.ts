import { publishingOperations as operations } from '../../contract/staff/publishing.ts';
import type { Area } from '../area.ts';
import type { App } from '../http/types.ts';
import { staffEndpoint } from '../staff/endpoint.ts';
import { approvedRollback } from './approvedRollback.ts';
import { previewRollback, releaseDiff, releaseHistory, rollBackTo } from './history.ts';
import { approvedRollouts, guardedRollouts, rolloutCounts, rollouts, rolloutVisitors } from '../rollout/migration.ts';
import { publishing as migration, approvalsInRollouts, causes, failedSchedules } from './migration.ts';
import { publishChange } from './publishChange.ts';
import { followRollouts, holdRollout, moveRollout, rolloutOf, startRollout } from './rolling.ts';
import { publishLater, scheduleChange, unscheduleChange } from './schedule.ts';
import { reviewChange, reviewStateOf, sendChange, withdrawReview } from './review.ts';

function reviews(app: App): void {
  staffEndpoint(app, operations['studio.reviewState'], ({ deps, session, input }) => reviewStateOf(deps, session, input));
  staffEndpoint(app, operations['studio.send'], ({ deps, session, input }) => sendChange(deps, session, input));
  staffEndpoint(app, operations['studio.review'], ({ deps, session, input }) => reviewChange(deps, session, input));
  staffEndpoint(app, operations['studio.withdrawReview'], ({ deps, session, input }) => withdrawReview(deps, session, input));
  staffEndpoint(app, operations['studio.schedule'], ({ deps, session, input }) => scheduleChange(deps, session, input));
  staffEndpoint(app, operations['studio.unschedule'], ({ deps, session, input }) => unscheduleChange(deps, session, input));
  staffEndpoint(app, operations['studio.publish'], ({ deps, session, input }) => publishChange(deps, session.actor, input.id));
}

function releases(app: App): void {
  staffEndpoint(app, operations['studio.startRollout'], ({ deps, session, input }) => startRollout(deps, session, input));
  staffEndpoint(app, operations['studio.rollout'], ({ deps, input }) => rolloutOf(deps, input));
  staffEndpoint(app, operations['studio.holdRollout'], ({ deps, session, input }) => holdRollout(deps, session, input));
  staffEndpoint(app, operations['studio.moveRollout'], ({ deps, session, input }) => moveRollout(deps, session, input));
  staffEndpoint(app, operations['studio.releases'], ({ deps, input }) => releaseHistory(deps, input));
  staffEndpoint(app, operations['studio.releaseDiff'], ({ deps, input }) => releaseDiff(deps, input));
  staffEndpoint(app, operations['studio.previewRollback'], ({ deps, input }) => previewRollback(deps, input));
  staffEndpoint(app, operations['studio.rollBack'], ({ deps, session, input }) => rollBackTo(deps, session, input));
}

/** Review, approval, publishing and rollback of releases. */
export const publishingArea: Area = {
  name: 'publishing',
  migrations: [
    migration,
    rollouts,
    failedSchedules,
    approvedRollouts,
    rolloutCounts,
    guardedRollouts,
    approvalsInRollouts,
    rolloutVisitors,
    causes,
  ],
  routes: [reviews, releases],
  approvable: [approvedRollback],
  jobs: [publishLater, followRollouts],
  async erase({ tx, customerId }) {
    await tx.deleteFrom('rollout_people').where('customer_id', '=', customerId).execute();
    await tx.deleteFrom('rollout_counts').where('customer_id', '=', customerId).execute();
  },
};
