import { addDays } from '../../lending/index.ts';
import type { Loan } from '../../contract/loans.ts';
import type { Deps } from '../../platform/deps.ts';
import { dayOf, todayOf } from '../../platform/time.ts';
import type { Overpayment } from '../ledger/balances.ts';

/** Default of the release's setting: days until an overpayment is refunded. */
const defaultRefundDays = 7;

/** The day by which an overpayment is refunded. */
export function refundBy(deps: Pick<Deps, 'releases'>, since: Date): string {
  const { refundDays: days } = deps.releases.active().manifest.settings.constants;
  return addDays(dayOf(deps, since), typeof days === 'number' ? days : defaultRefundDays);
}

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
