import type { Tx } from '../../platform/db/database.ts';
import { fail } from '../../platform/problem.ts';
import { uuidV7 } from '../../platform/random.ts';
import { releaseOfLoan } from '../loans/transitions.ts';
import type { LoanRecord } from '../loans/types.ts';
import type { Viewer } from '../../platform/customer/viewer.ts';
import { textsOf, type Signatory, type Text } from './text.ts';
import { signedState } from './transitions.ts';

export const placeOf = (id: string) => `agreement|${id}`;

/**
 * Stores the texts that the borrower agreed to, with the consent: the disclosure's hash, the nonce and the signature. Call it in the
 * withdrawal's transaction, after the loan is signed. Call `preloadAgreements` before that transaction begins.
 *
 * Refuses a used nonce with `disclosureChanged` (409).
 */
export async function freezeAgreement(tx: Tx, viewer: Viewer, loan: LoanRecord, signatory: Signatory): Promise<void> {
  const release = await releaseOfLoan(viewer.deps, loan);
  const state = await signedState(release);
  const rows = (await textsOf(viewer, loan, signatory)).map((text) => ({ ...rowOf(viewer, loan, text), state }));
  // Each consent is valid once, whatever operation uses it.
  const inserted = await tx
    .insertInto('agreements')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .execute();
  if (inserted.length < rows.length) fail('disclosureChanged');
}

function rowOf({ deps, customerId, vault }: Viewer, loan: LoanRecord, { kind, language, title, markdown, hash }: Text) {
  const now = deps.clock.now();
  const id = uuidV7(deps.clock, deps.random);
  return {
    id,
    customer_id: customerId,
    loan_id: loan.id,
    kind,
    language,
    title,
    hash,
    sealed_text: vault.seal(placeOf(id), markdown),
    disclosure_hash: loan.disclosure_hash,
    nonce: kind === 'agreement' ? loan.nonce : null,
    signature_id: loan.signature_id,
    signed_at: loan.signed_at ?? now,
    created_at: now,
  };
}
