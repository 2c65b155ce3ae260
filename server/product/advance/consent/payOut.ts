import type { Tx } from '../../../platform/db/database.ts';
import type { Deps } from '../../../platform/deps.ts';
import type { MissedReason, WaitingReason } from '../../../contract/advance.ts';
import { fail, ProblemError } from '../../../platform/problem.ts';
import { worseThanAgreed } from '../../../lending/advance.ts';
import { signingOnFile } from '../../agreements/signature/signing.ts';
import { readSignatory, preloadAgreements } from '../../agreements/text.ts';
import { discloseLoan } from '../../withdrawal/prepare.ts';
import { lendingNow, type LendingNow } from '../../withdrawal/products.ts';
import type { LoanRecord } from '../../loans/types.ts';
import { viewerOf, type Viewer } from '../../../platform/customer/viewer.ts';
import { agree } from '../../withdrawal/withdraw.ts';
import type { StandingConsent } from './table.ts';

/** The borrower and today's products. Load them before the transaction begins. */
export interface PreparedPayOut {
  viewer: Viewer;
  lending: LendingNow;
}

export async function preparePayOut(deps: Deps, customerId: string): Promise<PreparedPayOut> {
  const lending = await lendingNow(deps);
  await deps.releases.keep(lending.release.hash);
  await preloadAgreements(deps, { release: lending.release.hash });
  return { viewer: await viewerOf(deps, customerId), lending };
}

/**
 * Creates a loan under an earlier consent and starts its payout. It is disclosed under today's terms, signed with the signature on file,
 * and gets its own agreement. `rest` runs in the same transaction.
 *
 * Refuses as a withdrawal does, and with `termsChanged` when today's terms are worse than those agreed to.
 */
export async function payOutByConsent(
  tx: Tx,
  { viewer, lending }: PreparedPayOut,
  consent: StandingConsent,
  actor: 'easyReloan' | 'appointment',
  rest: (loan: LoanRecord) => Promise<void>,
): Promise<void> {
  const {
    product_id: productId,
    principal_cents: amountCents,
    term_days: termDays,
    customer_id: customerId,
    agreed_at: signedAt,
  } = consent;
  const loan = await discloseLoan(tx, viewer, lending, { productId, amountCents, termDays });
  const worse = worseThanAgreed(consent.terms, loan.terms);
  if (worse.length > 0) fail('termsChanged', { detail: worse.join(', ') });
  const signatory = await readSignatory({ ...viewer, db: tx }, loan.application_id);
  await agree(tx, viewer, loan, { sign: signingOnFile(customerId), actor, signatory, ...(signedAt ? { signedAt } : {}) }, rest);
}

/** Maps the error code of a refused payout to the reason stored with the plan. */
const reasons: Readonly<Record<string, MissedReason>> = {
  openLoan: 'openLoan',
  overLimit: 'overLimit',
  notAccepted: 'notAccepted',
  withdrawalsPaused: 'withdrawalsPaused',
  badRequest: 'notOffered',
  termsChanged: 'termsChanged',
  signatureRequired: 'signatureRequired',
};

/** Returns the reason for a refusal. Rethrows any other error. */
export function reasonOf(error: unknown): MissedReason {
  if (error instanceof ProblemError) {
    const reason = reasons[error.code];
    if (reason) return reason;
  }
  throw error;
}

/** Obstacles that may pass within the waiting days, so the payout is retried. */
export const isTemporary = (reason: MissedReason): reason is WaitingReason => reason === 'openLoan' || reason === 'withdrawalsPaused';
