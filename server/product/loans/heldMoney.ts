import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/database.ts';
import { replay } from '../../lending/index.ts';
import type { LoanBalance, LoanTerms, Payment, Posting } from '../../lending/types.ts';
import type { Deps } from '../../platform/deps.ts';
import { manilaDay } from '../../platform/time.ts';
import { postingsOf } from './postings.ts';
import { asIfAnswered, waitingLoans } from './waiting.ts';

/** The journals by which held money leaves suspense: its loan takes it, or it is owed to the borrower. */
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

/** Held money by loan, as the payments it would be, oldest first. */
export async function heldPayments(db: Db | Tx, loanIds: readonly string[]): Promise<ReadonlyMap<string, Payment[]>> {
  if (loanIds.length === 0) return new Map();
  const rows = await heldRows(db).where('loan_id', 'in', loanIds).orderBy('paid_at').execute();
  const byLoan = Map.groupBy(rows, ({ loan_id: id }) => id);
  return new Map([...byLoan].map(([id, of]) => [id, of.flatMap(paymentOf)]));
}

const paymentOf = ({ paid_cents: cashCents, paid_at: paidAt }: { paid_cents: number | null; paid_at: Date | null }): Payment[] =>
  cashCents === null || paidAt === null ? [] : [{ type: 'payment', day: manilaDay(paidAt), cashCents, couponCents: 0 }];

/** A loan as if its held money counted: no charge and no reminder runs on money that has come in. */
export function balanceWithHeld(terms: LoanTerms, postings: readonly Posting[], held: readonly Payment[] = []): LoanBalance {
  return replay(terms, postings.length === 0 ? [] : [...postings, ...held]);
}

/** A stored loan as it stands for its borrower: held money counts, and no charge runs while a cancellation waits. */
export async function standingBalance(
  deps: Pick<Deps, 'releases' | 'clock'>,
  db: Db | Tx,
  { id, terms }: { id: string; terms: LoanTerms },
): Promise<LoanBalance> {
  const held = await heldPayments(db, [id]);
  const balance = balanceWithHeld(terms, await postingsOf(db, id), held.get(id));
  return (await waitingLoans(db, [id])).has(id) ? asIfAnswered(deps, balance) : balance;
}
