import type { Db, Tx } from '../../platform/db/database.ts';
import type { Deps } from '../../platform/deps.ts';
import { activeAccount } from '../payoutAccount/accounts.ts';
import { audit } from '../../platform/audit/audit.ts';
import { applyLoanEvent, readLoan } from './transitions.ts';
import type { LoanRecord } from './types.ts';

const waiting = 'bankRefill';

/** The application's loan that waits for another payout account. */
export const waitingLoan = (db: Db | Tx, applicationId: string): Promise<LoanRecord | undefined> =>
  db.selectFrom('loans').selectAll().where('application_id', '=', applicationId).where('state', '=', waiting).executeTakeFirst();

/**
 * Retries a payout to the account that the borrower has corrected, under a new reference. Terms, signature and coupon stay (L12). Refuses
 * with `conflict` if the loan is no longer waiting.
 */
export async function resumePayout(tx: Tx, deps: Deps, { id, customer_id: customerId }: LoanRecord): Promise<void> {
  const account = await activeAccount(tx, customerId);
  const set = { reason: null, account_id: account?.id ?? null };
  const loan = await applyLoanEvent(tx, deps, await readLoan(tx, id), { name: 'accountRefilled', set }, 'borrower');
  await audit(tx, deps, { actor: `customer:${customerId}`, action: 'loan.accountRefilled', subject: `loan:${loan.id}` });
}
