import type { Repayment } from '../../contract/repayments.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { Posting } from '../../lending/types.ts';
import { ownOrNotFound } from '../../platform/http/own.ts';
import { fail } from '../../platform/problem.ts';
import { todayOf } from '../../platform/time.ts';
import { audit } from '../../platform/audit/audit.ts';
import { reserveCoupon } from '../coupons/hold.ts';
import type { CouponRecord } from '../coupons/types.ts';
import { couponUse } from '../coupons/use.ts';
import type { Once } from '../../platform/sessions/command.ts';
import { currentBalance } from '../loans/heldMoney.ts';
import { lockBalance } from '../loans/postings.ts';
import { ownLoan } from '../loans/read.ts';
import { readLoan } from '../loans/transitions.ts';
import type { LoanRecord } from '../loans/types.ts';
import type { Viewer } from '../../platform/customer/viewer.ts';
import { collectSoon, insertRepayment, quoteExpiresAt } from './begin.ts';
import { openRequestOf, unfinishedOf } from './find.ts';
import { quoteOf, refusalCode, type PayableKind, type Quote } from './quote.ts';
import { applyRepaymentEvent } from './transitions.ts';
import { operationOf, type RepaymentRecord } from './types.ts';
import { repaymentView } from './view.ts';

/** The borrower's choice, and the amount that was shown as due. */
export interface RepaymentChoice {
  loanId: string;
  kind: PayableKind;
  expectedCents: number;
  couponId?: string;
}

/**
 * Starts a repayment (L06, L07): reserves the coupon and enqueues a job that requests the money from the provider. A coupon that covers the
 * whole amount is booked at once.
 *
 * Refuses with `noOpenLoan`, `repaymentInProgress`, `cancellationWaits` (no extension while a cancellation request is pending),
 * `amountChanged` (409: the amount due is not the one shown), `maxExtensions`, `totalCostCap`, `couponUnavailable`, `couponNotToday`,
 * `couponPastDueDate`, `couponMinimumNotPaid` (E14) or `couponFullRepaymentOnly` (E15).
 */
export async function createRepayment(viewer: Viewer, choice: RepaymentChoice, once: Once): Promise<Repayment> {
  const { deps } = viewer;
  const { id: loanId } = await ownLoan(viewer, choice.loanId);
  return once(async (tx) => {
    // Serialises repayments of one loan.
    await lockBalance(tx, loanId);
    const loan = await readLoan(tx, loanId);
    if (await unfinishedOf(tx, loanId)) fail('repaymentInProgress');
    // An extended loan can no longer be cancelled.
    if (choice.kind === 'extension' && (await openRequestOf(tx, loanId))) fail('cancellationWaits');
    const quote = quoteOf(await currentBalance(deps, tx, loan), choice.kind, todayOf(deps));
    if ('refused' in quote) fail(refusalCode(quote.refused));
    if (quote.dueCents !== choice.expectedCents) fail('amountChanged', { params: { amountCents: quote.dueCents } });
    const repayment = await begin(tx, viewer, loan, choice, quote);
    await audit(tx, deps, {
      actor: `customer:${viewer.customerId}`,
      action: 'repayment.begun',
      subject: `loan:${loanId}`,
      detail: { repayment: repayment.id, kind: repayment.kind, amountCents: repayment.amount_cents, couponCents: repayment.coupon_cents },
    });
    return repaymentView(deps, repayment, loan.order_number);
  });
}

async function begin(tx: Tx, viewer: Viewer, loan: LoanRecord, choice: RepaymentChoice, quote: Quote): Promise<RepaymentRecord> {
  const { deps, customerId } = viewer;
  const coupon = await chosenCoupon(tx, viewer, choice, quote);
  const repayment = await insertRepayment(tx, deps, loan, {
    kind: choice.kind,
    quote,
    ...(coupon ? { coupon } : {}),
    expiresAt: quoteExpiresAt(deps, quote.day),
    actor: 'borrower',
  });
  if (coupon) await reserveCoupon(tx, deps, { couponId: coupon.id, customerId, operation: operationOf(repayment) });
  if (repayment.amount_cents === 0) return settleAtOnce(tx, viewer, repayment);
  await collectSoon(tx, deps, repayment);
  return repayment;
}

/** The chosen coupon and its value. Refuses a coupon that cannot be used, and another customer's with `notFound`. */
async function chosenCoupon(
  tx: Tx,
  { deps, customerId }: Viewer,
  { kind, couponId }: RepaymentChoice,
  { dueCents, dueDate }: Quote,
): Promise<{ id: string; couponCents: number } | undefined> {
  if (couponId === undefined) return undefined;
  const found = await tx.selectFrom('coupons').selectAll().where('id', '=', couponId).executeTakeFirst();
  const coupon: CouponRecord = ownOrNotFound(deps, customerId, 'coupon', couponId, found);
  const use = couponUse(coupon, { kind, amountCents: dueCents, ...(dueDate === undefined ? {} : { dueDate }) }, todayOf(deps));
  if ('refused' in use) fail(use.refused, { params: { minAmountCents: coupon.min_amount_cents ?? 0 } });
  return { id: coupon.id, couponCents: use.couponCents };
}

/** The coupon covers the whole amount, so no provider is involved. */
function settleAtOnce(tx: Tx, { deps }: Viewer, repayment: RepaymentRecord): Promise<RepaymentRecord> {
  const { kind, coupon_cents: couponCents, quoted_day: day } = repayment;
  const now = deps.clock.now();
  const posting: Posting = { type: kind === 'extension' ? 'extension' : 'payment', day, cashCents: 0, couponCents };
  const set = { paid_cents: 0, paid_at: now, settled_at: now };
  return applyRepaymentEvent(tx, deps, repayment, { name: 'succeeded', detail: { postings: [posting] }, set }, 'borrower');
}
