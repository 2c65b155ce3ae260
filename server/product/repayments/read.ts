import { momentIn } from '../../../engine/config/days.ts';
import type { Repayment } from '../../contract/repayments.ts';
import { addMonths } from '../../lending/index.ts';
import type { Day } from '../../lending/types.ts';
import type { Deps } from '../../platform/deps.ts';
import { ownOrNotFound } from '../../platform/http/own.ts';
import { timeZoneOf, todayOf } from '../../platform/time.ts';
import { ownLoan } from '../loans/read.ts';
import type { Viewer } from '../../platform/customer/viewer.ts';
import { promised } from '../promised.ts';
import { findRepayment } from './find.ts';
import { repaymentView } from './view.ts';

const maxListed = 500;

/** A borrower's own repayment. Refuses another customer's with `notFound` and logs the attempt. */
export async function getRepayment({ deps, customerId }: Viewer, repaymentId: string): Promise<Repayment> {
  const row = ownOrNotFound(deps, customerId, 'repayment', repaymentId, await findRepayment(deps.db, repaymentId));
  const { order_number: order } = await deps.db
    .selectFrom('loans')
    .select('order_number')
    .where('id', '=', row.loan_id)
    .executeTakeFirstOrThrow();
  return repaymentView(deps, row, order);
}

/** Repayments started in the last months, newest first (C04). */
export async function listRepayments(viewer: Viewer, loanId?: string): Promise<{ repayments: Repayment[]; since: Day }> {
  const { deps, customerId } = viewer;
  const since = addMonths(todayOf(deps), -promised(deps, 'historyMonths'));
  const loan = loanId === undefined ? undefined : await ownLoan(viewer, loanId);
  const rows = await deps.db
    .selectFrom('repayments')
    .innerJoin('loans', 'loans.id', 'repayments.loan_id')
    .selectAll('repayments')
    .select('loans.order_number')
    .where('repayments.customer_id', '=', customerId)
    .where('repayments.created_at', '>=', momentIn(timeZoneOf(deps), since))
    .$if(loan !== undefined, (query) => query.where('repayments.loan_id', '=', loan?.id ?? ''))
    .orderBy('repayments.created_at', 'desc')
    .limit(maxListed)
    .execute();
  return { since, repayments: rows.map(({ order_number: order, ...row }) => repaymentView(deps, row, order)) };
}

/** A repayment's state, for anybody who has its id. The provider may redirect here without a session, and the id cannot be guessed. */
export async function repaymentResult({ db }: Deps, repaymentId: string): Promise<{ state: Repayment['state'] | 'held' | 'unknown' }> {
  const row = await db.selectFrom('repayments').select(['state', 'reason']).where('id', '=', repaymentId).executeTakeFirst();
  return { state: row?.reason === 'held' ? 'held' : (row?.state ?? 'unknown') };
}
