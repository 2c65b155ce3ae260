import type { Loan, SignatureInput } from '../../contract/lending.ts';
import { capFindingsOn } from '../../lending/index.ts';
import type { Tx } from '../../db/database.ts';
import { fail } from '../../http/problem.ts';
import { manilaDay } from '../../time.ts';
import { lockOwner } from '../account/accounts.ts';
import { freezeAgreement } from '../agreements/freeze.ts';
import {
  discardSignature,
  prepareSignature,
  saveSignature,
  validSignature,
  type PreparedSignature,
} from '../agreements/signature/signatures.ts';
import { readyAgreements } from '../agreements/text.ts';
import { audit } from '../audit/audit.ts';
import { once, replay, type RequestKey } from '../flows/idempotency.ts';
import { disclosed, isDisclosedOn } from './draft.ts';
import { lendingNow } from './products.ts';
import { ownLoan } from './read.ts';
import { assertMayBorrow, borrowingStanding } from './standing.ts';
import { applyLoanEvent, readLoan } from './transitions.ts';
import type { LoanRecord } from './types.ts';
import { loanView } from './view.ts';
import type { Viewer } from './viewer.ts';

/** What the borrower agrees to: this disclosure of this loan, once. */
export interface Consent {
  loanId: string;
  disclosureHash: string;
  nonce: string;
  signature?: SignatureInput;
}

/**
 * Agrees to what was disclosed and asks for the money (L03, L08): consent, agreement, coupon and the first attempt to pay it out
 * are written in one transaction; the money leaves through a job. The session must be fresh (`assertFresh`).
 *
 * Refuses with `disclosureChanged` (409: another loan's consent, another day, caps that changed), `openLoan`, `notAccepted`,
 * `overLimit`, `withdrawalsPaused`, `signatureRequired`, `couponUnavailable`.
 */
export async function withdraw(viewer: Viewer, consent: Consent, request: RequestKey | undefined): Promise<Loan> {
  const { deps } = viewer;
  const loan = await ownLoan(viewer, consent.loanId);
  // After reading, as in saveStep: a twin of this request may have been first.
  const known = request && (await replay(deps.db, request));
  if (known) return known as Loan;
  assertAgreed(viewer, loan, consent);
  await readyAgreements(deps, loan);
  const signature = await preparedSignature(viewer, consent);
  let isKept = false;
  try {
    return await deps.db.transaction().execute((tx) =>
      once(tx, request, deps.clock.now(), async () => {
        const view = await agree(tx, viewer, loan, signature);
        isKept = true;
        return view;
      }),
    );
  } finally {
    if (signature && !isKept) await discardSignature(deps, signature);
  }
}

/** The consent names what was disclosed, and that still holds. */
function assertAgreed({ deps }: Viewer, loan: LoanRecord, { disclosureHash, nonce }: Consent): void {
  const today = manilaDay(deps.clock.now());
  if (loan.disclosure_hash !== disclosureHash || loan.nonce !== nonce) fail('disclosureChanged');
  if (loan.open) fail('openLoan');
  if (loan.state !== disclosed || !isDisclosedOn(loan, today)) fail('disclosureChanged');
  if (capFindingsOn(loan.terms, lendingNow(deps).caps, today).length > 0) fail('disclosureChanged');
}

async function preparedSignature({ deps, customerId }: Viewer, { signature }: Consent): Promise<PreparedSignature | undefined> {
  if (signature) return prepareSignature(deps, customerId, signature);
  if ((await validSignature(deps.db, customerId)) === undefined) fail('signatureRequired');
  return undefined;
}

async function agree(tx: Tx, viewer: Viewer, seen: LoanRecord, prepared: PreparedSignature | undefined): Promise<Loan> {
  const { deps, customerId } = viewer;
  // Withdrawals of one customer come one after the other: the second sees the loan of the first (L05).
  await lockOwner(tx, customerId);
  const loan = await readLoan(tx, seen.id);
  if (loan.nonce !== seen.nonce) fail('disclosureChanged');
  assertMayBorrow(await borrowingStanding(tx, customerId, lendingNow(deps)), loan.principal_cents);
  const signatureId = prepared ? await saveSignature(tx, deps, prepared) : await validSignature(tx, customerId);
  if (signatureId === undefined) fail('signatureRequired');
  const set = { signature_id: signatureId, signed_at: deps.clock.now() };
  const signed = await applyLoanEvent(
    tx,
    deps,
    loan,
    { name: 'signed', detail: { disclosureHash: loan.disclosure_hash }, set },
    'borrower',
  );
  await freezeAgreement(tx, viewer, signed);
  const disbursing = await applyLoanEvent(tx, deps, signed, { name: 'payoutStarted' }, 'borrower');
  const view = await loanView({ ...viewer, db: tx }, disbursing);
  const { principal_cents: principalCents, received_cents: receivedCents } = loan;
  await audit(tx, deps, {
    actor: `customer:${customerId}`,
    action: 'loan.withdrawn',
    subject: `loan:${loan.id}`,
    detail: { principalCents, receivedCents, disclosureHash: loan.disclosure_hash },
  });
  return view;
}
