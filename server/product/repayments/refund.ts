import { sql } from 'kysely';
import { refundEntries } from '../../lending/index.ts';
import type { OwedMoney } from '../../contract/staff/refunds.ts';
import type { Db, Tx } from '../../platform/db/database.ts';
import type { Deps } from '../../platform/deps.ts';
import type { JobHandler } from '../../platform/jobs/types.ts';
import { notify } from '../../platform/notifications/notify.ts';
import { fail } from '../../platform/problem.ts';
import { daySeconds, todayOf } from '../../platform/time.ts';
import { overpayments, refundKind } from '../ledger/balances.ts';
import { post } from '../ledger/post.ts';
import { lockBalance } from '../loans/postings.ts';
import { refundBy } from '../loans/refund.ts';
import { readLoan } from '../loans/transitions.ts';
import type { LoanRecord } from '../loans/types.ts';

const everySeconds = 3600;

/** Overpayments owed to borrowers, most urgent first. */
export async function listOwed(deps: Pick<Deps, 'releases'> & { db: Db | Tx }): Promise<OwedMoney[]> {
  const owed = [...(await overpayments(deps.db))].filter(([, { owedCents }]) => owedCents > 0);
  const loans = await deps.db
    .selectFrom('loans')
    .select(['id', 'order_number', 'customer_id'])
    .where('id', 'in', ['', ...owed.map(([id]) => id)])
    .execute();
  const byId = new Map(loans.map((loan) => [loan.id, loan]));
  return owed
    .flatMap(([loanId, { owedCents, since }]) => {
      const loan = byId.get(loanId);
      if (!loan || !since) return [];
      return [{ loanId, orderNumber: loan.order_number, customerId: loan.customer_id, owedCents, by: refundBy(deps, since) }];
    })
    .toSorted((one, other) => one.by.localeCompare(other.by));
}

interface Refund {
  loanId: string;
  amountCents: number;
  /** Reference of the transfer. It can be recorded only once. */
  reference: string;
}

/** Folds the case, so that all spellings of a reference have the same key. */
const keyOf = (reference: string): string => `refund:${reference.toUpperCase()}`;

/**
 * The journal of a refund. Ignores case, because old keys were stored as typed. The kind is an SQL literal, so that every query plan can
 * use the partial index.
 */
export const refundWith = (tx: Db | Tx, reference: string) =>
  tx
    .selectFrom('journals')
    .select('id')
    .where('kind', '=', sql.lit(refundKind))
    .where(({ fn }) => fn<string>('upper', ['key']), '=', keyOf(reference).toUpperCase());

/**
 * Locks and returns the loan of a refund that can be recorded. Refuses with `notFound`, `refundNothing` if nothing is owed any more,
 * `refundAmount` if another amount was sent, and `refundTwice`.
 */
export async function refundableLoan(tx: Tx, { loanId, amountCents, reference }: Refund): Promise<LoanRecord> {
  const known = await tx.selectFrom('loans').select('id').where('id', '=', loanId).executeTakeFirst();
  if (!known) fail('notFound');
  await lockBalance(tx, loanId);
  const { owedCents = 0 } = (await overpayments(tx, loanId)).get(loanId) ?? {};
  if (owedCents <= 0) fail('refundNothing');
  if (amountCents !== owedCents) fail('refundAmount', { params: { owedCents } });
  const used = await refundWith(tx, reference).executeTakeFirst();
  if (used) fail('refundTwice', { params: { reference } });
  return readLoan(tx, loanId);
}

/**
 * Records that everything owed to a loan's borrower was refunded, and notifies the borrower. Refuses as `refundableLoan` does. The caller
 * writes the audit row.
 */
export async function recordRefund(tx: Tx, deps: Deps, refund: Refund): Promise<void> {
  const { order_number: order, customer_id: customerId } = await refundableLoan(tx, refund);
  const { loanId, amountCents: owedCents } = refund;
  const key = keyOf(refund.reference);
  await post(tx, deps, { key, kind: refundKind, loanId, day: todayOf(deps), entries: refundEntries(owedCents) });
  await notify(tx, deps, customerId, 'repayment.refunded', { order, owedCents }, { key });
}

/** Alerts staff to overpayments that were not refunded by the promised day. */
export const lateRefunds: JobHandler = {
  kind: 'repayments.lateRefunds',
  everySeconds,
  run: async (deps) => {
    const today = todayOf(deps);
    for (const { loanId, orderNumber, owedCents, by } of await listOwed(deps)) {
      if (today <= by) continue;
      const alarm = { kind: 'refundLate', subject: `loan:${loanId}`, detail: { orderNumber, owedCents, by }, quietSeconds: daySeconds };
      deps.alarms.raise(alarm, 'an overpayment was not refunded by the promised day');
    }
  },
};
