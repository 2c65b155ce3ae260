import { payoffOn } from '../../lending/index.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { Deps } from '../../platform/deps.ts';
import type { TextValues } from '../../platform/texts.ts';
import { todayOf } from '../../platform/time.ts';
import { currentBalance } from '../loans/heldMoney.ts';
import { readLoan } from '../loans/transitions.ts';
import { notify } from '../../platform/notifications/notify.ts';
import type { LifeCycleEvent } from '../../../engine/flow/lifeCycle.ts';
import { refundBy } from '../loans/refund.ts';
import { findRepayment } from './find.ts';
import type { RepaymentEffect, RepaymentRecord } from './types.ts';

/**
 * Whether an SMS about a failed repayment is still true. It is stale once money has arrived for the loan, through that repayment or a later
 * one.
 */
export async function isStillTrue({ db }: Pick<Deps, 'db'>, { failedRepayment }: Readonly<Record<string, unknown>>): Promise<boolean> {
  if (typeof failedRepayment !== 'string') return true;
  const paid = await db
    .selectFrom('repayments as failed')
    .innerJoin('repayments as paid', 'paid.loan_id', 'failed.loan_id')
    .select('paid.id')
    .where('failed.id', '=', failedRepayment)
    .where('paid.paid_at', 'is not', null)
    .whereRef('paid.created_at', '>=', 'failed.created_at')
    .executeTakeFirst();
  return paid === undefined;
}

type TextOf = (repayment: RepaymentRecord, event: LifeCycleEvent) => string | undefined;

/** Sends an SMS to the borrower, once for each outcome. Text: `server.sms.repayment.<text>`. */
const smsEffect = (name: string, event: string, description: string, textOf: TextOf): RepaymentEffect => ({
  name,
  description,
  events: [event],
  run: async ({ tx, deps, subject, event }) => {
    // Booking has updated the row since the transition.
    const repayment = (await findRepayment(tx, subject.id)) ?? subject;
    const text = textOf(repayment, event);
    if (text === undefined) return;
    const values = await valuesOf(tx, deps, repayment);
    const failed = repayment.state === 'fail' && repayment.paid_at === null ? { trueWhile: { failedRepayment: repayment.id } } : {};
    await notify(tx, deps, repayment.customer_id, `repayment.${text}`, values, { key: `repayment:${repayment.id}:${text}`, ...failed });
  },
});

async function valuesOf(tx: Tx, deps: Deps, repayment: RepaymentRecord): Promise<TextValues> {
  const {
    loan_id: loanId,
    amount_cents: requestedCents,
    coupon_cents: couponCents,
    paid_cents: paidCents,
    new_due_day: day,
    parts,
    instructions,
  } = repayment;
  const loan = await readLoan(tx, loanId);
  const left = payoffOn(await currentBalance(deps, tx, loan), todayOf(deps));
  return {
    order: loan.order_number,
    amountCents: paidCents ?? requestedCents,
    leftCents: left.totalCents,
    owedCents: parts.overpaidCents,
    refundBy: refundBy(deps, deps.clock.now()),
    couponCents,
    restCents: parts.principalCents,
    by: repayment.expires_at.toISOString(),
    ...(instructions ? { code: instructions.code } : {}),
    ...(day === null ? {} : { day }),
  };
}

/** The text for received money. The loan's own effects notify of a cancellation. */
function succeeded({ kind, outcome, parts, paid_cents: paidCents }: RepaymentRecord, event: LifeCycleEvent): string | undefined {
  if (event['held'] === true) return outcome === 'owed' ? 'owed' : 'allocated';
  if (paidCents === 0) return outcome === 'extended' ? 'extendedByCoupon' : 'settledByCoupon';
  const isOverpaid = parts.overpaidCents > 0;
  if (outcome === 'settled') return isOverpaid ? 'settledMore' : 'settled';
  if (outcome === 'cancelled') return isOverpaid ? 'overpaid' : undefined;
  if (outcome === 'part') return { full: 'part', extension: 'notExtended', cancellation: 'notCancelled' }[kind];
  // An extension pays no principal, so any principal paid is more than the extension costs.
  if (outcome === 'extended') return parts.principalCents > 0 ? 'extendedMore' : 'extended';
  return 'overpaid';
}

export const noticeEffects: readonly RepaymentEffect[] = [
  smsEffect(
    'tellHowToReturn',
    'requested',
    'Notifies the borrower which amount to return to cancel the loan, by when and how.',
    ({ kind }) => (kind === 'cancellation' ? 'toReturn' : undefined),
  ),
  smsEffect('tellRepaid', 'succeeded', 'Notifies the borrower that the money has come in, and how it was used.', succeeded),
  smsEffect('tellRepaymentFailed', 'failed', 'Notifies the borrower that no money has come in.', ({ kind }) =>
    kind === 'cancellation' ? 'notReturned' : 'failed',
  ),
  smsEffect('tellMoneyHeld', 'mismatched', 'Notifies the borrower that staff check money that cannot be allocated yet.', () => 'held'),
];
