import { day, insertOnly } from './statements.ts';

/** The records that a loan builds on: accounts, signatures, coupons, limits. */
export const recordStatements = [
  `create table payout_accounts (
    id text primary key,
    customer_id text not null references customers,
    method text not null check (method in ('bank', 'wallet', 'remittance')),
    institution text not null,
    sealed text not null,
    digest text not null,
    source text not null check (source in ('application', 'refill', 'change')),
    created_at timestamptz not null,
    retired_at timestamptz
  )`,
  `create unique index payout_accounts_one_active on payout_accounts (customer_id) where retired_at is null`,
  `create index payout_accounts_digest on payout_accounts (digest)`,
  `create table signatures (
    id text primary key,
    customer_id text not null references customers,
    kind text not null check (kind in ('drawn', 'typed')),
    sealed text not null,
    png_key text not null,
    created_at timestamptz not null,
    retired_at timestamptz
  )`,
  `create index signatures_customer on signatures (customer_id, created_at)`,
  `create table coupons (
    id text primary key,
    customer_id text not null references customers,
    type text not null,
    kind text not null check (kind in ('withdrawal', 'repayment', 'addDesktop')),
    state text not null check (state in ('available', 'reserved', 'used', 'expired', 'revoked')),
    amount_cents bigint not null check (amount_cents > 0),
    min_amount_cents bigint check (min_amount_cents >= 0),
    full_repayment_only boolean not null,
    grant_key text not null,
    release text not null,
    ${day('expires_day')} not null,
    reserved_by text,
    used_by text,
    used_at timestamptz,
    revoked_at timestamptz,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    unique (customer_id, grant_key),
    check ((state = 'reserved') = (reserved_by is not null)),
    check ((state = 'used') = (used_by is not null)),
    check ((state = 'used') = (used_at is not null)),
    check ((state = 'revoked') = (revoked_at is not null))
  )`,
  // At most one coupon per operation, whether held for it or spent on it.
  `create unique index coupons_reserved_by on coupons (reserved_by) where reserved_by is not null`,
  `create unique index coupons_used_by on coupons (used_by) where used_by is not null`,
  `create index coupons_expiry on coupons (expires_day) where state = 'available'`,
  // A used coupon can only become available again (after a cancelled loan). A revoked or expired coupon stays that way.
  `create function coupon_moves() returns trigger language plpgsql as $$
  begin
    if old.state = 'used' and new.state not in ('used', 'available')
      or old.state in ('revoked', 'expired') and new.state <> old.state
      or old.state = 'available' and new.state = 'used' then
      raise exception 'coupon % cannot go from % to %', old.id, old.state, new.state using errcode = 'check_violation';
    end if;
    if old.state in ('reserved', 'used') and new.state = old.state
      and (new.reserved_by is distinct from old.reserved_by or new.used_by is distinct from old.used_by) then
      raise exception 'coupon % belongs to another operation', old.id using errcode = 'check_violation';
    end if;
    return new;
  end $$`,
  `create trigger coupons_moves before update on coupons for each row execute function coupon_moves()`,
  `create table coupon_events (
    id integer generated always as identity primary key,
    coupon_id text not null references coupons,
    event text not null,
    from_state text not null,
    to_state text not null,
    operation text,
    at timestamptz not null
  )`,
  `create index coupon_events_coupon on coupon_events (coupon_id, id)`,
  ...insertOnly('coupon_events'),
  `create table limit_grants (
    id text primary key,
    customer_id text not null references customers,
    kind text not null check (kind in ('application', 'growth', 'boost')),
    key text not null unique,
    amount_cents bigint not null check (amount_cents > 0),
    reason text not null,
    actor text not null,
    granted_at timestamptz not null
  )`,
  `create index limit_grants_customer on limit_grants (customer_id, granted_at)`,
  ...insertOnly('limit_grants'),
  `create table switches (
    name text primary key,
    is_on boolean not null,
    actor text not null,
    changed_at timestamptz not null
  )`,
];
