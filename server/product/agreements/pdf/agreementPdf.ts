import { parseMarkdown } from '../../../../engine/config/markdown.ts';
import { vaultOf } from '../../../platform/crypto/vault.ts';
import type { Deps } from '../../../platform/deps.ts';
import { serverText } from '../../../platform/texts.ts';
import { placeOf } from '../freeze.ts';
import { openSignature } from '../signature/signatures.ts';
import type { Agreement } from '../transitions.ts';
import { writeBlocks } from './blocks.ts';
import { hairline, muted, Paper, type TextStyle } from './paper.ts';
import { writeSignature } from './signature.ts';

const footer: TextStyle = { size: 7.5, colour: muted };
const footerTop = 64;

/** A signed agreement as PDF, in the language in which it was signed. The same agreement always gives the same bytes. */
export async function agreementPdf(deps: Deps, agreement: Agreement & { order_number: string }): Promise<Buffer> {
  const { language, customer_id: customerId, signature_id: signatureId } = agreement;
  const vault = await vaultOf(deps.settings.keyring).of(deps.db, customerId);
  const signature = signatureId === null ? undefined : await openSignature(deps, customerId, signatureId);
  const words = (key: string, values: Record<string, string | number>) => serverText(deps, language, `pdf.${key}`, values);
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
  writeFooters(paper, {
    order: words('order', { order: agreement.order_number }),
    fingerprint: words('fingerprint', { hash: agreement.hash }),
    page: (page, pages) => words('page', { page, pages }),
  });
  return paper.finish();
}

interface Footer {
  order: string;
  fingerprint: string;
  page: (page: number, pages: number) => string;
}

/** Each page shows the order number, the fingerprint of the text, and the page count. */
function writeFooters(paper: Paper, { order, fingerprint, page }: Footer): void {
  const { start, count } = paper.doc.bufferedPageRange();
  for (let index = 0; index < count; index++) {
    paper.doc.switchToPage(start + index);
    const top = paper.doc.page.height - footerTop;
    paper.rule(top - 6, hairline);
    writeRow(paper, top, order, page(index + 1, count));
    writeRow(paper, top + paper.lineHeight(footer), fingerprint);
  }
}

function writeRow(paper: Paper, top: number, left: string, right = ''): void {
  const [start] = paper.lines([{ type: 'text', text: left }], footer);
  const [end] = paper.lines([{ type: 'text', text: right }], footer);
  if (start) paper.writeAt(start, footer, paper.left, top);
  if (end) paper.writeAt(end, footer, paper.left + paper.width - end.width, top);
}
