import type { Db, Tx } from '../../../platform/db/database.ts';
import type { Deps } from '../../../platform/deps.ts';
import { uuidV7 } from '../../../platform/random.ts';
import type { EasyReloanRunRow, RunRecord } from './table.ts';

export const runJob = 'easyReloan.run';

/** Schedules a loan, once for each cause. Undefined if it was scheduled before. */
export async function scheduleRun(
  tx: Tx,
  { clock, random }: Pick<Deps, 'clock' | 'random'>,
  { customerId, consentId, cause, dueAt }: { customerId: string; consentId: string; cause: string; dueAt: Date },
): Promise<string | undefined> {
  const now = clock.now();
  const inserted = await tx
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
  return inserted?.id;
}

/** Changes a run if it is still in the state that the caller read; undefined if it has moved on. */
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

/** Cancels runs that have not started: Easy Re-loan was turned off or changed, or the preceding loan was cancelled. */
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

/** Whether the next loan has a predecessor: an open loan, or a settled one whose successor is due. */
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
