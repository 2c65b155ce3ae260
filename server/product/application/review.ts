import type { Tx } from '../../platform/db/database.ts';
import type { Deps } from '../../platform/deps.ts';
import { closeWork, openWork } from '../../platform/work/items.ts';
import type { WorkKind } from '../../contract/staff/workKinds.ts';
import { numberOf } from './number.ts';
import type { ApplicationHead } from './transitions.ts';

const kinds: readonly WorkKind[] = ['referred', 'refill'];

/** Adds a referred application to the staff queue, and removes it when it leaves that state. */
export async function followReview(tx: Tx, deps: Deps, { id, customerId, state: from }: ApplicationHead, to: string): Promise<void> {
  if (from === 'referred' && to !== 'referred') await closeWork(tx, deps, kinds, id);
  if (to !== 'referred') return;
  const kind: WorkKind = (await wasSentBack(tx, id)) ? 'refill' : 'referred';
  await openWork(tx, deps, { kind, subject: id, customerId, number: numberOf(id) });
}

async function wasSentBack(tx: Tx, id: string): Promise<boolean> {
  const events = tx.selectFrom('application_events').select('id').where('application_id', '=', id).where('event', '=', 'resubmitted');
  return (await events.executeTakeFirst()) !== undefined;
}
