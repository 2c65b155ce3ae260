import type { Deps } from '../../../platform/deps.ts';
import type { CollectionReceipt } from '../../../ports/collection.ts';
import { ProviderError } from '../../../ports/providerError.ts';
import type { RepaymentRecord } from '../types.ts';

const unknown: CollectionReceipt = { state: 'unknown' };

/**
 * Asks the provider for the money, or how it stands. The reference was written down before: asked again under it, the
 * provider gives the same request, so that asking twice never takes money twice. Runs outside transactions.
 *
 * @returns what the provider says; `unknown` when it could not be asked, undefined when it never heard of a repayment that is
 * past its time
 */
export async function askProvider(deps: Deps, repayment: RepaymentRecord): Promise<CollectionReceipt | undefined> {
  const mayRequest = repayment.state === 'initiated' && deps.clock.now() < repayment.expires_at;
  try {
    return mayRequest ? await request(deps, repayment) : await deps.ports.collection.status(repayment.reference);
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    const isRefused = error.kind === 'refused';
    const subject = `repayment:${repayment.id}`;
    // Refused means that our key or our request is wrong, and a person has to look.
    if (isRefused) deps.alarms.raise({ kind: 'collectionRefused', subject, err: error }, 'the collection provider refuses our request');
    else deps.log.warn({ repayment: repayment.id, err: error }, 'the collection provider could not be asked');
    // What it did not take can be tried again; if it took it all the same, money that comes late is still booked.
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
