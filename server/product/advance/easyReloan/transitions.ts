import type { Updateable } from 'kysely';
import { json } from '../../../platform/db/json.ts';
import type { Tx } from '../../../platform/db/database.ts';
import type { Deps } from '../../../platform/deps.ts';
import { applyEvent } from '../../../platform/lifeCycles/applyEvent.ts';
import type { EasyReloanRecord, EasyReloanRow } from './table.ts';

const lifeCycleId = 'easyReloan';

export interface EasyReloanEvent {
  name: 'turnedOn' | 'changed' | 'turnedOff' | 'ended' | 'succeeded' | 'failed' | 'undone' | 'paused';
  /** The run that the event concerns. */
  runId?: string;
  /** For a success: whether the previous loan was repaid too soon. */
  earnsNothing?: boolean;
  set?: Pick<Updateable<EasyReloanRow>, 'consent_id' | 'mode' | 'day_of_month' | 'since' | 'reason'>;
}

export const offColumns = { consent_id: null, mode: null, day_of_month: null, since: null, reason: null } as const;

/** The customer's row, created if missing and locked until the transaction ends. */
export async function lockEasyReloan(tx: Tx, deps: Deps, customerId: string): Promise<EasyReloanRecord> {
  const now = deps.clock.now();
  const { initial } = (await deps.releases.active().lifeCycle(lifeCycleId)).lifeCycle;
  await tx
    .insertInto('easy_reloans')
    .values({ customer_id: customerId, state: initial, ...offColumns, created_at: now, updated_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return tx.selectFrom('easy_reloans').selectAll().where('customer_id', '=', customerId).forUpdate().executeTakeFirstOrThrow();
}

/** Applies an event to Easy Re-loan (see `applyEvent`). The caller's transaction holds the row (`lockEasyReloan`). */
export async function applyEasyReloanEvent(
  tx: Tx,
  deps: Deps,
  { customer_id, state }: EasyReloanRecord,
  { name, runId, earnsNothing, set = {} }: EasyReloanEvent,
  actor: string,
): Promise<void> {
  const detail = { ...(runId === undefined ? {} : { runId }), ...(earnsNothing ? { earnsNothing } : {}) };
  await applyEvent(tx, deps, {
    release: deps.releases.active(),
    lifeCycleId,
    table: 'easy_reloans',
    key: { customer_id },
    from: state,
    event: { ...detail, name },
    actor,
    set: (_to, now) => ({ ...set, updated_at: now }),
    history: { table: 'easy_reloan_events', columns: { customer_id, detail: json(detail), actor } },
  });
}
