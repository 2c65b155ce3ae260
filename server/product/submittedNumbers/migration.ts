import { sql } from 'kysely';
import type { Migration } from '../../platform/db/migration.ts';

const statements = [
  `create table submitted_numbers (
    customer_id text not null references customers (id),
    kind text not null check (kind in ('idNumber', 'account')),
    digest text not null,
    primary key (customer_id, digest)
  )`,
  `create index submitted_numbers_digest on submitted_numbers (digest)`,
  `create trigger submitted_numbers_of_living before insert on submitted_numbers for each row execute function refuse_deleted_customer()`,
  // For customers who have applied, the blind indexes contain the submitted numbers.
  `insert into submitted_numbers (customer_id, kind, digest)
    select distinct customer_id, kind, digest from blind_indexes where customer_id in (select customer_id from applications)
    on conflict do nothing`,
  `drop table blind_indexes`,
];

/** Only submitted numbers are compared. With an index of drafts, anybody could get another person's application referred to staff. */
export const submittedNumbers: Migration = {
  name: '0022_submittedNumbers',
  up: async (db) => {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
