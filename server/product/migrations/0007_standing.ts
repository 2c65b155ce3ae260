import { sql, type Kysely } from 'kysely';
import { day, insertOnly } from './lending/statements.ts';

/** Loans agreed to in advance: consents, appointments, Easy Re-loan. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const events = (table: string, subject: string): string[] => [
  `create table ${table} (
    id integer generated always as identity primary key,
    ${subject},
    event text not null,
    from_state text not null,
    to_state text not null,
    detail jsonb not null,
    actor text not null,
    at timestamptz not null
  )`,
  ...insertOnly(table),
];

const statements = [
  `create table standing_consents (
    id text primary key,
    customer_id text not null references customers,
    purpose text not null check (purpose in ('easyReloan', 'appointment')),
    state text not null check (state in ('draft', 'agreed', 'replaced')),
    plan jsonb not null,
    product_id text not null,
    principal_cents bigint not null check (principal_cents > 0),
    term_days integer not null check (term_days > 0),
    terms jsonb not null,
    disclosure jsonb not null,
    disclosure_hash text not null,
    nonce text not null unique,
    release text not null,
    language text,
    title text,
    sealed_text text,
    text_hash text,
    signature_id text references signatures,
    agreed_at timestamptz,
    created_at timestamptz not null,
    check (state <> 'agreed' or (sealed_text is not null and signature_id is not null and agreed_at is not null))
  )`,
  `create unique index standing_consents_one_draft on standing_consents (customer_id, purpose) where state = 'draft'`,
  // A consent is immutable except for its state.
  `create trigger standing_consents_text before update of id, customer_id, purpose, plan, product_id, principal_cents, term_days, terms,
    disclosure, disclosure_hash, nonce, release on standing_consents for each row execute function refuse_change()`,
  `create trigger standing_consents_signed before update of language, title, sealed_text, text_hash, signature_id, agreed_at
    on standing_consents for each row when (old.state <> 'draft') execute function refuse_change()`,

  `create table appointments (
    id text primary key,
    customer_id text not null references customers,
    consent_id text not null unique references standing_consents,
    ${day('day')} not null,
    state text not null,
    loan_id text unique references loans,
    reason text,
    created_at timestamptz not null,
    updated_at timestamptz not null
  )`,
  // Only one loan can be open at a time, so two appointments on one day could never both be paid out.
  `create unique index appointments_one_a_day on appointments (customer_id, day) where state = 'booked'`,
  `create index appointments_coming on appointments (day) where state = 'booked'`,
  `create index appointments_customer on appointments (customer_id, created_at)`,
  ...events('appointment_events', 'appointment_id text not null references appointments'),

  `create table easy_reloans (
    customer_id text primary key references customers,
    state text not null,
    consent_id text references standing_consents,
    mode text check (mode in ('scheduled', 'automatic')),
    day_of_month integer check (day_of_month between 1 and 28),
    since timestamptz,
    reason text,
    streak integer not null default 0 check (streak >= 0),
    successes integer not null default 0 check (successes >= 0),
    created_at timestamptz not null,
    updated_at timestamptz not null,
    check ((state = 'off') = (consent_id is null)),
    check ((consent_id is null) = (mode is null)),
    check ((mode is not distinct from 'scheduled') = (day_of_month is not null))
  )`,
  `create index easy_reloans_days on easy_reloans (customer_id) where state = 'on' and mode = 'scheduled'`,
  ...events('easy_reloan_events', 'customer_id text not null references customers'),
  // Each cause (the settlement of a loan, a day of a month) creates at most one loan, however often and on however many nodes it is
  // checked.
  `create table easy_reloan_runs (
    id text primary key,
    customer_id text not null references customers,
    consent_id text not null references standing_consents,
    cause text not null,
    state text not null check (state in ('waiting', 'disbursing', 'succeeded', 'failed', 'cancelled')),
    due_at timestamptz not null,
    loan_id text unique references loans,
    reason text,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    unique (customer_id, cause)
  )`,
  `create index easy_reloan_runs_waiting on easy_reloan_runs (customer_id) where state = 'waiting'`,
];
