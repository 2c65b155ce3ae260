import { type PDFDocument, PDFName, PDFString } from '@cantoo/pdf-lib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SourceFile } from '../../../engine/compiler/types.ts';
import { lockedPdf, pdfOf } from '../../support/pdf.ts';
import { withReceipts } from '../../support/receipts.ts';
import { journey, type Journey } from '../support/journey.ts';
import { edited, multipart, newBorrower, photo, shippedFiles, startProduct, type ProductApp } from '../support/product.ts';

function filesWithReceipts(): readonly SourceFile[] {
  let files = shippedFiles();
  withReceipts((path, each) => (files = edited(files, path, each)));
  return files;
}

let server: ProductApp;
let borrower: Journey;
beforeAll(async () => {
  server = await startProduct({ files: filesWithReceipts() });
  borrower = await journey(server, await newBorrower(server));
});
afterAll(() => server.close());

async function send(bytes: Uint8Array, { purpose = 'bill', name }: { purpose?: string; name?: string } = {}) {
  const { payload, headers } = multipart(purpose, bytes);
  const boundary = payload.subarray(0, payload.indexOf('\r\n')).toString();
  const named = name === undefined ? '' : `${boundary}\r\nContent-Disposition: form-data; name="name"\r\n\r\n${name}\r\n`;
  const body = Buffer.concat([Buffer.from(named), payload]);
  return server.app.inject({ method: 'POST', url: '/api/files', payload: body, headers: { ...borrower.headers, ...headers } });
}

const open = (fileId: string) => server.app.inject({ method: 'GET', url: `/api/files/${fileId}`, headers: borrower.headers });

describe('R05 a field that accepts PDFs and photos', () => {
  test('stores a PDF unchanged and encrypted, and returns its name to its owner', async () => {
    const bytes = await pdfOf(2);
    const stored = (await send(bytes, { name: 'meralco \u202Efdp.exe' })).json<{ fileId: string }>();
    expect(stored).toMatchObject({ contentType: 'application/pdf', sizeBytes: bytes.length });
    expect(stored).not.toHaveProperty('widthPx');
    const details = (await open(stored.fileId)).json<{ url: string }>();
    expect(details).toMatchObject({ contentType: 'application/pdf', name: 'meralco fdp.exe' });
    const content = await server.app.inject({ method: 'GET', url: details.url });
    expect(content.rawPayload.equals(bytes)).toBe(true);
    expect(content.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': 'attachment; filename="file.pdf"',
      'content-security-policy': "default-src 'none'; sandbox",
    });
    const row = await server.deps.db.selectFrom('files').selectAll().where('id', '=', stored.fileId).executeTakeFirstOrThrow();
    expect(row.sealed_name).not.toContain('meralco');
  });

  test('re-encodes a photo', async () => {
    expect((await send(await photo())).json()).toMatchObject({ contentType: 'image/jpeg', widthPx: 640, heightPx: 480 });
  });

  const openAction = (document: PDFDocument, action: Record<string, unknown>) =>
    document.catalog.set(PDFName.of('OpenAction'), document.context.obj(action as never));
  test.each<[string, string, () => Promise<Uint8Array>]>([
    ['a text', 'fileType', async () => Buffer.from('amount,day\n100,2026-01-01\n')],
    ['a page', 'fileType', async () => Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['four pages', 'fileTooLong', () => pdfOf(4)],
    ['more than 1 MB', 'fileTooLarge', () => pdfOf(1, (pdf) => pdf.context.register(pdf.context.stream(Buffer.alloc(1_100_000, 'x'))))],
    ['a damaged file', 'fileUnreadable', async () => Buffer.from('%PDF-1.7\nnothing')],
    ['half a file', 'fileUnreadable', async () => (await pdfOf(3)).subarray(0, 300)],
    ['a password', 'fileUnreadable', lockedPdf],
    ['a script', 'fileActive', () => pdfOf(1, (pdf) => pdf.addJavaScript('main', 'app.alert(1)'))],
    ['an attached file', 'fileActive', () => pdfOf(1, async (pdf) => pdf.attach(Buffer.from('MZ'), 'pay.exe'))],
    ['a program to launch', 'fileActive', () => pdfOf(1, (pdf) => openAction(pdf, { S: 'Launch', F: PDFString.of('calc.exe') }))],
    [
      'a script at a page',
      'fileActive',
      () =>
        pdfOf(1, (pdf) =>
          pdf.getPage(0).node.set(PDFName.of('AA'), pdf.context.obj({ O: { S: 'JavaScript', JS: PDFString.of('app.alert(1)') } })),
        ),
    ],
  ])('refuses %s with %s', async (_, code, made) => {
    expect((await send(await made())).json()).toMatchObject({ status: 422, code });
  });

  test('accepts a link to a page of the web', async () => {
    const link = (pdf: PDFDocument) => openAction(pdf, { S: 'URI', URI: PDFString.of('https://meralco.example') });
    expect((await send(await pdfOf(1, link))).statusCode).toBe(200);
  });

  test('refuses a PDF for a purpose of photos', async () => {
    expect((await send(await pdfOf(1), { purpose: 'selfie' })).json()).toMatchObject({ status: 422, code: 'photoProblem' });
  });

  test('counts the files of a list, and holds each to its purpose', async () => {
    await borrower.walkTo('address');
    const sound = await borrower.soundAnswers('address');
    const idOf = async (purpose: string) => (await send(await pdfOf(1), { purpose })).json<{ fileId: string }>().fileId;
    const [first, second, bill] = [await idOf('receipt'), await idOf('receipt'), await idOf('bill')];
    const problems = async (scans: string[]) =>
      (await borrower.put('address', { ...sound, receipts: scans.map((scan) => ({ scan })) })).json<{ problems: object[] }>().problems;
    expect(await problems([first, bill])).toEqual([{ code: 'required', path: '/receipts/1/scan' }]);
    expect(await problems([first, second, first, second])).toMatchObject([{ code: 'maxItems', path: '/receipts' }]);
    const { answers } = await borrower.save('address', { ...sound, receipts: [{ scan: first }, { scan: second }] });
    expect(answers['address']).toMatchObject({ receipts: [{ scan: first }, { scan: second }] });
  });
});
