import type { Db, Tx } from '../../../platform/db/database.ts';
import type { Deps } from '../../../platform/deps.ts';
import { uuidV7 } from '../../../platform/random.ts';
import type { EasyReloanRunRow, RunRecord } from './table.ts';

/** Kind of the job that makes the next loan. */
export const runJob = 'easyReloan.run';

/** Notes that a loan is to be made, once for each cause; undefined where it was noted before. */
export async function noteRun(
  tx: Tx,
  { clock, random }: Pick<Deps, 'clock' | 'random'>,
  { customerId, consentId, cause, dueAt }: { customerId: string; consentId: string; cause: string; dueAt: Date },
): Promise<string | undefined> {
  const now = clock.now();
  const noted = await tx
    .insertInto('easy_reloan_runs')
    .values({
      id: uuidV7(clock, random),
      customer_id: customerId,
      consent_id: consentId,
      cause,
      state: 'waiting',
      due_at: dueAt,
      loan_id: null,
      reason: null,
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.columns(['customer_id', 'cause']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return noted?.id;
}

/** Moves a run on from a state; undefined when it was moved meanwhile. */
export const moveRun = (
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  { id, state }: Pick<RunRecord, 'id' | 'state'>,
  set: Partial<Pick<EasyReloanRunRow, 'state' | 'loan_id' | 'reason' | 'consent_id'>>,
): Promise<RunRecord | undefined> =>
  tx
    .updateTable('easy_reloan_runs')
    .set({ ...set, updated_at: clock.now() })
    .where('id', '=', id)
    .where('state', '=', state)
    .returningAll()
    .executeTakeFirst();

/** Drops the runs that have not begun: Easy Re-loan was turned off or changed, or the loan before them was cancelled. */
export async function cancelWaitingRuns(
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  customerId: string,
  reason: 'cancelled' | null = null,
): Promise<void> {
  await tx
    .updateTable('easy_reloan_runs')
    .set({ state: 'cancelled', reason, updated_at: clock.now() })
    .where('customer_id', '=', customerId)
    .where('state', '=', 'waiting')
    .execute();
}

/** Whether something is there that the next loan follows: an open loan, or one that was settled and whose successor is due. */
export async function hasLoanToFollow(db: Db | Tx, customerId: string): Promise<boolean> {
  const open = await db.selectFrom('loans').select('id').where('customer_id', '=', customerId).where('open', '=', true).executeTakeFirst();
  const waiting = await db
    .selectFrom('easy_reloan_runs')
    .select('id')
    .where('customer_id', '=', customerId)
    .where('state', 'in', ['waiting', 'disbursing'])
    .executeTakeFirst();
  return open !== undefined || waiting !== undefined;
}
