import { addDays, applyPosting, isRefused, nextDueDate } from '../../lending/index.ts';
import type { LoanBalance, Posting } from '../../lending/types.ts';
import type { Db, Tx } from '../../platform/db/database.ts';
import type { Deps } from '../../platform/deps.ts';
import { todayOf } from '../../platform/time.ts';
import { promised } from '../promised.ts';
import { bookPosting, lockBalance } from './postings.ts';

/**
 * Loans whose cancellation waits for customer service or for the returned money. A borrower who asked in time does not pay for the wait, so
 * no reminder is sent and nothing becomes overdue.
 */
export async function waitingLoans(db: Db | Tx, loanIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (loanIds.length === 0) return new Set();
  const rows = await db
    .selectFrom('cancellation_requests')
    .select('loan_id')
    .where('state', '=', 'open')
    .where('loan_id', 'in', loanIds)
    .union(
      db
        .selectFrom('repayments')
        .select('loan_id')
        .where('kind', '=', 'cancellation')
        .where('state', 'in', ['initiated', 'inProgress'])
        .where('loan_id', 'in', loanIds),
    )
    .execute();
  return new Set(rows.map(({ loan_id: id }) => id));
}

/** Defers the amounts that fell due during the wait by some days. */
function deferralOf(deps: Pick<Deps, 'releases' | 'clock'>): Extract<Posting, { type: 'deferral' }> {
  const day = todayOf(deps);
  return { type: 'deferral', day, dueDay: addDays(day, promised(deps, 'afterWaitDays')) };
}

/** A loan as it would be if its wait ended now. */
export function asIfAnswered(deps: Pick<Deps, 'releases' | 'clock'>, balance: LoanBalance): LoanBalance {
  const deferred = applyPosting(balance, deferralOf(deps));
  return isRefused(deferred) ? balance : deferred.balance;
}

/**
 * Ends the wait of a loan that continues. Amounts that fell due in the meantime are deferred by some days: interest accrues, late charges
 * do not.
 *
 * @param key identifies what ended the wait
 */
export async function endWait(tx: Tx, deps: Deps, loanId: string, key: string): Promise<void> {
  const deferral = deferralOf(deps);
  const balance = await lockBalance(tx, loanId);
  const dueDate = balance.state === 'active' ? nextDueDate(balance) : undefined;
  if (dueDate !== undefined && dueDate < deferral.dueDay) await bookPosting(tx, deps, loanId, `deferral:${key}`, deferral);
}
