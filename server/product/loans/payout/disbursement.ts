import type { Selectable } from 'kysely';
import type { Db, Tx } from '../../../platform/db/database.ts';
import type { DisbursementRow } from '../table.ts';

export type Disbursement = Selectable<DisbursementRow>;

const finalStates = ['paid', 'failed', 'mismatch'] as const;

/** Whether an attempt can no longer change by itself. A mismatch waits for staff. */
export const isFinal = ({ state }: Pick<Disbursement, 'state'>): boolean => (finalStates as readonly string[]).includes(state);

export const readDisbursement = (db: Db | Tx, id: string): Promise<Disbursement | undefined> =>
  db.selectFrom('disbursements').selectAll().where('id', '=', id).executeTakeFirst();

export const latestDisbursement = (db: Db | Tx, loanId: string): Promise<Disbursement | undefined> =>
  db.selectFrom('disbursements').selectAll().where('loan_id', '=', loanId).orderBy('attempt', 'desc').limit(1).executeTakeFirst();

/** Updates an unfinished attempt; undefined when it has finished since. The row stays locked until the transaction ends. */
export const moveOn = (
  db: Db | Tx,
  id: string,
  now: Date,
  set: Partial<Omit<Disbursement, 'id' | 'loan_id' | 'reference'>>,
): Promise<Disbursement | undefined> =>
  db
    .updateTable('disbursements')
    .set({ ...set, updated_at: now })
    .where('id', '=', id)
    .where('state', 'not in', finalStates)
    .returningAll()
    .executeTakeFirst();
