import { sql } from 'kysely';
import type { Invariant } from '../../../platform/invariants.ts';

/** A coupon has at most one use at a time and is never both used and revoked. Its state agrees with its history. */
export const couponsUsedOnce: Invariant = async ({ db }) => {
  const { rows } = await sql<{ id: string; state: string; uses: number; revoked: number; last: string | null }>`
    select coupons.id, coupons.state,
      count(*) filter (where event = 'used') - count(*) filter (where event = 'restored') as uses,
      count(*) filter (where event = 'revoked') as revoked,
      (array_agg(coupon_events.to_state order by coupon_events.id desc))[1] as last
    from coupons left join coupon_events on coupon_events.coupon_id = coupons.id
    group by coupons.id, coupons.state`.execute(db);
  return rows
    .filter(
      ({ state, uses, revoked, last }) =>
        uses > 1 || (uses > 0 && revoked > 0) || (uses === 1) !== (state === 'used') || (last ?? 'available') !== state,
    )
    .map(
      ({ id, state, uses, revoked, last }) => `coupon ${id}: ${state}, used ${uses} times, revoked ${revoked}, last ${last ?? 'nothing'}`,
    );
};

/** Every used or reserved coupon belongs to an operation that exists and has not failed. */
export const couponsHaveOperations: Invariant = async ({ db }) => {
  const { rows } = await sql<{ id: string; operation: string }>`
    select coupons.id, coalesce(coupons.used_by, coupons.reserved_by) as operation from coupons
    left join loans on 'loan:' || loans.id = coalesce(coupons.used_by, coupons.reserved_by)
    left join repayments on 'repayment:' || repayments.id = coalesce(coupons.used_by, coupons.reserved_by)
    where coupons.state = 'used' and loans.start_day is null and repayments.state is distinct from 'success'
      or coupons.state = 'reserved' and loans.open is not true and (repayments.state is null or repayments.state not in ('initiated', 'inProgress'))`.execute(
    db,
  );
  return rows.map(({ id, operation }) => `coupon ${id}: belongs to ${operation}, which is not under way or did not succeed`);
};

/** Every transfer that waits for a provider has a job that polls it. Without one, it would wait until a sweep finds it. */
export const nobodyIsForgotten: Invariant = async ({ db }) => {
  const { rows } = await sql<{ what: string }>`
    select 'payout ' || reference as what from disbursements
    where state in ('waiting', 'sending', 'sent') and not exists (
      select 1 from jobs where jobs.data ->> 'disbursementId' = disbursements.id and done_at is null)
    union all
    select 'repayment ' || reference from repayments
    where state in ('initiated', 'inProgress') and not exists (
      select 1 from jobs where jobs.data ->> 'repaymentId' = repayments.id and done_at is null)`.execute(db);
  return rows.map(({ what }) => `${what}: in progress, but no job polls it`);
};

/** A deleted customer owes nothing and gets no further loan. */
export const deletedHaveNothing: Invariant = async ({ db }) => {
  const { rows } = await sql<{ what: string; id: string }>`
    select what, had.id from (
      select 'loan' as what, id, customer_id from loans where open
      union all select 'appointment', id, customer_id from appointments where state in ('booked', 'disbursing')
      union all select 'Easy Re-loan', customer_id, customer_id from easy_reloans where state <> 'off'
      union all select 'next loan', id, customer_id from easy_reloan_runs where state in ('waiting', 'disbursing')
    ) had join customers on customers.id = had.customer_id where deleted_at is not null`.execute(db);
  return rows.map(({ what, id }) => `${what} ${id}: its customer was deleted`);
};
