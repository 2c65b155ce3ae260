import { solveChallenge, type Challenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { onPostgres } from '../../../server/db/testDatabase.ts';
import type { LightMyRequestResponse } from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { unlockNumber } from '../../../server/modules/auth/unlock.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { challenge, post, requestCode, verifyCode, wrongCode } from '../support/login.ts';
import { fixedReleases, manifestWith } from '../support/releases.ts';

const phone = '9171234567';
let server: TestApp;
const start = async (login: object = {}) => {
  await server?.close();
  server = await startTestApp({ releases: fixedReleases(manifestWith({ other: { login: { login } } })) });
};
beforeEach(async () => void (server = await startTestApp()));
afterEach(() => server.close());

const codeOf = (answer: LightMyRequestResponse) => answer.json<{ code?: string }>().code;

/** Solves the proof of work in place of the picture, as the widget does. */
async function solvedImageCode() {
  const { challengeId, proofOfWork } = (await post(server, '/api/auth/image-codes', {})).json<{
    challengeId: string;
    proofOfWork: Challenge;
  }>();
  const solution = await solveChallenge({ challenge: proofOfWork, deriveKey });
  return { challengeId, proof: Buffer.from(JSON.stringify({ challenge: proofOfWork, solution })).toString('base64') };
}

/** `count` wrong guesses at codes of their own. */
async function failGuesses(count: number) {
  for (let left = count; left > 0; left -= 3) {
    server.clock.advance(86_400);
    const more = left < count ? { imageCode: await solvedImageCode() } : {};
    const { id, code } = await challenge(server, phone, more);
    for (let guess = 0; guess < Math.min(3, left); guess++) await verifyCode(server, id, wrongCode(code));
  }
}

test('V14 asks for an image code after three failures, and takes a solved one once', async () => {
  await failGuesses(3);
  server.clock.advance(86_400);
  const refused = await requestCode(server, phone);
  expect([refused.statusCode, codeOf(refused)]).toEqual([403, 'imageCodeRequired']);
  const imageCode = await solvedImageCode();
  const { id, code } = await challenge(server, phone, { imageCode });
  expect((await verifyCode(server, id, code)).statusCode).toBe(200);
  await failGuesses(3);
  server.clock.advance(86_400);
  expect(codeOf(await requestCode(server, phone, { imageCode }))).toBe('imageCodeRequired');
});

test('V14 the picture is a PNG without the digits in its text, and a wrong answer uses it up', async () => {
  await failGuesses(3);
  server.clock.advance(86_400);
  const { challengeId, image } = (await post(server, '/api/auth/image-codes', {})).json<{ challengeId: string; image: string }>();
  expect(image).toMatch(/^data:image\/png;base64,iVBOR/);
  const answers = Array.from({ length: 30 }, (_, index) =>
    requestCode(server, phone, { imageCode: { challengeId, answer: String(10_000 + index) } }),
  );
  expect(new Set((await Promise.all(answers)).map(codeOf))).toEqual(new Set(['imageCodeRequired']));
  const row = await server.deps.db.selectFrom('image_codes').selectAll().where('id', '=', challengeId).executeTakeFirstOrThrow();
  expect(row.used_at).not.toBeNull();
});

test('V14 the digits of the picture open it', async () => {
  await server.close();
  const drawn: number[] = [];
  server = await startTestApp();
  const { below } = server.deps.random;
  server.deps.random = {
    ...server.deps.random,
    below: (limit) => (limit === 10 ? (drawn.push(below(10)), drawn.at(-1) ?? 0) : below(limit)),
  };
  const { challengeId } = (await post(server, '/api/auth/image-codes', {})).json<{ challengeId: string }>();
  const answer = drawn.join('');
  expect(answer).toMatch(/^\d{5}$/);
  expect((await requestCode(server, phone, { imageCode: { challengeId, answer } })).statusCode).toBe(200);
  const [row] = await server.deps.db.selectFrom('login_challenges').select('human').execute();
  expect(row).toEqual({ human: true });
});

test('a proof of work of another image code, or one made up, is refused', async () => {
  await failGuesses(3);
  server.clock.advance(86_400);
  const [one, two] = [await solvedImageCode(), await solvedImageCode()];
  expect(codeOf(await requestCode(server, phone, { imageCode: { challengeId: one.challengeId, proof: two.proof } }))).toBe(
    'imageCodeRequired',
  );
  for (const proof of ['', 'e30=', '{', Buffer.from('{"challenge":{"parameters":{}},"solution":{}}').toString('base64')]) {
    const { challengeId } = (await post(server, '/api/auth/image-codes', {})).json<{ challengeId: string }>();
    const answer = await requestCode(server, phone, { imageCode: { challengeId, proof } });
    expect([answer.statusCode, codeOf(answer)]).toEqual([403, 'imageCodeRequired']);
  }
});

test('E05 locks a number at ten failures, whatever codes are sent in between, until it is unlocked', async () => {
  await failGuesses(10);
  server.clock.advance(86_400);
  expect(codeOf(await requestCode(server, phone, { imageCode: await solvedImageCode() }))).toBe('securityLock');
  expect(await unlockNumber(server.deps, { e164: `+63${phone}`, national: phone })).toBe(true);
  const { id, code } = await challenge(server, phone);
  expect((await verifyCode(server, id, code)).statusCode).toBe(200);
});

test('the right code does not open a locked number', async () => {
  await failGuesses(9);
  server.clock.advance(86_400);
  const { id, code } = await challenge(server, phone, { imageCode: await solvedImageCode() });
  expect(codeOf(await verifyCode(server, id, wrongCode(code)))).toBe('securityLock');
  expect(codeOf(await verifyCode(server, id, code))).toBe('securityLock');
});

test('an image code that was not asked for does no harm, right or wrong', async () => {
  const imageCode = { challengeId: 'used-up-long-ago', answer: '12345' };
  expect((await requestCode(server, phone, { imageCode })).statusCode).toBe(200);
});

test('the failures of a number are forgotten once its owner logs in', async () => {
  await failGuesses(2);
  server.clock.advance(60);
  const { id, code } = await challenge(server, phone);
  await verifyCode(server, id, code);
  const row = await server.deps.db.selectFrom('login_numbers').selectAll().executeTakeFirstOrThrow();
  expect(row.failures).toBe(0);
});

test('beyond a budget of failures over all numbers everybody solves an image code, until the next Manila day', async () => {
  await start({ failureBudgetPerDay: 2 });
  const mine = await challenge(server, phone);
  for (const other of ['9181234567', '9191234567']) {
    const { id, code } = await challenge(server, other);
    await verifyCode(server, id, wrongCode(code));
  }
  expect(codeOf(await requestCode(server, '9201234567'))).toBe('imageCodeRequired');
  expect(codeOf(await verifyCode(server, mine.id, mine.code))).toBe('imageCodeRequired');
  expect((await verifyCode(server, mine.id, mine.code, { imageCode: await solvedImageCode() })).statusCode).toBe(200);
  server.clock.advance(86_400);
  expect((await requestCode(server, '9201234567')).statusCode).toBe(200);
});

// A single-session database hides every race: the whole ten thousand only where they can do harm.
const parallelGuesses = onPostgres ? 10_000 : 300;
test(`of ${parallelGuesses} parallel guesses no more are evaluated than the code allows`, async () => {
  const { id, code } = await challenge(server, phone);
  const guesses = Array.from({ length: parallelGuesses }, () => verifyCode(server, id, wrongCode(code)));
  const answers = await Promise.all(guesses);
  // 503: turned away while all connections are taken, with a time to come back.
  const statuses = new Set(answers.map(({ statusCode }) => statusCode));
  expect([...statuses].filter((status) => status !== 422 && status !== 503)).toEqual([]);
  const { failures } = await server.deps.db.selectFrom('login_numbers').select('failures').executeTakeFirstOrThrow();
  expect(failures).toBe(3);
}, 120_000);

test('of many requests for one number at once one sends', async () => {
  const answers = await Promise.all(Array.from({ length: 50 }, () => requestCode(server, phone)));
  expect(answers.filter((answer) => answer.statusCode === 200)).toHaveLength(1);
  expect(server.sms.outbox).toHaveLength(1);
});

// Each send is a transaction; the embedded database runs them one by one.
const neighbours = onPostgres ? 1000 : 200;
test.each([9171230000, 9171231900])(`of ${neighbours} sends to neighbours from %i at most 25 leave, and the log alarms`, async (first) => {
  await start({ imageCodeAfterSendsPerAddress: 100_000, sendsPerAddressPerHour: 100_000 });
  for (let at = 0; at < neighbours; at += 50) {
    await Promise.all(Array.from({ length: 50 }, (_, index) => requestCode(server, String(first + at + index))));
  }
  expect(server.sms.outbox.length).toBeGreaterThan(0);
  expect(server.sms.outbox.length).toBeLessThanOrEqual(25);
  expect(server.log).toContainEqual(expect.objectContaining({ alarm: 'smsNeighbours' }));
  server.clock.advance(3600);
  expect((await requestCode(server, String(first + neighbours - 1))).statusCode).toBe(200);
});

test('V14 many codes from one address need an image code, far too many are refused', async () => {
  await start({ imageCodeAfterSendsPerAddress: 3, sendsPerAddressPerHour: 4 });
  for (const number of ['9181234567', '9191234567', '9201234567']) expect((await requestCode(server, number)).statusCode).toBe(200);
  expect(codeOf(await requestCode(server, '9211234567'))).toBe('imageCodeRequired');
  expect((await requestCode(server, '9211234567', { imageCode: await solvedImageCode() })).statusCode).toBe(200);
  expect(codeOf(await requestCode(server, '9221234567', { imageCode: await solvedImageCode() }))).toBe('tooFrequent');
});
