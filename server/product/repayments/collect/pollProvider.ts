import type { Deps } from '../../../platform/deps.ts';
import type { CollectionReceipt } from '../../../ports/collection.ts';
import { ProviderError } from '../../../ports/providerError.ts';
import type { RepaymentRecord } from '../types.ts';

const unknown: CollectionReceipt = { state: 'unknown' };

/**
 * Requests the money from the provider, or polls the request's state. The reference was stored before. The provider treats a repeated
 * reference as the same request, so calling twice never collects twice. Runs outside transactions.
 *
 * @returns the provider's receipt; `unknown` when the call failed; undefined when the provider does not know a repayment that has expired
 */
export async function pollProvider(deps: Deps, repayment: RepaymentRecord): Promise<CollectionReceipt | undefined> {
  const mayRequest = repayment.state === 'initiated' && deps.clock.now() < repayment.expires_at;
  try {
    return mayRequest ? await request(deps, repayment) : await deps.ports.collection.status(repayment.reference);
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    const isRefused = error.kind === 'refused';
    const subject = `repayment:${repayment.id}`;
    // `refused` means that our key or request is wrong, and staff must act.
    if (isRefused) deps.alarms.raise({ kind: 'collectionRefused', subject, err: error }, 'the collection provider refuses our request');
    else deps.log.warn({ repayment: repayment.id, err: error }, 'polling the collection provider failed');
    // The borrower may try again. If the provider accepted the request after all, late money is still booked.
    return isRefused && mayRequest ? { state: 'failed', reason: 'other' } : unknown;
  }
}

async function request(deps: Deps, { loan_id: loanId, reference, amount_cents: amountCents, expires_at: expiresAt }: RepaymentRecord) {
  const { order_number: description } = await deps.db
    .selectFrom('loans')
    .select('order_number')
    .where('id', '=', loanId)
    .executeTakeFirstOrThrow();
  return deps.ports.collection.request({ reference, amountCents, description, expiresAt });
}
