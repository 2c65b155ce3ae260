import type { LightMyRequestResponse } from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ProblemError } from '../../../server/platform/problem.ts';
import { assertFresh } from '../../../server/platform/sessions/fresh.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { challenge, codeSentTo, logIn, post, verifyCode, wrongCode, type LoggedIn } from '../support/login.ts';

const phone = '9171234567';
let server: TestApp;
let who: LoggedIn;
beforeEach(async () => {
  server = await startTestApp();
  who = await logIn(server, phone);
  server.clock.advance(29 * 60);
});
afterEach(() => server.close());

const ask = (by = who) => post(server, '/api/auth/fresh-codes', {}, by.headers);
const confirm = (challengeId: string, code: string, by = who) =>
  post(server, '/api/auth/fresh-sessions', { challengeId, code }, by.headers);
const idOf = (answer: LightMyRequestResponse) => answer.json<{ challengeId: string }>().challengeId;
const codeOf = (answer: LightMyRequestResponse) => answer.json<{ code: string }>().code;

/** Whether `assertFresh` lets the borrower's session pass. */
async function isFresh(): Promise<boolean> {
  const { verified_at: verifiedAt } = await server.deps.db
    .selectFrom('sessions')
    .select('verified_at')
    .where('customer_id', '=', who.customerId)
    .executeTakeFirstOrThrow();
  try {
    assertFresh(server.deps, { verifiedAt });
    return true;
  } catch (error) {
    if ((error as ProblemError).code === 'freshCodeRequired') return false;
    throw error;
  }
}

test('a login is fresh for thirty minutes, and again after a code to its own number', async () => {
  expect(await isFresh()).toBe(true);
  const answer = await ask();
  expect(answer.json()).toMatchObject({ maskedPhone: '+63 917 ••• ••67', codeLength: 4, resendAfterSeconds: 60, expiresInSeconds: 300 });
  expect(server.sms.outbox[0]).toMatchObject({ to: `+63${phone}`, text: expect.stringContaining('confirms it') as string });
  server.clock.advance(60);
  expect(await isFresh()).toBe(false);
  const confirmed = await confirm(idOf(answer), codeSentTo(server, phone));
  expect(confirmed.json()).toEqual({ freshUntil: new Date(server.clock.now().getTime() + 30 * 60_000).toISOString() });
  expect(await isFresh()).toBe(true);
});

test('a wrong code leaves the login stale, and a correct one works once', async () => {
  const id = idOf(await ask());
  server.clock.advance(60);
  const code = codeSentTo(server, phone);
  const wrong = await confirm(id, wrongCode(code));
  expect(wrong.json()).toMatchObject({ code: 'codeIncorrect', params: { remaining: 2 } });
  expect(await isFresh()).toBe(false);
  expect((await confirm(id, code)).statusCode).toBe(200);
  expect(codeOf(await confirm(id, code))).toBe('codeIncorrect');
});

test('a code for a session cannot log in, and a login code cannot confirm a session', async () => {
  const fresh = idOf(await ask());
  expect(codeOf(await verifyCode(server, fresh, codeSentTo(server, phone)))).toBe('codeIncorrect');
  server.clock.advance(60);
  const login = await challenge(server, phone);
  expect(codeOf(await confirm(login.id, login.code))).toBe('codeIncorrect');
});

test('a code confirms only the session that requested it', async () => {
  const other = await logIn(server, '9181234567');
  const id = idOf(await ask());
  expect(codeOf(await confirm(id, codeSentTo(server, phone), other))).toBe('codeIncorrect');
  expect((await confirm(id, codeSentTo(server, phone))).statusCode).toBe(200);
});

test('the limits of the login hold: a minute between codes, five a day, ten failures', async () => {
  expect((await ask()).statusCode).toBe(200);
  expect(codeOf(await ask())).toBe('tooFrequent');
  for (let sent = 2; sent < 5; sent++) {
    server.clock.advance(60);
    expect((await ask()).statusCode).toBe(200);
  }
  server.clock.advance(60);
  expect(codeOf(await ask())).toBe('smsLimit');
});

test('ten wrong codes lock the number for new codes too, without an image code before', async () => {
  for (let failures = 0; failures < 9; failures += 3) {
    const id = idOf(await ask());
    const code = wrongCode(codeSentTo(server, phone));
    for (let guess = 0; guess < 3; guess++) expect(codeOf(await confirm(id, code))).toBe('codeIncorrect');
    server.clock.advance(60);
  }
  const id = idOf(await ask());
  expect(codeOf(await confirm(id, wrongCode(codeSentTo(server, phone))))).toBe('securityLock');
  server.clock.advance(60);
  expect(codeOf(await ask())).toBe('securityLock');
});

test('N08 both need a session', async () => {
  const nobody = { customerId: '', phone: '', headers: {} };
  expect([(await ask(nobody)).statusCode, (await confirm('x', '1234', nobody)).statusCode]).toEqual([401, 401]);
});
