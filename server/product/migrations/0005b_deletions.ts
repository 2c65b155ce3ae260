import { sql, type Kysely } from 'kysely';

/** Requests to delete an account. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create table deletion_requests (
    id text primary key,
    customer_id text not null references customers,
    state text not null check (state in ('requested', 'refused', 'done')),
    reason text not null,
    requested_by text not null,
    requested_at timestamptz not null,
    closed_by text,
    closed_at timestamptz,
    closing_reason text,
    kept_until text check (kept_until ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$')
  )`,
  // One open request per account: a second call about the same account is the same request.
  `create unique index deletion_requests_one_open on deletion_requests (customer_id) where state = 'requested'`,
];
