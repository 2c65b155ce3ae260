import { approvalWork } from '../../contract/staff/approvals.ts';
import type { Tx } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import type { JobHandler } from '../jobs/types.ts';
import { closeWork } from '../work/items.ts';

/** Voids proposals that nobody decided in time, either all or those about one subject, and closes their work items. */
export async function voidExpired(tx: Tx, deps: Deps, subject?: string): Promise<void> {
  const rows = await tx
    .updateTable('approvals')
    .set({ state: 'void' })
    .where('state', '=', 'pending')
    .where('expires_at', '<=', deps.clock.now())
    .$if(subject !== undefined, (query) => query.where('subject', '=', subject ?? ''))
    .returning('id')
    .execute();
  for (const { id } of rows) await closeWork(tx, deps, [approvalWork], id);
}

export const expireApprovals: JobHandler = {
  kind: 'approvals.expire',
  everySeconds: 600,
  run: (deps) => deps.db.transaction().execute((tx) => voidExpired(tx, deps)),
};
