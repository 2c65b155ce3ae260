import type { Db, Tx } from '../../platform/db/database.ts';
import type { Deps } from '../../platform/deps.ts';
import { audit } from '../../platform/audit/audit.ts';

const name = 'withdrawalsPaused';

export async function areWithdrawalsPaused(db: Db | Tx): Promise<boolean> {
  const row = await db.selectFrom('switches').select('is_on').where('name', '=', name).executeTakeFirst();
  return row?.is_on ?? false;
}

/**
 * Pauses new withdrawals on every node at once, or resumes them. One member of staff is enough (safety.md, "Staff"). Loans that were
 * already signed are still paid out.
 *
 * @param actor `staff:<id>`
 */
export async function setWithdrawalsPaused(deps: Deps, actor: string, paused: boolean): Promise<void> {
  const changed = { is_on: paused, actor, changed_at: deps.clock.now() };
  await deps.db.transaction().execute(async (tx) => {
    await tx
      .insertInto('switches')
      .values({ name, ...changed })
      .onConflict((conflict) => conflict.column('name').doUpdateSet(changed))
      .execute();
    await audit(tx, deps, { actor, action: paused ? 'withdrawals.paused' : 'withdrawals.resumed', subject: 'withdrawals' });
  });
}
