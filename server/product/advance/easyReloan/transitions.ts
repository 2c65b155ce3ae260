import type { Updateable } from 'kysely';
import { json } from '../../../platform/db/json.ts';
import type { Tx } from '../../../platform/db/database.ts';
import type { Deps } from '../../../platform/deps.ts';
import { fail } from '../../../platform/problem.ts';
import { runEffects, stepOf } from '../../../platform/lifeCycles/machines.ts';
import type { EasyReloanRecord, EasyReloanRow } from './table.ts';

const lifeCycleId = 'easyReloan';

export interface EasyReloanEvent {
  name: 'turnedOn' | 'changed' | 'turnedOff' | 'ended' | 'succeeded' | 'failed' | 'undone' | 'paused';
  /** The loan that it is about. */
  runId?: string;
  /** Of a success: the loan before it was paid back too soon. */
  earnsNothing?: boolean;
  set?: Pick<Updateable<EasyReloanRow>, 'consent_id' | 'mode' | 'day_of_month' | 'since' | 'reason'>;
}

/** What the row holds while it is off. */
export const nothingAgreed = { consent_id: null, mode: null, day_of_month: null, since: null, reason: null } as const;

/** The customer's row, made now if there is none, and kept from changing until the transaction ends. */
export async function lockEasyReloan(tx: Tx, deps: Deps, customerId: string): Promise<EasyReloanRecord> {
  const now = deps.clock.now();
  const { initial } = (await deps.releases.active().lifeCycle(lifeCycleId)).lifeCycle;
  await tx
    .insertInto('easy_reloans')
    .values({ customer_id: customerId, state: initial, ...nothingAgreed, created_at: now, updated_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return tx.selectFrom('easy_reloans').selectAll().where('customer_id', '=', customerId).forUpdate().executeTakeFirstOrThrow();
}

/**
 * The one place where Easy Re-loan changes its state: asks the life cycle, writes the row and the event, and runs the effects, in the
 * caller's transaction, which holds the row (`lockEasyReloan`). Refuses with `conflict` what the life cycle does not take.
 */
export async function applyEasyReloanEvent(
  tx: Tx,
  deps: Deps,
  row: EasyReloanRecord,
  { name, runId, earnsNothing, set = {} }: EasyReloanEvent,
  actor: string,
): Promise<void> {
  const { to, effects } = await stepOf(deps.releases.active(), lifeCycleId, row.state, { name });
  const now = deps.clock.now();
  const updated = await tx
    .updateTable('easy_reloans')
    .set({ ...set, state: to, updated_at: now })
    .where('customer_id', '=', row.customer_id)
    .where('state', '=', row.state)
    .returningAll()
    .executeTakeFirst();
  if (!updated) return fail('conflict');
  const detail = { ...(runId === undefined ? {} : { runId }), ...(earnsNothing ? { earnsNothing } : {}) };
  await tx
    .insertInto('easy_reloan_events')
    .values({ customer_id: row.customer_id, event: name, from_state: row.state, to_state: to, detail: json(detail), actor, at: now })
    .execute();
  await runEffects(lifeCycleId, effects, { tx, deps, subject: updated, event: { ...detail, name }, actor });
}
