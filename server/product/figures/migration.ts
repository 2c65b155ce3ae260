import { sql } from 'kysely';
import type { Migration } from '../../platform/db/migration.ts';

/** Indexes by time, for the figures that staff read. */
const statements = [
  `create index applications_submitted on applications (submitted_at, state)`,
  `create index application_events_reviewed on application_events (at) where from_state = 'referred'`,
  `create index application_events_referred on application_events (at) where to_state = 'referred'`,
  // An index-only lookup of when a decided application was referred.
  `create index application_events_referral on application_events (application_id, id) include (at) where to_state = 'referred'`,
  `create index disbursements_ended on disbursements (updated_at, state) where state in ('paid', 'failed')`,
  `create index repayments_mismatch on repayments (paid_at) where mismatch and paid_at is not null`,
];

export const figuresMigration: Migration = {
  name: '0040b_figures',
  up: async (db) => {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
