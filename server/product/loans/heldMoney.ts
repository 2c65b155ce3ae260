import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/database.ts';
import { applyPosting, isRefused, replay } from '../../lending/index.ts';
import type { LoanBalance, LoanTerms, Payment, Posting } from '../../lending/types.ts';
import type { Deps } from '../../platform/deps.ts';
import { dayOf } from '../../platform/time.ts';
import { postingsOf } from './postings.ts';
import { asIfAnswered, waitingLoans } from './waiting.ts';

/** Keys of the journals that take held money out of suspense: into its loan, or owed to the borrower. */
export const releasedKey = (reference: string): string => `released:${reference}`;
export const owedKey = (reference: string): string => `owed:${reference}`;

/** Repayments whose money is held: no journal has taken it out of suspense. */
export const heldRows = (db: Db | Tx) =>
  db
    .selectFrom('repayments')
    .selectAll()
    .where('mismatch', '=', true)
    .where('paid_at', 'is not', null)
    .where(
      sql<boolean>`not exists (select 1 from journals
        where journals.key in (${sql.lit(releasedKey(''))} || repayments.reference, ${sql.lit(owedKey(''))} || repayments.reference))`,
    );

/** Held money by loan, as the payments that it would become, oldest first. */
export async function heldPayments(
  deps: Pick<Deps, 'releases'>,
  db: Db | Tx,
  loanIds: readonly string[],
): Promise<ReadonlyMap<string, Payment[]>> {
  if (loanIds.length === 0) return new Map();
  const rows = await heldRows(db).where('loan_id', 'in', loanIds).orderBy('paid_at').execute();
  const byLoan = Map.groupBy(rows, ({ loan_id: id }) => id);
  return new Map([...byLoan].map(([id, of]) => [id, of.flatMap((row) => paymentOf(deps, row))]));
}

const paymentOf = (
  deps: Pick<Deps, 'releases'>,
  { paid_cents: cashCents, paid_at: paidAt }: { paid_cents: number | null; paid_at: Date | null },
): Payment[] => (cashCents === null || paidAt === null ? [] : [heldPayment(deps, cashCents, paidAt)]);

/** Held money as a payment, dated on the day it arrived. */
export const heldPayment = (deps: Pick<Deps, 'releases'>, cashCents: number, paidAt: Date): Payment => ({
  type: 'payment',
  day: dayOf(deps, paidAt),
  cashCents,
  couponCents: 0,
  placedBack: true,
});

/**
 * A loan as if its held money were booked, so that neither charges nor reminders ignore it. If later postings cannot be replayed on top of
 * it, it counts after them until staff decide.
 */
export function balanceWithHeld(terms: LoanTerms, postings: readonly Posting[], held: readonly Payment[] = []): LoanBalance {
  const booked = replay(terms, postings);
  if (booked.state === 'undisbursed') return booked;
  return held.reduce((balance, payment) => {
    const placed = applyPosting(balance, payment);
    if (!isRefused(placed)) return placed.balance;
    const { type, day, cashCents, couponCents } = payment;
    return replay(terms, [...balance.postings, { type, day, cashCents, couponCents }]);
  }, booked);
}

/** The amount that a borrower owes now. Held money counts, and charges stop while a cancellation is pending. */
export async function currentBalance(
  deps: Pick<Deps, 'releases' | 'clock'>,
  db: Db | Tx,
  { id, terms }: { id: string; terms: LoanTerms },
): Promise<LoanBalance> {
  const held = await heldPayments(deps, db, [id]);
  const balance = balanceWithHeld(terms, await postingsOf(db, id), held.get(id));
  return (await waitingLoans(db, [id])).has(id) ? asIfAnswered(deps, balance) : balance;
}
