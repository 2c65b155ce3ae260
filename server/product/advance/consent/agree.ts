import type { SignatureInput } from '../../../contract/agreements.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { ownOrNotFound } from '../../../platform/http/own.ts';
import { fail } from '../../../platform/problem.ts';
import { todayOf } from '../../../platform/time.ts';
import { lockOwner } from '../../../platform/customer/lock.ts';
import { signing, type Sign } from '../../agreements/signature/signing.ts';
import { audit } from '../../../platform/audit/audit.ts';
import type { Once } from '../../../platform/sessions/command.ts';
import type { Viewer } from '../../../platform/customer/viewer.ts';
import { isOfToday } from './draft.ts';
import { discloseAdvance } from './offer.ts';
import type { Purpose, StandingConsent } from './table.ts';
import { consentText, preloadConsent } from './text.ts';

/** The borrower's consent to one disclosure. */
export interface ConsentInput {
  consentId: string;
  disclosureHash: string;
  nonce: string;
  signature?: SignatureInput;
}

/**
 * Records a consent to a later loan. Text and signature are stored in the same transaction in which `work` uses the consent.
 *
 * Refuses with `notFound` (another customer's), `disclosureChanged` (409: the hash, the day or the terms differ), `signatureRequired`,
 * `signatureUnclear`, `signatureNotYours`, `notAccepted`, `loanOverdue`, `overLimit`.
 */
export async function agreeInAdvance<Answer extends object>(
  viewer: Viewer,
  purpose: Purpose,
  input: ConsentInput,
  once: Once,
  work: (tx: Tx, consent: StandingConsent) => Promise<Answer>,
): Promise<Answer> {
  const { deps, customerId } = viewer;
  const found = await deps.db.selectFrom('standing_consents').selectAll().where('id', '=', input.consentId).executeTakeFirst();
  const draft: StandingConsent = ownOrNotFound(deps, customerId, 'consent', input.consentId, found);
  assertAgreed(viewer, purpose, draft, input);
  await preloadConsent(deps, draft);
  return signing(viewer, input.signature, (sign) =>
    once(async (tx) => {
      await lockOwner(tx, customerId);
      const answer = await work(tx, await storeConsent(tx, viewer, draft, sign));
      await audit(tx, deps, {
        actor: `customer:${customerId}`,
        action: `${purpose}.agreed`,
        subject: `consent:${draft.id}`,
        detail: { principalCents: draft.principal_cents, termDays: draft.term_days, disclosureHash: draft.disclosure_hash },
      });
      return answer;
    }),
  );
}

function assertAgreed({ deps }: Viewer, purpose: Purpose, consent: StandingConsent, { disclosureHash, nonce }: ConsentInput): void {
  const isThis = consent.purpose === purpose && consent.disclosure_hash === disclosureHash && consent.nonce === nonce;
  if (!isThis || consent.state !== 'draft' || !isOfToday(deps, consent)) fail('disclosureChanged');
}

export const placeOf = (id: string) => `standingConsent|${id}`;

/** Stores the agreed text with its signature. */
async function storeConsent(tx: Tx, viewer: Viewer, draft: StandingConsent, sign: Sign): Promise<StandingConsent> {
  const { deps, vault } = viewer;
  const { product_id: productId, principal_cents: amountCents, term_days: termDays, plan } = draft;
  const payoutDay = plan.mode === 'day' ? plan.day : todayOf(deps);
  const { application } = await discloseAdvance(tx, viewer, { productId, amountCents, termDays }, payoutDay);
  const { language, title, markdown, hash } = await consentText({ ...viewer, db: tx }, draft, application.id);
  const agreed = await tx
    .updateTable('standing_consents')
    .set({
      state: 'agreed',
      language,
      title,
      sealed_text: vault.seal(placeOf(draft.id), markdown),
      text_hash: hash,
      signature_id: await sign(tx),
      agreed_at: deps.clock.now(),
    })
    .where('id', '=', draft.id)
    .where('state', '=', 'draft')
    .returningAll()
    .executeTakeFirst();
  return agreed ?? fail('disclosureChanged');
}
