import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AcceptedDocument } from '../../../server/contract/documents.ts';
import { call } from '../support/lending.ts';
import { challenge, type LoggedIn, logIn, verifyCode } from '../support/login.ts';
import { newBorrower, shippedFiles, startProduct, type ProductApp } from '../support/product.ts';

let server: ProductApp;
beforeAll(async () => {
  server = await startProduct();
});
afterAll(() => server.close());

const accepted = async (who: LoggedIn) =>
  (await call(server, who, 'GET', '/api/accepted-documents')).json<{ documents: AcceptedDocument[] }>().documents;
const textOf = (who: LoggedIn, id: string) => call(server, who, 'GET', `/api/accepted-documents/${id}`);

/** The shipped configuration with a line more in the privacy policy. */
const changedPolicy = () =>
  shippedFiles().map((file) =>
    file.path === 'locales/en/documents/privacy.md' ? { ...file, text: `${file.text}\nOne line more.\n` } : file,
  );

test('S40 accepted documents are listed with version and day and keep their text after later releases', async () => {
  const phone = '9171230001';
  const who = await logIn(server, phone, { language: 'en' });
  const [first] = await accepted(who);
  expect(first).toMatchObject({ document: 'privacy', title: 'Privacy policy', language: 'en', isCurrent: true });
  expect(first?.hash.startsWith(first.version)).toBe(true);

  const inFilipino = (await call(server, who, 'GET', '/api/accepted-documents?language=fil')).json<{ documents: AcceptedDocument[] }>();
  expect(inFilipino.documents).toMatchObject([{ title: 'Patakaran sa privacy', language: 'en' }]);

  await server.publish(changedPolicy());
  expect(await accepted(who)).toMatchObject([{ id: first?.id, title: 'Privacy policy', isCurrent: false }]);
  const then = (await textOf(who, first?.id ?? '')).json<{ markdown: string }>().markdown;
  expect(then).toContain('# Privacy policy');
  expect(then).not.toContain('One line more.');

  server.clock.advance(120);
  const { id, code } = await challenge(server, phone, { language: 'en' });
  expect((await verifyCode(server, id, code)).statusCode).toBe(200);
  const both = await accepted(who);
  expect(both.map(({ isCurrent }) => isCurrent)).toEqual([true, false]);
  expect((await textOf(who, both[0]?.id ?? '')).json<{ markdown: string }>().markdown).toContain('One line more.');
});

test('S40 nobody can read the documents accepted by others, and attempts are logged', async () => {
  const owner = await logIn(server, '9171230002', { language: 'en' });
  const other = await newBorrower(server);
  const id = (await accepted(owner))[0]?.id ?? '';
  expect((await textOf(other, id)).statusCode).toBe(404);
  expect(server.log).toContainEqual(expect.objectContaining({ alarm: 'foreignId', acceptance: id }));
  expect(await accepted(other)).toEqual([]);
});
