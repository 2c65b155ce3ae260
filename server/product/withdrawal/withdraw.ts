import type { SignatureInput } from '../../contract/agreements.ts';
import type { Loan } from '../../contract/loans.ts';
import { stableJson } from '../../../engine/form/hash.ts';
import { capFindingsOn, chosenTerms } from '../../lending/index.ts';
import type { Tx } from '../../platform/db/database.ts';
import { fail } from '../../platform/problem.ts';
import { todayOf } from '../../platform/time.ts';
import { lockOwner } from '../../platform/customer/lock.ts';
import { activeAccount, type StoredAccount } from '../payoutAccount/accounts.ts';
import { freezeAgreement } from '../agreements/freeze.ts';
import { signing, type Sign } from '../agreements/signature/signing.ts';
import { preloadAgreements, type Signatory } from '../agreements/text.ts';
import { audit } from '../../platform/audit/audit.ts';
import type { Once } from '../../platform/sessions/command.ts';
import { disclosed, isDisclosedToday } from '../loans/disclosed.ts';
import { lendingFor, lendingNow, type LendingFor, type LendingNow } from './products.ts';
import { ownLoan } from '../loans/read.ts';
import { assertMayBorrow, eligibilityOf } from './eligibility.ts';
import { applyLoanEvent, readLoan } from '../loans/transitions.ts';
import type { LoanRecord } from '../loans/types.ts';
import { loanView } from '../loans/view.ts';
import type { Viewer } from '../../platform/customer/viewer.ts';

/** The borrower's consent to one disclosure of one loan. */
export interface Consent {
  loanId: string;
  disclosureHash: string;
  nonce: string;
  signature?: SignatureInput;
}

/**
 * Agrees to the disclosed loan and starts its payout (L03, L08). Consent, agreement, coupon and the first payout attempt are stored in one
 * transaction; a job sends the money.
 *
 * Refuses with `disclosureChanged` (409: the consent is for another loan, day or account, or the caps changed), `openLoan`, `notAccepted`,
 * `overLimit`, `withdrawalsPaused`, `signatureRequired`, `couponUnavailable`.
 */
export async function withdraw(viewer: Viewer, consent: Consent, once: Once): Promise<Loan> {
  const { deps } = viewer;
  const loan = await ownLoan(viewer, consent.loanId);
  const lending = await lendingNow(deps);
  assertAgreed(viewer, loan, consent, lending);
  await preloadAgreements(deps, loan);
  return signing(viewer, consent.signature, (sign) =>
    once(async (tx) => {
      // Serialises withdrawals of one customer: the second sees the loan of the first (L05).
      const customer = await lockOwner(tx, viewer.customerId);
      const current = await readLoan(tx, loan.id);
      const account = await activeAccount(tx, viewer.customerId);
      if (current.nonce !== loan.nonce || !isPaidTo(account, current)) fail('disclosureChanged');
      const offered = await lendingFor({ ...viewer, db: tx }, lending);
      const application = assertMayBorrow(await eligibilityOf(tx, viewer.customerId, offered), current.principal_cents);
      if (application.id !== current.application_id || !isStillOffered(viewer, offered, current)) fail('disclosureChanged');
      const signing = { sign, actor: 'borrower', signatory: { customer, application, account } } as const;
      return agree(tx, viewer, current, signing, (agreed) => loanView({ ...viewer, db: tx }, agreed, { account }));
    }),
  );
}

/** Loans disclosed by an earlier version name no account. */
const isPaidTo = (account: StoredAccount | undefined, { account_id: accountId }: LoanRecord): boolean =>
  accountId === null || account?.id === accountId;

/**
 * Whether the borrower would still get these terms. The borrower's circumstances may have changed since the disclosure. A release published
 * in the meantime changes nothing: what was disclosed today stands.
 */
function isStillOffered({ deps }: Viewer, { products, release }: LendingFor, loan: LoanRecord): boolean {
  if (loan.release !== release.hash) return true;
  const product = products.find(({ id }) => id === loan.product_id);
  const terms = product && chosenTerms(product, { amountCents: loan.principal_cents, termDays: loan.term_days }, todayOf(deps));
  return terms !== undefined && stableJson(terms) === stableJson(loan.terms);
}

/** The consent must name the current disclosure. */
function assertAgreed({ deps }: Viewer, loan: LoanRecord, { disclosureHash, nonce }: Consent, { caps }: LendingNow): void {
  const today = todayOf(deps);
  if (loan.disclosure_hash !== disclosureHash || loan.nonce !== nonce) fail('disclosureChanged');
  if (loan.open) fail('openLoan');
  if (loan.state !== disclosed || !isDisclosedToday(deps, loan)) fail('disclosureChanged');
  if (capFindingsOn(loan.terms, caps, today).length > 0) fail('disclosureChanged');
}

interface Signing {
  sign: Sign;
  actor: 'borrower' | 'easyReloan' | 'appointment';
  signatory: Signatory;
  /** When the borrower signed; now by default. */
  signedAt?: Date;
}

/**
 * Signs a disclosed loan and starts its payout: agreement, coupon, first attempt and audit row, in the caller's transaction. Both
 * withdrawals and loans agreed to in advance use it. The caller holds the lock of `lockOwner`, has called `assertMayBorrow`, and called
 * `preloadAgreements` before the transaction.
 *
 * @param rest further work in the transaction, before the audit chain is locked
 */
export async function agree<Answer>(
  tx: Tx,
  viewer: Viewer,
  loan: LoanRecord,
  { sign, actor, signatory, signedAt = viewer.deps.clock.now() }: Signing,
  rest: (loan: LoanRecord) => Promise<Answer>,
): Promise<Answer> {
  const { deps, customerId } = viewer;
  const set = { signature_id: await sign(tx), signed_at: signedAt };
  const detail = { disclosureHash: loan.disclosure_hash };
  const signed = await applyLoanEvent(tx, deps, loan, { name: 'signed', detail, set }, actor);
  await freezeAgreement(tx, viewer, signed, signatory);
  const to = { account_id: signatory.account?.id ?? null };
  const answer = await rest(await applyLoanEvent(tx, deps, signed, { name: 'payoutStarted', set: to }, actor));
  const { principal_cents: principalCents, received_cents: receivedCents } = loan;
  await audit(tx, deps, {
    actor: actor === 'borrower' ? `customer:${customerId}` : actor,
    action: 'loan.withdrawn',
    subject: `loan:${loan.id}`,
    detail: { ...detail, principalCents, receivedCents },
  });
  return answer;
}
