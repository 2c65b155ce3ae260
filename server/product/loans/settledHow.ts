import { overdueDays, replay } from '../../lending/index.ts';
import type { SettledHow } from '../../lending/limit.ts';
import type { LoanTerms, Posting } from '../../lending/types.ts';

/** How a loan was repaid. In time means no late charge and no payment after the grace days. */
export function settledHow(terms: LoanTerms, booked: readonly Posting[]): SettledHow {
  const { postings, charged } = replay(terms, booked);
  const last = postings.at(-1);
  const { lateChargeCents, penaltyCents } = charged;
  const lateDays = last ? overdueDays(replay(terms, postings.slice(0, -1)), last.day) : 0;
  return lateChargeCents + penaltyCents === 0 && lateDays <= terms.parameters.graceDays ? 'settledOnTime' : 'settledLate';
}
