import { daysBetween, replay, overdueDays } from '../../lending/index.ts';
import type { SettledHow } from '../../lending/limit.ts';
import type { LoanTerms, Posting } from '../../lending/types.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { Deps } from '../../platform/deps.ts';
import { lendingOf } from '../lendingConfig.ts';
import { postingsOf } from './postings.ts';

/** How a loan was repaid. On time means no late charge and no payment after the grace days. */
function settledHow(terms: LoanTerms, booked: readonly Posting[]): SettledHow {
  const { postings, charged } = replay(terms, booked);
  const last = postings.at(-1);
  const { lateChargeCents, penaltyCents } = charged;
  const lateDays = last ? overdueDays(replay(terms, postings.slice(0, -1)), last.day) : 0;
  return lateChargeCents + penaltyCents === 0 && lateDays <= terms.parameters.graceDays ? 'settledOnTime' : 'settledLate';
}

/**
 * How a settled loan was repaid, if it ran for at least the `minLoanDays` of flows/lending/rewards.json; otherwise undefined. Coupons,
 * limits and Easy Re-loan all use this rule, so that borrowing and repaying within minutes earns nothing. Counts calendar days from payout
 * to settlement. The caller grants rewards in the transaction that holds the loan, once by the grant's key.
 */
export async function earnedBy(tx: Tx, deps: Deps, loan: { id: string; terms: LoanTerms }): Promise<SettledHow | undefined> {
  const postings = await postingsOf(tx, loan.id);
  const { startDate, asOfDay } = replay(loan.terms, postings);
  const { minLoanDays } = lendingOf(deps.releases.active());
  return daysBetween(startDate, asOfDay) < minLoanDays ? undefined : settledHow(loan.terms, postings);
}

/** Whether the loan that a borrower settled last ran long enough to earn rewards; false without such a loan. */
export async function lastLoanEarned(tx: Tx, deps: Deps, customerId: string): Promise<boolean> {
  const last = await tx
    .selectFrom('loans')
    .select(['id', 'terms'])
    .where('customer_id', '=', customerId)
    .where('state', '=', 'settled')
    .orderBy('settled_at', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst();
  return last !== undefined && (await earnedBy(tx, deps, last)) !== undefined;
}
