import type { UpdateObject } from 'kysely';
import type { Database, Tx } from '../../platform/db/database.ts';
import type { Deps } from '../../platform/deps.ts';
import { fail } from '../../platform/problem.ts';
import { runEffects, stepOf } from '../../platform/lifeCycles/machines.ts';
import { findRepayment } from './find.ts';
import type { RepaymentRecord } from './types.ts';

const lifeCycleId = 'repayment';

/** Something that happened to a repayment. */
export interface RepaymentEvent {
  name: 'requested' | 'succeeded' | 'failed' | 'mismatched';
  /** Read by conditions and effects as `event.<name>`. */
  detail?: Readonly<Record<string, unknown>>;
  /** What the repayment stores with it. */
  set?: Omit<UpdateObject<Database, 'repayments'>, 'id' | 'state'>;
}

/**
 * The one place where a repayment changes its state: asks the life cycle, writes the row, and runs the effects, all in the
 * caller's transaction. Refuses with `conflict` what the life cycle does not take or what another request changed meanwhile.
 *
 * @returns the repayment afterwards
 */
export async function applyRepaymentEvent(
  tx: Tx,
  deps: Deps,
  repayment: RepaymentRecord,
  { name, detail, set }: RepaymentEvent,
  actor: string,
): Promise<RepaymentRecord> {
  const event = { ...detail, name };
  const step = await stepOf(deps.releases.active(), lifeCycleId, repayment.state, event);
  const updated = await tx
    .updateTable('repayments')
    .set({ ...set, state: step.to as RepaymentRecord['state'], updated_at: deps.clock.now() })
    .where('id', '=', repayment.id)
    .where('state', '=', repayment.state)
    .returningAll()
    .executeTakeFirst();
  if (!updated) fail('conflict');
  await runEffects(lifeCycleId, step.effects, { tx, deps, subject: updated, event, actor });
  // An effect may have written to the row.
  return (await findRepayment(tx, repayment.id)) ?? updated;
}
