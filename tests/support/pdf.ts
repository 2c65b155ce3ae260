import { PDFDocument } from '@cantoo/pdf-lib';
import PDFKit from 'pdfkit';

/** A PDF as a scanner writes it. */
export async function pdfOf(pages: number, change: (document: PDFDocument) => unknown = () => undefined): Promise<Buffer> {
  const document = await PDFDocument.create();
  for (let page = 1; page <= pages; page++) document.addPage([300, 400]).drawText(`Page ${page}`);
  await change(document);
  return Buffer.from(await document.save());
}

/** A PDF that opens only with a password. */
export const lockedPdf = (): Promise<Buffer> =>
  new Promise((resolve) => {
    const parts: Buffer[] = [];
    const document = new PDFKit({ userPassword: 'secret' });
    document.on('data', (part: Buffer) => parts.push(part));
    document.on('end', () => resolve(Buffer.concat(parts)));
    document.text('Locked');
    document.end();
  });
