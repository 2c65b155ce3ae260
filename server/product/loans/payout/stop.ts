import type { Tx } from '../../../platform/db/database.ts';
import type { Deps } from '../../../platform/deps.ts';
import type { PayoutFailureReason } from '../../../ports/payout.ts';
import { applyLoanEvent } from '../transitions.ts';
import type { LoanRecord } from '../types.ts';
import { failureEvent } from './failure.ts';

/**
 * Ends an attempt that has not been sent, as if the provider had refused it for `reason`. The loan then waits for the corrections that this
 * reason asks for. Returns false if there is no such attempt, because then the money may have left.
 */
export async function stopPayout(tx: Tx, deps: Deps, loan: LoanRecord, reason: PayoutFailureReason, actor: string): Promise<boolean> {
  const stopped = await tx
    .updateTable('disbursements')
    .set({ state: 'failed', reason, updated_at: deps.clock.now() })
    .where('loan_id', '=', loan.id)
    .where('state', '=', 'waiting')
    .returningAll()
    .executeTakeFirst();
  if (!stopped) return false;
  await applyLoanEvent(tx, deps, loan, await failureEvent(tx, deps, stopped), actor);
  return true;
}
