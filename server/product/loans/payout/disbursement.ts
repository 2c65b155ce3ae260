import type { Selectable } from 'kysely';
import type { Db, Tx } from '../../../platform/db/database.ts';
import type { Deps } from '../../../platform/deps.ts';
import type { DisbursementRow } from '../table.ts';

export type Disbursement = Selectable<DisbursementRow>;

/** "Funds within 24 hours" (C01), where the settings say nothing else. */
const defaultHours = 24;

/** So many hours after an attempt began the borrower was promised the money. */
export function promisedHours({ releases }: Pick<Deps, 'releases'>): number {
  const { disbursementHours: hours } = releases.active().manifest.settings.constants;
  return typeof hours === 'number' ? hours : defaultHours;
}

const finalStates = ['paid', 'failed', 'mismatch'] as const;

/** Whether nothing more will come of an attempt by itself; a mismatch waits for staff. */
export const isFinal = ({ state }: Pick<Disbursement, 'state'>): boolean => (finalStates as readonly string[]).includes(state);

export const readDisbursement = (db: Db | Tx, id: string): Promise<Disbursement | undefined> =>
  db.selectFrom('disbursements').selectAll().where('id', '=', id).executeTakeFirst();

/** The newest attempt to pay a loan out. */
export const latestDisbursement = (db: Db | Tx, loanId: string): Promise<Disbursement | undefined> =>
  db.selectFrom('disbursements').selectAll().where('loan_id', '=', loanId).orderBy('attempt', 'desc').limit(1).executeTakeFirst();

/** Moves an unfinished attempt on; undefined when it was finished meanwhile. The row stays locked until the transaction ends. */
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
