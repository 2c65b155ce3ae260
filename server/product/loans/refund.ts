import { addDays } from '../../lending/index.ts';
import type { Loan } from '../../contract/loans.ts';
import type { Deps } from '../../platform/deps.ts';
import { dayOf, todayOf } from '../../platform/time.ts';
import { promised } from '../promised.ts';
import type { Overpayment } from '../ledger/balances.ts';

/** The day by which an overpayment is refunded. */
export const refundBy = (deps: Pick<Deps, 'releases'>, since: Date): string => addDays(dayOf(deps, since), promised(deps, 'refundDays'));

/** The amount owed to the borrower, its refund date, and the amount refunded already. */
export function overpaidView(
  deps: Pick<Deps, 'releases' | 'clock'>,
  { owedCents, since, refundedCents }: Overpayment,
): Pick<Loan, 'owedCents' | 'refund' | 'refundedCents'> {
  const by = since && refundBy(deps, since);
  return {
    owedCents,
    ...(by === undefined ? {} : { refund: { by, isLate: todayOf(deps) > by } }),
    ...(refundedCents > 0 ? { refundedCents } : {}),
  };
}
