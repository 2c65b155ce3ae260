import { alike } from '../../platform/spokenTexts.ts';
import { sql } from 'kysely';
import type { Area } from '../../platform/area.ts';
import { flowHooks } from './answers.ts';
import { applicationDev } from './devRoutes.ts';
import { applicationEffects } from './effects.ts';
import { application } from './routes.ts';
import type { WaitingPayouts } from './submit.ts';

export const applicationArea = (payouts: WaitingPayouts): Area => ({
  name: 'application',
  refusals: ['faceFailed', 'notQualified'],
  texts: alike('sms.application', ['accepted', 'rejected', 'identityProblem', 'bankProblem', 'loanNotSent'], ['day']),
  routes: [application(payouts), applicationDev],
  checks: flowHooks.checks,
  effects: { application: applicationEffects },
  // Events keep the snapshot from before a resubmission, which contains all forms.
  erase: async ({ tx, customerId }) =>
    void (await tx
      .updateTable('application_events')
      .set({ detail: sql`detail - 'snapshotBefore'` })
      .where('application_id', 'in', tx.selectFrom('applications').select('id').where('customer_id', '=', customerId))
      .execute()),
});
