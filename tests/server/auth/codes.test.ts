import { afterEach, beforeEach, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { challenge, codeSentTo, logIn, post, requestCode, verifyCode, wrongCode } from '../support/login.ts';
import { fixedReleases, manifestWith } from '../support/releases.ts';

const phone = '9171234567';
let server: TestApp;
beforeEach(async () => void (server = await startTestApp()));
afterEach(() => server.close());

test('sends a code in the requested language; the answer says what to expect but not the number', async () => {
  const answer = await requestCode(server, phone, { language: 'en' });
  expect(answer.statusCode).toBe(200);
  expect(answer.json()).toEqual({
    challengeId: expect.any(String),
    maskedPhone: '+63 917 ••• ••67',
    codeLength: 4,
    resendAfterSeconds: 60,
    expiresInSeconds: 300,
  });
  expect(server.sms.outbox[0]).toMatchObject({
    to: '+639171234567',
    text: expect.stringMatching(/^\d{4} is your code. It expires in 5 minutes.$/),
  });
});

test.each(['09171234567', '+639171234567', '9171234567'])('accepts the number as %s', async (typed) => {
  expect((await requestCode(server, typed)).statusCode).toBe(200);
  expect(server.sms.outbox[0]?.to).toBe('+639171234567');
});

test.each(['1171234567', '917123456', '+14155550123', '+6391712345', '', 'abc'])(
  'V01 V16 refuses %j, which is no Philippine mobile number',
  async (typed) => {
    const answer = await requestCode(server, typed);
    expect(answer.statusCode).toBe(422);
    expect(answer.json()).toMatchObject({ code: 'invalidAnswers', problems: [{ code: 'pattern', path: '/phone' }] });
    expect(server.sms.outbox).toEqual([]);
  },
);

test('V15 sends nothing until the privacy policy is accepted', async () => {
  for (const more of [{ privacyAccepted: false }, { privacyAccepted: undefined }]) {
    const answer = await requestCode(server, phone, more);
    expect(answer.statusCode).toBe(422);
    expect(answer.json()).toMatchObject({ code: 'privacyNotAccepted', problems: [{ path: '/privacyAccepted' }] });
  }
  expect(server.sms.outbox).toEqual([]);
});

test('V15 records the accepted document by hash, language and time; a resend need not repeat it', async () => {
  await requestCode(server, phone, { language: 'en' });
  server.clock.advance(60);
  const { id, code } = await challenge(server, phone, { privacyAccepted: undefined, language: 'en' });
  const { customerId } = (await verifyCode(server, id, code)).json<{ customerId: string }>();
  const consents = await server.deps.db.selectFrom('consents').selectAll().execute();
  expect(consents).toEqual([
    {
      id: expect.any(String),
      customer_id: customerId,
      document: 'privacy',
      hash: 'privacy-hash-en',
      language: 'en',
      accepted_at: server.clock.now(),
    },
  ]);
});

test('E02 refuses a second code within a minute and says how long to wait', async () => {
  await requestCode(server, phone);
  server.clock.advance(18);
  const answer = await requestCode(server, phone);
  expect(answer.statusCode).toBe(429);
  expect(answer.json()).toMatchObject({ code: 'tooFrequent', params: { seconds: 42 } });
  expect(answer.headers['retry-after']).toBe('42');
  server.clock.advance(42);
  expect((await requestCode(server, phone)).statusCode).toBe(200);
});

test('E04 sends five codes a day, and again after midnight in Manila', async () => {
  server.clock.set(new Date('2026-03-10T15:50:00Z'));
  for (let sent = 0; sent < 5; sent++) {
    expect((await requestCode(server, phone)).statusCode).toBe(200);
    server.clock.advance(60);
  }
  const answer = await requestCode(server, phone);
  expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([429, 'smsLimit']);
  server.clock.set(new Date('2026-03-10T15:59:59Z'));
  expect((await requestCode(server, phone)).json()).toMatchObject({ code: 'smsLimit' });
  server.clock.set(new Date('2026-03-10T16:00:00Z'));
  expect((await requestCode(server, phone)).statusCode).toBe(200);
});

test('E03 refuses a wrong code and says how many guesses remain; the third failure invalidates the code', async () => {
  const { id, code } = await challenge(server, phone);
  for (const remaining of [2, 1, 0]) {
    const answer = await verifyCode(server, id, wrongCode(code));
    expect(answer.statusCode).toBe(422);
    expect(answer.json()).toMatchObject({ code: 'codeIncorrect', params: { remaining } });
  }
  const picture = await server.app.inject({ method: 'POST', url: '/api/auth/image-codes', payload: {} });
  expect(picture.statusCode).toBe(200);
  expect((await verifyCode(server, id, code)).statusCode).not.toBe(200);
});

test('a code works once, for five minutes, until a newer one is sent', async () => {
  const first = await challenge(server, phone);
  server.clock.advance(60);
  const second = await challenge(server, phone);
  expect((await verifyCode(server, first.id, first.code)).json()).toMatchObject({ code: 'codeIncorrect', params: { remaining: 0 } });
  expect((await verifyCode(server, second.id, second.code)).statusCode).toBe(200);
  expect((await verifyCode(server, second.id, second.code)).json()).toMatchObject({ code: 'codeIncorrect' });
  server.clock.advance(60);
  const third = await challenge(server, phone);
  server.clock.advance(300);
  expect((await verifyCode(server, third.id, third.code)).json()).toMatchObject({ code: 'codeIncorrect' });
});

test('a code is bound to its challenge', async () => {
  const mine = await challenge(server, phone);
  const other = await challenge(server, '9181234567');
  if (mine.code === other.code) return;
  expect((await verifyCode(server, mine.id, other.code)).json()).toMatchObject({ code: 'codeIncorrect' });
  expect((await verifyCode(server, 'no-such-challenge', other.code)).json()).toMatchObject({ code: 'codeIncorrect' });
});

test('V02 a code of the wrong length does not count as a guess', async () => {
  const { id, code } = await challenge(server, phone);
  const answer = await verifyCode(server, id, `${code}1`);
  expect(answer.statusCode).toBe(422);
  expect(answer.json()).toMatchObject({ code: 'invalidAnswers', problems: [{ code: 'maxLength', path: '/code', params: { limit: 4 } }] });
  expect((await verifyCode(server, id, code)).statusCode).toBe(200);
});

test('the length of codes is configuration', async () => {
  await server.close();
  server = await startTestApp({ releases: fixedReleases(manifestWith({ other: { login: { login: { codeLength: 6 } } } })) });
  const { id, code } = await challenge(server, phone);
  expect(code).toMatch(/^\d{6}$/);
  expect((await verifyCode(server, id, code)).statusCode).toBe(200);
});

test('codes are kept as keyed hashes, and numbers are unreadable at rest', async () => {
  await logIn(server, phone);
  const { db } = server.deps;
  const rows = [
    await db.selectFrom('login_challenges').selectAll().execute(),
    await db.selectFrom('login_numbers').selectAll().execute(),
    await db.selectFrom('customers').selectAll().execute(),
    await db.selectFrom('sessions').selectAll().execute(),
  ];
  const text = JSON.stringify(rows, (_key, value: unknown) =>
    value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : value,
  );
  expect(text).not.toContain(phone);
  expect(text).not.toContain(`"${codeSentTo(server, phone)}"`);
});

test('a refused SMS does not count towards the codes of the day', async () => {
  server.sms.failNext(1);
  const answer = await requestCode(server, phone);
  expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([503, 'unavailable']);
  expect(answer.headers['retry-after']).toBeDefined();
  expect((await requestCode(server, phone)).statusCode).toBe(200);
  expect(server.log).toContainEqual(expect.objectContaining({ alarm: 'smsGateway' }));
});

test('a code goes on working until the gateway has taken the next one', async () => {
  const first = await challenge(server, phone);
  server.clock.advance(60);
  server.sms.failNext(1);
  expect((await requestCode(server, phone)).statusCode).toBe(503);
  expect((await verifyCode(server, first.id, first.code)).statusCode).toBe(200);
});

test('known and unknown numbers get the same answer', async () => {
  await logIn(server, phone);
  server.clock.advance(120);
  const [known, unknown] = [await requestCode(server, phone), await requestCode(server, '9181234567')];
  const shape = (answer: typeof known) => ({ ...answer.json<object>(), challengeId: '', maskedPhone: '' });
  expect(shape(known)).toEqual(shape(unknown));
  const refused = [
    await requestCode(server, phone, { privacyAccepted: false }),
    await requestCode(server, '9191234567', { privacyAccepted: false }),
  ];
  expect(refused.map((answer) => answer.json<{ code: string }>().code)).toEqual(['privacyNotAccepted', 'privacyNotAccepted']);
});

test('N03 stores the source of a new borrower once', async () => {
  const first = await logIn(server, phone, { promotion: { campaign: 'may', adgroup: 'a1', creative: 'red' } });
  server.clock.advance(60);
  await logIn(server, phone, { promotion: { campaign: 'june' } });
  const rows = await server.deps.db.selectFrom('promotions').selectAll().execute();
  expect(rows).toEqual([
    {
      customer_id: first.customerId,
      data: { campaign: 'may', adgroup: 'a1', creative: 'red' },
      captured_at: new Date('2026-03-10T04:00:00Z'),
    },
  ]);
});

test.each(['+639000000000#1', '+639171234567;ext=1', 'call 09171234567', '09171234567x12', '+639171234567 #'])(
  'V01 %s is no number',
  async (text) => {
    const answer = await requestCode(server, text);
    expect(answer.statusCode).toBe(text.length > 16 ? 400 : 422);
    expect(server.sms.outbox).toEqual([]);
  },
);

test('N03 limits the stored source before the login', async () => {
  const many = Object.fromEntries(Array.from({ length: 11 }, (_, at) => [`key${at}`, 'x']));
  for (const promotion of [many, { ['k'.repeat(41)]: 'x' }, { campaign: 'x'.repeat(201) }, { 'a b': 'x' }])
    expect((await requestCode(server, '9171234567', { promotion })).json()).toMatchObject({ status: 400, code: 'badRequest' });
});

test("a reloaded page can request another code with the challenge's id for half an hour", async () => {
  const { id, code } = await challenge(server, '9171234567', { promotion: { campaign: 'may' } });
  const resend = (challengeId: string) => post(server, '/api/auth/resent-codes', { challengeId, language: 'fil' });
  expect((await resend(id)).json()).toMatchObject({ status: 429, code: 'tooFrequent' });
  server.clock.advance(61);
  const sent = (await resend(id)).json<{ challengeId: string; maskedPhone: string }>();
  expect(sent.maskedPhone).toBe('+63 917 ••• ••67');
  expect((await verifyCode(server, id, code)).statusCode).toBe(422);
  expect((await verifyCode(server, sent.challengeId, codeSentTo(server, '9171234567'))).statusCode).toBe(200);
  expect(await server.deps.db.selectFrom('promotions').select('data').execute()).toEqual([{ data: { campaign: 'may' } }]);
  server.clock.advance(1800);
  for (const challengeId of [sent.challengeId, 'made-up']) expect((await resend(challengeId)).json()).toMatchObject({ code: 'codeTooOld' });
});
