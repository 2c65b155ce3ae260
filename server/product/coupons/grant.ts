import { couponExpiresOn } from '../../lending/coupons.ts';
import type { Coupons, CouponType } from '../../lending/kinds/coupons.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { Deps } from '../../platform/deps.ts';
import { json } from '../../platform/db/json.ts';
import { uuidV7 } from '../../platform/random.ts';
import { dayOf } from '../../platform/time.ts';
import { lendingOf } from '../lendingConfig.ts';
import { claimOnce } from '../oncePerPerson/marks.ts';

/** Occasions that flows/lending/coupons.json grants coupons for. */
export type GrantOccasion = Exclude<Coupons['grants'][number]['on'], 'calendar'>;

interface CouponGrant {
  customerId: string;
  type: string;
  grantKey: string;
  amountCents?: number;
  oncePerPerson?: boolean;
}

/** Name of a coupon among the once-per-person rewards. */
export const couponReward = (grantKey: string): string => `coupon:${grantKey}`;
export const onceKey = ({ on, coupon }: Pick<Coupons['grants'][number], 'on' | 'coupon'>): string => `${on}:${coupon}`;

/** Grant keys of the coupons that flows/lending/coupons.json grants once per person. */
export const onceKeys = ({ grants }: Coupons): string[] => grants.filter(({ once }) => once).map(onceKey);

/**
 * Grants a coupon with the terms that its type has today. Later releases do not change them.
 *
 * @param grantKey the cause; a unique index allows one coupon for each customer and key
 * @param amountCents overrides the amount of the type
 * @param oncePerPerson also refuses a second grant to the same person under another account
 * @returns the id of the coupon, or undefined if it was granted before
 */
export async function grantCoupon(
  tx: Tx,
  deps: Deps,
  { customerId, type, grantKey, amountCents, oncePerPerson = false }: CouponGrant,
): Promise<string | undefined> {
  const release = deps.releases.active();
  const terms = lendingOf(release).coupons.types.find(({ id }) => id === type);
  if (!terms) throw new Error(`coupon ${type}: not a type of flows/lending/coupons.json`);
  if (oncePerPerson && !(await claimOnce(tx, deps, customerId, couponReward(grantKey)))) return undefined;
  const { lifeCycle } = await release.lifeCycle('coupon');
  const now = deps.clock.now();
  const granted = await tx
    .insertInto('coupons')
    .values({
      id: uuidV7(deps.clock, deps.random),
      customer_id: customerId,
      ...columnsOf({ ...terms, ...(amountCents === undefined ? {} : { amountCents }) }),
      state: lifeCycle.initial as 'available',
      grant_key: grantKey,
      release: release.hash,
      expires_day: couponExpiresOn(dayOf(deps, now), terms.validDays),
      reserved_by: null,
      used_by: null,
      used_at: null,
      revoked_at: null,
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.columns(['customer_id', 'grant_key']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return granted?.id;
}

const columnsOf = ({ id, kind, amountCents, minAmountCents, fullRepaymentOnly, usable }: CouponType) => ({
  type: id,
  kind,
  amount_cents: amountCents,
  min_amount_cents: minAmountCents ?? null,
  // Homescreen coupons serve full repayment only (E15), whatever their type says.
  full_repayment_only: kind === 'addDesktop' || fullRepaymentOnly === true,
  usable: usable ? json(usable) : null,
});

/**
 * Grants the coupons that flows/lending/coupons.json promises for an occasion. Coupons are earned nowhere else.
 *
 * @param cause identifies the occasion, e.g. `loan:<id>`; each cause is rewarded once
 */
export async function grantCouponsOn(
  tx: Tx,
  deps: Deps,
  { customerId, on, cause }: { customerId: string; on: GrantOccasion; cause: string },
): Promise<void> {
  const { grants } = lendingOf(deps.releases.active()).coupons;
  for (const grant of grants) {
    if (grant.on !== on) continue;
    const [key, oncePerPerson] = [onceKey(grant), grant.once];
    await grantCoupon(tx, deps, { customerId, type: grant.coupon, grantKey: oncePerPerson ? key : `${key}:${cause}`, oncePerPerson });
  }
}

/** Call it after the accepted application's limit is granted. */
export async function grantCouponsOnAcceptance(tx: Tx, deps: Deps, customerId: string, cause: string): Promise<void> {
  const { count } = await tx
    .selectFrom('limit_grants')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('customer_id', '=', customerId)
    .where('kind', '=', 'application')
    .executeTakeFirstOrThrow();
  if (count <= 1) await grantCouponsOn(tx, deps, { customerId, on: 'firstAcceptance', cause });
  await grantCouponsOn(tx, deps, { customerId, on: 'acceptance', cause });
}

/** Call it when a loan is settled, whether on time or late. */
export async function grantCouponsOnSettlement(
  tx: Tx,
  deps: Deps,
  customerId: string,
  cause: string,
  how: 'settledOnTime' | 'settledLate',
): Promise<void> {
  if (how === 'settledOnTime') await grantCouponsOn(tx, deps, { customerId, on: how, cause });
  await grantCouponsOn(tx, deps, { customerId, on: 'settled', cause });
}
