import { addDays } from '../../lending/index.ts';
import type { Loan } from '../../contract/loans.ts';
import type { Deps } from '../../platform/deps.ts';
import { dayOf, todayOf } from '../../platform/time.ts';
import type { Overpayment } from '../ledger/balances.ts';

/** So many days after too much came in it is back, where the settings say nothing else. */
const defaultRefundDays = 7;

/** The day by which money is back that came in too much. */
export function refundBy(deps: Pick<Deps, 'releases'>, since: Date): string {
  const { refundDays: days } = deps.releases.active().manifest.settings.constants;
  return addDays(dayOf(deps, since), typeof days === 'number' ? days : defaultRefundDays);
}

/** How much the borrower is owed, by when it is back, and how much was sent back. */
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
