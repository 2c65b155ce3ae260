import { sql } from 'kysely';
import type { Area } from '../../platform/area.ts';
import { stepCheckDefinitions } from './answers.ts';
import { applicationDev } from './devRoutes.ts';
import { applicationEffectDefinitions } from './effects.ts';
import { application } from './routes.ts';

export const applicationArea: Area = {
  name: 'application',
  routes: [application, applicationDev],
  effects: { ...stepCheckDefinitions, ...applicationEffectDefinitions },
  // Snapshots before a resubmission stand in the events, sealed with all the forms.
  erase: async ({ tx, customerId }) =>
    void (await tx
      .updateTable('application_events')
      .set({ detail: sql`detail - 'snapshotBefore'` })
      .where('application_id', 'in', tx.selectFrom('applications').select('id').where('customer_id', '=', customerId))
      .execute()),
};
