import { sql } from 'kysely';
import type { Migration } from '../db/migration.ts';

const statements = [
  `alter table work_items add column action text, add column waits_until timestamptz`,
  `update work_items set action = operation from approvals
    where kind = 'approval' and work_items.subject = approvals.id and state = 'pending' and closed_at is null`,
  `update work_items set waits_until = until
    from (select split_part(subject, ':', 2) as id, max(expires_at) as until from approvals where state = 'pending' group by 1) as proposals
    where work_items.subject = proposals.id and closed_at is null`,
];

/** Staff see the proposals that they may decide, and are not handed work that waits for a second person. */
export const doableWork: Migration = {
  name: '0058_doableWork',
  up: async (db) => {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
