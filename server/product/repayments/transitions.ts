import type { UpdateObject } from 'kysely';
import type { Database, Tx } from '../../platform/db/database.ts';
import type { Deps } from '../../platform/deps.ts';
import { applyEvent } from '../../platform/lifeCycles/applyEvent.ts';
import { findRepayment } from './find.ts';
import type { RepaymentRecord } from './types.ts';

export interface RepaymentEvent {
  name: 'requested' | 'succeeded' | 'failed' | 'mismatched' | 'abandoned';
  /** Conditions and effects read it as `event.<name>`. */
  detail?: Readonly<Record<string, unknown>>;
  /** Columns of the repayment that change with the event. */
  set?: Omit<UpdateObject<Database, 'repayments'>, 'id' | 'state'>;
}

/** Applies an event to a repayment (see `applyEvent`). Returns the repayment afterwards. */
export async function applyRepaymentEvent(
  tx: Tx,
  deps: Deps,
  { id, state }: RepaymentRecord,
  { name, detail, set }: RepaymentEvent,
  actor: string,
): Promise<RepaymentRecord> {
  const updated = await applyEvent(tx, deps, {
    release: deps.releases.active(),
    lifeCycleId: 'repayment',
    table: 'repayments',
    key: { id },
    from: state,
    event: { ...detail, name },
    actor,
    set: (_to, now) => ({ ...set, updated_at: now }),
  });
  // An effect may have updated the row.
  return (await findRepayment(tx, id)) ?? updated;
}
