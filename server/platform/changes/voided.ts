import { audit } from '../audit/audit.ts';
import type { Tx } from '../db/database.ts';
import type { Deps } from '../deps.ts';

/**
 * Runs an edit that makes the database void the approvals of a change (0047_publishing), and audits whose approvals were voided. Call it
 * last in a transaction, like `audit`.
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
