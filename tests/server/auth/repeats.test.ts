import { afterEach, beforeEach, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { codeSentTo, logIn, post, wrongCode } from '../support/login.ts';

/** A browser retries with the same body and idempotency key when a response was lost. */
const phone = '9171234567';
let server: TestApp;
beforeEach(async () => void (server = await startTestApp()));
afterEach(() => server.close());

const key = (name: string) => ({ 'idempotency-key': `key-of-${name}` });
const ask = (name: string, number = phone) => post(server, '/api/auth/codes', { phone: number, privacyAccepted: true }, key(name));
const guess = (challengeId: string, code: string, name: string) => post(server, '/api/auth/sessions', { challengeId, code }, key(name));
const idOf = (answer: Awaited<ReturnType<typeof ask>>) => answer.json<{ challengeId: string }>().challengeId;

test('E01 a repeated key sends one code and gets the same answer', async () => {
  const [first, second] = [await ask('one'), await ask('one')];
  expect(second.statusCode).toBe(200);
  expect(second.json()).toEqual(first.json());
  expect(server.sms.outbox).toHaveLength(1);
});

test('E01 parallel requests with one key send one code', async () => {
  const answers = await Promise.all(Array.from({ length: 8 }, () => ask('one')));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 200));
  expect(new Set(answers.map(idOf)).size).toBe(1);
  expect(server.sms.outbox).toHaveLength(1);
});

test('E02 another key, or the key with another number, is another request', async () => {
  await ask('one');
  expect((await ask('two')).json()).toMatchObject({ code: 'tooFrequent' });
  expect((await ask('one', '9181234567')).statusCode).toBe(200);
  expect(server.sms.outbox).toHaveLength(2);
});

test('a key with an expired code requests a new one', async () => {
  const first = idOf(await ask('one'));
  server.clock.advance(301);
  expect(idOf(await ask('one'))).not.toBe(first);
  expect(server.sms.outbox).toHaveLength(2);
});

test('E01 the correct code repeated under its key opens a session again; consent is recorded once', async () => {
  const id = idOf(await ask('one'));
  const code = codeSentTo(server, phone);
  const [first, second] = [await guess(id, code, 'guess'), await guess(id, code, 'guess')];
  expect([first.statusCode, second.statusCode]).toEqual([200, 200]);
  const { customerId, token } = second.json<{ customerId: string; token: string }>();
  expect(customerId).toBe(first.json<{ customerId: string }>().customerId);
  const cookie = second.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  const session = await server.app.inject({ url: '/api/auth/session', headers: { cookie, 'x-hakbang-token': token } });
  expect(session.statusCode).toBe(200);
  expect(await server.deps.db.selectFrom('consents').selectAll().execute()).toHaveLength(1);
  expect(await server.deps.db.selectFrom('customers').selectAll().execute()).toHaveLength(1);
});

test('E01 a right code is answered again at most twenty times', async () => {
  const id = idOf(await ask('one'));
  const code = codeSentTo(server, phone);
  for (let count = 0; count <= 20; count += 1) expect((await guess(id, code, 'guess')).statusCode).toBe(200);
  expect((await guess(id, code, 'guess')).json()).toMatchObject({ status: 429, code: 'tooFrequent' });
  expect(await server.deps.db.selectFrom('sessions').select('customer_id').execute()).toHaveLength(21);
});

test('E03 a used code opens no session under another key, without a key, if wrong or if expired', async () => {
  const id = idOf(await ask('one'));
  const code = codeSentTo(server, phone);
  await guess(id, code, 'guess');
  expect((await guess(id, code, 'other')).json()).toMatchObject({ code: 'codeIncorrect' });
  expect((await post(server, '/api/auth/sessions', { challengeId: id, code })).json()).toMatchObject({ code: 'codeIncorrect' });
  expect((await guess(id, wrongCode(code), 'guess')).json()).toMatchObject({ code: 'codeIncorrect' });
  server.clock.advance(301);
  expect((await guess(id, code, 'guess')).json()).toMatchObject({ code: 'codeIncorrect' });
});

test('E01 a code for an existing session is requested and confirmed the same way', async () => {
  const { headers } = await logIn(server, phone);
  server.clock.advance(60);
  const again = () => post(server, '/api/auth/fresh-codes', {}, { ...headers, ...key('fresh') });
  const id = idOf(await again());
  expect(idOf(await again())).toBe(id);
  expect(server.sms.outbox).toHaveLength(2);
  const confirm = () =>
    post(server, '/api/auth/fresh-sessions', { challengeId: id, code: codeSentTo(server, phone) }, { ...headers, ...key('confirm') });
  const first = await confirm();
  expect(first.statusCode).toBe(200);
  expect((await confirm()).json()).toEqual(first.json());
});
