import { sql } from 'kysely';
import { type Migration, refuseDeletedCustomers } from 'hakbang/server';

const statements = [
  `create table claims (
    id text primary key,
    customer_id text not null references customers,
    release text not null,
    state text not null,
    open boolean not null,
    snapshot text not null,
    reason text,
    submitted_at timestamptz not null,
    updated_at timestamptz not null
  )`,
  // A customer has one claim. The index refuses the second of two concurrent requests.
  `create unique index claims_one on claims (customer_id)`,
  `create table claim_events (
    id integer generated always as identity primary key,
    claim_id text not null references claims,
    event text not null,
    from_state text not null,
    to_state text not null,
    detail jsonb not null,
    actor text not null,
    at timestamptz not null
  )`,
  `create index claim_events_claim on claim_events (claim_id, id)`,
];

export const claimTables: Migration = {
  name: '1001_claims',
  up: async (db) => {
    for (const statement of statements) await sql.raw(statement).execute(db);
    await refuseDeletedCustomers(db, ['claims']);
  },
};
