import { sql, type Kysely } from 'kysely';

/** Adds cancellation requests and the outcome of repayments. Enqueues a job that allocates money that an older version left in suspense. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create table cancellation_requests (
    id text primary key,
    loan_id text not null references loans,
    customer_id text not null references customers,
    state text not null check (state in ('open', 'completed', 'declined')),
    requested_at timestamptz not null,
    closed_at timestamptz,
    check ((state = 'open') = (closed_at is null))
  )`,
  `create unique index cancellation_requests_one_open on cancellation_requests (loan_id) where state = 'open'`,
  `create index cancellation_requests_loan on cancellation_requests (loan_id, requested_at)`,
  `create index cancellation_requests_customer on cancellation_requests (customer_id)`,
  `alter table repayments add column outcome text check (outcome in ('settled', 'part', 'extended', 'cancelled', 'owed'))`,
  `insert into jobs (kind, key, data, run_at, max_attempts, created_at)
    select 'repayments.placeHeld', 'repayments.placeHeld', '{}', to_timestamp(0), 10, now()
    where exists (select 1 from repayments where mismatch and paid_at is not null)`,
];
