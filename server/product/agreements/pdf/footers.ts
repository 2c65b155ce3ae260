import type { Deps } from '../../../platform/deps.ts';
import { serverText, type TextValues } from '../../../platform/texts.ts';
import { hairline, muted, type Paper, type TextStyle } from './paper.ts';

const footer: TextStyle = { size: 7.5, colour: muted };
const footerTop = 64;

type PdfWords = (key: string, values: TextValues) => string;

/** Texts of `server.pdf` in one language. */
export const pdfWords =
  (deps: Deps, language: string): PdfWords =>
  (key, values) =>
    serverText(deps, language, `pdf.${key}`, values);

/** Each page shows the order number, the fingerprint of the text, and the page count. */
export function writeFooters(paper: Paper, words: PdfWords, { order, hash }: { order: string; hash: string }): void {
  const { start, count: pages } = paper.doc.bufferedPageRange();
  for (let index = 0; index < pages; index++) {
    paper.doc.switchToPage(start + index);
    const top = paper.doc.page.height - footerTop;
    paper.rule(top - 6, hairline);
    writeRow(paper, top, words('order', { order }), words('page', { page: index + 1, pages }));
    writeRow(paper, top + paper.lineHeight(footer), words('fingerprint', { hash }));
  }
}

function writeRow(paper: Paper, top: number, left: string, right = ''): void {
  const [start] = paper.lines([{ type: 'text', text: left }], footer);
  const [end] = paper.lines([{ type: 'text', text: right }], footer);
  if (start) paper.writeAt(start, footer, paper.left, top);
  if (end) paper.writeAt(end, footer, paper.left + paper.width - end.width, top);
}
