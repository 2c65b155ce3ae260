import { parseMarkdown } from '../../../../engine/config/markdown.ts';
import { vaultOf } from '../../../platform/crypto/vault.ts';
import type { Deps } from '../../../platform/deps.ts';
import { placeOf } from '../freeze.ts';
import { openSignature } from '../signature/signatures.ts';
import type { Agreement } from '../transitions.ts';
import { writeBlocks } from './blocks.ts';
import { pdfWords, writeFooters } from './footers.ts';
import { Paper } from './paper.ts';
import { writeSignature } from './signature.ts';

/** A signed agreement as PDF, in the language in which it was signed. The same agreement always gives the same bytes. */
export async function agreementPdf(deps: Deps, agreement: Agreement & { order_number: string }): Promise<Buffer> {
  const { language, customer_id: customerId, signature_id: signatureId } = agreement;
  const vault = await vaultOf(deps.settings.keyring).of(deps.db, customerId);
  const signature = signatureId === null ? undefined : await openSignature(deps, customerId, signatureId);
  const words = pdfWords(deps, language);
  const { constants } = deps.releases.active().manifest.settings;
  const paper = new Paper({
    title: agreement.title,
    author: String(constants['companyName'] ?? ''),
    language,
    createdAt: agreement.signed_at ?? agreement.created_at,
  });
  writeBlocks(paper, parseMarkdown(vault.open(placeOf(agreement.id), agreement.sealed_text) as string));
  writeSignature(paper, agreement.kind === 'agreement' ? signature : undefined, [
    agreement.signed_at ? words('signed', { at: agreement.signed_at.toISOString() }) : words('unsigned', {}),
    words('disclosure', { hash: agreement.disclosure_hash }),
  ]);
  writeFooters(paper, words, { order: agreement.order_number, hash: agreement.hash });
  return paper.finish();
}
