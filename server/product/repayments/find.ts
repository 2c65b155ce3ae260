import type { Selectable } from 'kysely';
import type { Db, Tx } from '../../platform/db/database.ts';
import type { CancellationRequestRow } from '../loans/table.ts';
import type { RepaymentRecord } from './types.ts';

/** States in which money may still arrive without further action. A partial unique index allows one such repayment for each loan. */
export const unfinishedStates = ['initiated', 'inProgress'] as const;

export const isUnfinished = ({ state }: Pick<RepaymentRecord, 'state'>): boolean => (unfinishedStates as readonly string[]).includes(state);

export const findRepayment = (db: Db | Tx, id: string): Promise<RepaymentRecord | undefined> =>
  db.selectFrom('repayments').selectAll().where('id', '=', id).executeTakeFirst();

/** The repayment under way, if any. */
export const unfinishedOf = (db: Db | Tx, loanId: string): Promise<RepaymentRecord | undefined> =>
  db.selectFrom('repayments').selectAll().where('loan_id', '=', loanId).where('state', 'in', unfinishedStates).executeTakeFirst();

/** The loan's cancellation request that waits for customer service. */
export const openRequestOf = (db: Db | Tx, loanId: string): Promise<Selectable<CancellationRequestRow> | undefined> =>
  db.selectFrom('cancellation_requests').selectAll().where('loan_id', '=', loanId).where('state', '=', 'open').executeTakeFirst();

/** Whether the result is final: the money is booked, or held because the loan could not take it. */
export const isOver = ({ state, paid_at: paidAt }: Pick<RepaymentRecord, 'state' | 'paid_at'>): boolean =>
  state === 'success' || paidAt !== null;
