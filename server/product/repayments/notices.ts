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

/** A message that calls a repayment failed is true until money comes in for the loan, by that repayment or a later one. */
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

/** Tells the borrower by SMS, once for each outcome. Words: `server.sms.repayment.<text>`. */
const tell = (name: string, description: string, textOf: TextOf): RepaymentEffect => ({
  name,
  description,
  run: async ({ tx, deps, subject, event }) => {
    // Booking has written to the row since the transition.
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
    amount_cents: askedCents,
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
    amountCents: paidCents ?? askedCents,
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

/** The notice for money that came in. The loan itself sends the notice of a cancellation. */
function succeeded({ kind, outcome, parts, paid_cents: paidCents }: RepaymentRecord, event: LifeCycleEvent): string | undefined {
  if (event['held'] === true) return outcome === 'owed' ? 'owed' : 'allocated';
  if (paidCents === 0) return outcome === 'extended' ? 'extendedByCoupon' : 'settledByCoupon';
  const isOverpaid = parts.overpaidCents > 0;
  if (outcome === 'settled') return isOverpaid ? 'settledMore' : 'settled';
  if (outcome === 'cancelled') return isOverpaid ? 'overpaid' : undefined;
  if (outcome === 'part') return { full: 'part', extension: 'notExtended', cancellation: 'notCancelled' }[kind];
  // An extension pays no principal: what did is more than it costs.
  if (outcome === 'extended') return parts.principalCents > 0 ? 'extendedMore' : 'extended';
  return 'overpaid';
}

export const noticeEffects: readonly RepaymentEffect[] = [
  tell('tellHowToReturn', 'Tells the borrower what is to be returned to cancel the loan, by when and how.', ({ kind }) =>
    kind === 'cancellation' ? 'toReturn' : undefined,
  ),
  tell('tellRepaid', 'Tells the borrower that the money has come in, and what came of it.', succeeded),
  tell('tellRepaymentFailed', 'Tells the borrower that no money has come in.', ({ kind }) =>
    kind === 'cancellation' ? 'notReturned' : 'failed',
  ),
  tell(
    'tellMoneyHeld',
    'Tells the borrower that money has come in that cannot be placed yet, and that somebody looks at it.',
    () => 'held',
  ),
];
