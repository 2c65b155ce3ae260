import type { LoanSummary } from '../../contract/staff/loans.ts';
import type { Deps } from '../../platform/deps.ts';
import { addDays, payoffOn } from '../../lending/index.ts';
import { fail } from '../../platform/problem.ts';
import { todayOf } from '../../platform/time.ts';
import { currentBalance } from '../loans/heldMoney.ts';
import type { LoanRecord } from '../loans/types.ts';
import { loanView } from '../loans/view.ts';
import { viewerOf } from '../../platform/customer/viewer.ts';
import { pageOf, pageSize } from '../../platform/page.ts';

/** A loan for a list. Its due date is computed and not stored, so only its view shows it. */
export const loanSummary = (row: LoanRecord): LoanSummary => ({
  id: row.id,
  orderNumber: row.order_number,
  customerId: row.customer_id,
  state: row.state,
  principalCents: row.principal_cents,
  createdAt: row.created_at.toISOString(),
});

/** Loans that were signed, newest first. */
export async function listLoans(deps: Deps, { state, before }: { state?: string; before?: string }) {
  let query = deps.db
    .selectFrom('loans')
    .selectAll()
    .where('signed_at', 'is not', null)
    .orderBy('id', 'desc')
    .limit(pageSize + 1);
  if (state !== undefined) query = query.where('state', '=', state);
  if (before !== undefined) query = query.where('id', '<', before);
  const { shown, more } = pageOf(await query.execute());
  return { loans: shown.map(loanSummary), ...more };
}

export async function loansOf({ db }: Deps, customerId: string): Promise<LoanSummary[]> {
  const rows = await db.selectFrom('loans').selectAll().where('customer_id', '=', customerId).orderBy('id', 'desc').execute();
  return rows.map(loanSummary);
}

/** A loan's postings, journals and transfers, and its view for the borrower. */
export async function openLoan(deps: Deps, id: string) {
  const { db } = deps;
  const row = await db.selectFrom('loans').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) return fail('notFound');
  const view = await loanView({ ...(await viewerOf(deps, row.customer_id)), db }, row);
  const [postings, journals, disbursements, repayments] = await Promise.all([
    db.selectFrom('loan_postings').select(['sequence', 'kind', 'day', 'posting']).where('loan_id', '=', id).orderBy('sequence').execute(),
    db
      .selectFrom('journals')
      .innerJoin('journal_entries', 'journal_entries.journal_id', 'journals.id')
      .select(['journals.key', 'journals.kind', 'journals.day', 'account', 'cents'])
      .where('journals.loan_id', '=', id)
      .orderBy('journals.id')
      .execute(),
    db
      .selectFrom('disbursements')
      .select(['id', 'attempt', 'reference', 'state', 'amount_cents', 'provider_reference', 'paid_cents', 'reason', 'updated_at'])
      .where('loan_id', '=', id)
      .orderBy('attempt')
      .execute(),
    db
      .selectFrom('repayments')
      .select(['id', 'kind', 'state', 'reference', 'amount_cents', 'coupon_cents', 'paid_cents', 'mismatch', 'reason', 'created_at'])
      .where('loan_id', '=', id)
      .orderBy('created_at')
      .execute(),
  ]);
  const withCash = postings.map((each) => {
    const { posting } = each;
    return { ...each, posting: { ...posting }, ...('cashCents' in posting && { cashCents: posting.cashCents }) };
  });
  return { loan: loanSummary(row), view, postings: withCash, journals, disbursements, repayments };
}

/** What settles a loan on a later day if nothing is paid until then. */
export async function loanOn(deps: Deps, { id, inDays }: { id: string; inDays: number }) {
  const row = await deps.db.selectFrom('loans').select(['id', 'terms', 'start_day']).where('id', '=', id).executeTakeFirst();
  if (!row) return fail('notFound');
  if (row.start_day === null) return fail('noOpenLoan');
  const day = addDays(todayOf(deps), inDays);
  const { capped: _, ...due } = payoffOn(await currentBalance(deps, deps.db, row), day);
  return { day, ...due };
}
