import type { Selectable } from 'kysely';
import type { Db, Tx } from '../../platform/db/database.ts';
import type { CancellationRequestRow } from '../loans/table.ts';
import type { RepaymentRecord } from './types.ts';

/** States in which money may still come by itself; at most one such repayment a loan, by a partial unique index. */
export const unfinishedStates = ['initiated', 'inProgress'] as const;

export const isUnfinished = ({ state }: Pick<RepaymentRecord, 'state'>): boolean => (unfinishedStates as readonly string[]).includes(state);

export const findRepayment = (db: Db | Tx, id: string): Promise<RepaymentRecord | undefined> =>
  db.selectFrom('repayments').selectAll().where('id', '=', id).executeTakeFirst();

/** The repayment that is under way, if one is. */
export const unfinishedOf = (db: Db | Tx, loanId: string): Promise<RepaymentRecord | undefined> =>
  db.selectFrom('repayments').selectAll().where('loan_id', '=', loanId).where('state', 'in', unfinishedStates).executeTakeFirst();

/** The request of a loan that waits for customer service. */
export const openRequestOf = (db: Db | Tx, loanId: string): Promise<Selectable<CancellationRequestRow> | undefined> =>
  db.selectFrom('cancellation_requests').selectAll().where('loan_id', '=', loanId).where('state', '=', 'open').executeTakeFirst();

/** Nothing more can come of it: its money is booked, or held because it did not fit. */
export const isOver = ({ state, paid_at: paidAt }: Pick<RepaymentRecord, 'state' | 'paid_at'>): boolean =>
  state === 'success' || paidAt !== null;
