import { audit } from '../audit/audit.ts';
import type { Tx } from '../db/database.ts';
import type { Deps } from '../deps.ts';

/**
 * Runs what the database answers by voiding the approvals of a change (0047_publishing), and audits whose approvals those were. Call it last
 * in a transaction, as `audit`.
 */
export async function voiding<T>(
  tx: Tx,
  deps: Pick<Deps, 'clock'>,
  { id, actor }: { id: string; actor: string },
  edit: () => Promise<T>,
): Promise<T> {
  const approvals = await tx
    .selectFrom('change_reviews')
    .select(['staff_id', 'release_hash'])
    .where('change_id', '=', id)
    .where('decision', '=', 'approved')
    .orderBy('staff_id')
    .execute();
  const result = await edit();
  const [first] = approvals;
  if (first) {
    const detail = { release: first.release_hash, of: approvals.map(({ staff_id: staff }) => staff) };
    await audit(tx, deps, { actor, action: 'change.approvalsVoided', subject: `change:${id}`, detail });
  }
  return result;
}
