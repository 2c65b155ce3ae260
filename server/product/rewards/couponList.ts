import type { Output } from '../../contract/operations.ts';
import type { Coupon } from '../../contract/coupons.ts';
import { payoffOn } from '../../lending/index.ts';
import type { Deps } from '../../platform/deps.ts';
import { todayOf } from '../../platform/time.ts';
import { dueOf } from '../repayments/quote.ts';
import { currentBalance } from '../loans/heldMoney.ts';
import type { CouponOperation } from '../coupons/use.ts';
import { couponsOf, couponView } from '../coupons/view.ts';

type Lists = Output<'coupons.list'>;

/**
 * A borrower's coupons in five lists (S39). With a loan that is due, repayment coupons are checked against repaying it in full today;
 * without one, all of them count as usable.
 */
export async function listCoupons(deps: Deps, customerId: string): Promise<Lists> {
  const today = todayOf(deps);
  const repayment = await fullRepayment(deps, customerId, today);
  const lists: Lists = { platform: [], withdrawal: [], used: [], expired: [], invalid: [] };
  for (const row of await couponsOf(deps.db, customerId)) {
    const coupon = couponView(row, today, row.kind === 'withdrawal' || row.state !== 'available' ? undefined : repayment);
    lists[listOf(coupon)].push(coupon);
  }
  lists.used.sort((a, b) => (b.usedAt ?? '').localeCompare(a.usedAt ?? ''));
  return lists;
}

async function fullRepayment(deps: Deps, customerId: string, today: string): Promise<CouponOperation | undefined> {
  const loan = await deps.db
    .selectFrom('loans')
    .select(['id', 'terms'])
    .where('customer_id', '=', customerId)
    .where('state', '=', 'active')
    .executeTakeFirst();
  if (!loan) return undefined;
  const balance = await currentBalance(deps, deps.db, loan);
  return { kind: 'full', amountCents: payoffOn(balance, today).totalCents, ...dueOf(balance) };
}

function listOf({ state, kind, usableNow }: Coupon): keyof Lists {
  if (state === 'used' || state === 'expired') return state;
  if (!usableNow) return 'invalid';
  return kind === 'withdrawal' ? 'withdrawal' : 'platform';
}
