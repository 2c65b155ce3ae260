import { solveChallenge, type Challenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { onPostgres } from '../support/testDatabase.ts';
import type { LightMyRequestResponse } from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { unlockNumber } from '../../../server/platform/auth/unlock.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { challenge, post, requestCode, verifyCode, wrongCode } from '../support/login.ts';
import { fixedReleases, manifestWith } from '../support/releases.ts';

const phone = '9171234567';
let server: TestApp;
/** Cheap proofs of work, because these tests only check which proof is required. */
const work = { proofTries: 4, proofAloneTries: 8 };
const appWith = (login: object = {}) =>
  startTestApp({ releases: fixedReleases(manifestWith({ other: { login: { login: { ...work, ...login } } } })) });
const start = async (login: object) => {
  await server.close();
  server = await appWith(login);
};
beforeEach(async () => void (server = await appWith()));
afterEach(() => server.close());

const codeOf = (answer: LightMyRequestResponse) => answer.json<{ code?: string }>().code;

/** Solves the proof of work that replaces a picture, or the one that accompanies it, as the widget does. */
async function solvedImageCode(which: 'proofAlone' | 'proofOfWork' = 'proofAlone') {
  const { challengeId, [which]: challenge } = (await post(server, '/api/auth/image-codes', {})).json<
    { challengeId: string } & Record<typeof which, Challenge>
  >();
  const solution = await solveChallenge({ challenge, deriveKey });
  return { challengeId, proof: Buffer.from(JSON.stringify({ challenge, solution })).toString('base64') };
}

/** Makes `count` wrong guesses at fresh codes. */
async function failGuesses(count: number) {
  for (let left = count; left > 0; left -= 3) {
    server.clock.advance(86_400);
    const more = left < count ? { imageCode: await solvedImageCode() } : {};
    const { id, code } = await challenge(server, phone, more);
    for (let guess = 0; guess < Math.min(3, left); guess++) await verifyCode(server, id, wrongCode(code));
  }
}

test('V14 asks for an image code after three failures and accepts a solved one once', async () => {
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

test('V14 accepts the digits of the picture', async () => {
  const drawn: number[] = [];
  const { below } = server.deps.random;
  server.deps.random = {
    ...server.deps.random,
    below: (limit) => (limit === 10 ? (drawn.push(below(10)), drawn.at(-1) ?? 0) : below(limit)),
  };
  const { challengeId, proof } = await solvedImageCode('proofOfWork');
  const answer = drawn.join('');
  expect(answer).toMatch(/^\d{5}$/);
  expect((await requestCode(server, phone, { imageCode: { challengeId, answer, proof } })).statusCode).toBe(200);
  const [row] = await server.deps.db.selectFrom('login_challenges').select('human').execute();
  expect(row).toEqual({ human: true });
});

test('refuses a proof of work for another image code or a forged one', async () => {
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

test('E05 locks a number at ten failures until it is unlocked, even if new codes were sent', async () => {
  await failGuesses(10);
  server.clock.advance(86_400);
  expect(codeOf(await requestCode(server, phone, { imageCode: await solvedImageCode() }))).toBe('securityLock');
  expect(await unlockNumber(server.deps, { e164: `+63${phone}`, callingCode: '63', national: phone })).toBe(true);
  const { id, code } = await challenge(server, phone);
  expect((await verifyCode(server, id, code)).statusCode).toBe(200);
});

test('codes that are refused leave nothing about their numbers', async () => {
  await start({ sendsPerAddressPerHour: 3 });
  const numbers = Array.from({ length: 8 }, (_, index) => `918123456${index}`);
  const answers = [];
  for (const number of numbers) answers.push((await requestCode(server, number)).statusCode);
  const sent = answers.filter((status) => status === 200).length;
  expect(sent).toBeGreaterThan(0);
  expect(sent).toBeLessThan(numbers.length);
  expect(await server.deps.db.selectFrom('login_numbers').select('codes').execute()).toHaveLength(sent);
});

test('the right code does not open a locked number', async () => {
  await failGuesses(9);
  server.clock.advance(86_400);
  const { id, code } = await challenge(server, phone, { imageCode: await solvedImageCode() });
  expect(codeOf(await verifyCode(server, id, wrongCode(code)))).toBe('securityLock');
  expect(codeOf(await verifyCode(server, id, code))).toBe('securityLock');
});

test('an unrequested image code does no harm, right or wrong', async () => {
  const imageCode = { challengeId: 'used-up-long-ago', answer: '12345' };
  expect((await requestCode(server, phone, { imageCode })).statusCode).toBe(200);
});

test('a login resets the failures of a number', async () => {
  await failGuesses(2);
  server.clock.advance(60);
  const { id, code } = await challenge(server, phone);
  await verifyCode(server, id, code);
  const row = await server.deps.db.selectFrom('login_numbers').selectAll().executeTakeFirstOrThrow();
  expect(row.failures).toBe(0);
});

test('beyond a budget of failures over all numbers everybody must solve an image code until the next day in Manila', async () => {
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

// A single-session database hides every race, so only PostgreSQL gets the whole ten thousand.
const parallelGuesses = onPostgres ? 10_000 : 300;
test(`of ${parallelGuesses} parallel guesses no more are evaluated than the code allows`, async () => {
  const { id, code } = await challenge(server, phone);
  const guesses = Array.from({ length: parallelGuesses }, () => verifyCode(server, id, wrongCode(code)));
  const answers = await Promise.all(guesses);
  // 503: refused with Retry-After while all connections are taken.
  const statuses = new Set(answers.map(({ statusCode }) => statusCode));
  expect([...statuses].filter((status) => status !== 422 && status !== 503)).toEqual([]);
  const { failures } = await server.deps.db.selectFrom('login_numbers').select('failures').executeTakeFirstOrThrow();
  expect(failures).toBe(3);
}, 120_000);

test('of many parallel requests for one number one sends a code', async () => {
  const answers = await Promise.all(Array.from({ length: 50 }, () => requestCode(server, phone)));
  expect(answers.filter((answer) => answer.statusCode === 200)).toHaveLength(1);
  expect(server.sms.outbox).toHaveLength(1);
});

// Each send is a transaction, and the embedded database runs them one by one.
const neighbours = onPostgres ? 1000 : 200;
test.each([9171230000, 9171231900])(
  `of ${neighbours} requests for neighbouring numbers from %i at most 25 send an SMS, and the log has an alarm`,
  async (first) => {
    await start({ imageCodeAfterSendsPerAddress: 100_000, sendsPerAddressPerHour: 100_000 });
    for (let at = 0; at < neighbours; at += 50) {
      await Promise.all(Array.from({ length: 50 }, (_, index) => requestCode(server, String(first + at + index))));
    }
    expect(server.sms.outbox.length).toBeGreaterThan(0);
    expect(server.sms.outbox.length).toBeLessThanOrEqual(25);
    expect(server.log).toContainEqual(expect.objectContaining({ alarm: 'smsNeighbours' }));
    server.clock.advance(3600);
    expect((await requestCode(server, String(first + neighbours - 1))).statusCode).toBe(200);
  },
);

test('V14 many codes from one address need an image code, and far too many are refused', async () => {
  await start({ imageCodeAfterSendsPerAddress: 3, sendsPerAddressPerHour: 4 });
  for (const number of ['9181234567', '9191234567', '9201234567']) expect((await requestCode(server, number)).statusCode).toBe(200);
  expect(codeOf(await requestCode(server, '9211234567'))).toBe('imageCodeRequired');
  expect((await requestCode(server, '9211234567', { imageCode: await solvedImageCode() })).statusCode).toBe(200);
  expect(codeOf(await requestCode(server, '9221234567', { imageCode: await solvedImageCode() }))).toBe('tooFrequent');
});

/** Requests a code from an address, for a number that does not neighbour the previous one. */
const requestFrom = (remoteAddress: string, at: number) =>
  server.app.inject({
    method: 'POST',
    url: '/api/auth/codes',
    remoteAddress,
    payload: { phone: String(9_170_000_000 + at * 4_001), privacyAccepted: true },
  });

const tally = (answers: LightMyRequestResponse[]) => {
  const codes = answers.map((answer) => codeOf(answer) ?? 'sent');
  return Object.fromEntries([...new Set(codes)].map((code) => [code, codes.filter((each) => each === code).length]));
};

const unlimited = {
  sendsPerMinute: 100_000,
  sendsPerDay: 100_000,
  sendsPerOperatorPerHour: 100_000,
  imageCodeAfterSendsPerAddress: 100_000,
};

test.each([
  ['an IPv6 /64 counts as one address', (at: number) => `2001:db8:0:7:${at.toString(16)}::9`, 8],
  ['an IPv6 /48 has a limit of its own', (at: number) => `2001:db8:7:${at.toString(16)}::9`, 20],
  ['an IPv4 address is the same when it is mapped into IPv6', (at: number) => (at % 2 ? '203.0.113.9' : '::ffff:203.0.113.9'), 8],
])('SMS pumping: %s', async (_title, addressOf, sent) => {
  await start({ ...unlimited, sendsPerAddressPerHour: 8, sendsPerNetworkPerHour: 20 });
  const answers = [];
  for (let at = 0; at < 30; at += 1) answers.push(await requestFrom(addressOf(at), at));
  expect(tally(answers)).toEqual({ sent, tooFrequent: 30 - sent });
  expect(server.log).toContainEqual(expect.objectContaining({ alarm: 'smsAddress' }));
});

test('SMS pumping: 60 parallel requests from one address send as many as sequential ones, then need an image code', async () => {
  await start({ ...unlimited, sendsPerAddressPerHour: 1000, imageCodeAfterSendsPerAddress: 10 });
  const answers = await Promise.all(Array.from({ length: 60 }, (_, at) => requestFrom('203.0.113.77', at)));
  expect(tally(answers)).toEqual({ sent: 10, imageCodeRequired: 50 });
});

test.each([
  ['sendsPerMinute', 60, 'smsFlood'],
  ['sendsPerDay', 86_400, 'smsFlood'],
  ['sendsPerOperatorPerHour', 3600, 'smsOperator'],
])(
  'SMS pumping: %s asks everybody for an image code from half of it on, then stops, with an alarm',
  async (name, seconds, alarm) => {
    await start({ ...unlimited, [name]: 10, imageCodeAtSharePercent: 50 });
    const answers = [];
    for (let at = 0; at < 8; at += 1) answers.push(await requestFrom(`198.51.100.${at}`, at));
    expect(tally(answers)).toEqual({ sent: 5, imageCodeRequired: 3 });
    expect(server.log.filter((line) => (line as { alarm?: string }).alarm === 'smsUnusual')).toHaveLength(1);
    for (let at = 0; at < 5; at += 1) {
      expect((await requestCode(server, String(9_174_000_000 + at * 4_001), { imageCode: await solvedImageCode() })).statusCode).toBe(200);
    }
    const refused = await requestCode(server, '9175000000', { imageCode: await solvedImageCode() });
    expect(refused.json()).toMatchObject({ status: 429, code: 'tooFrequent', params: { seconds } });
    expect(server.log).toContainEqual(expect.objectContaining({ alarm }));
    server.clock.advance(seconds + 1);
    expect((await requestFrom('198.51.100.99', 99)).statusCode).toBe(200);
  },
  60_000,
);

test('image codes are limited per source and in total', async () => {
  await start({ imageCodesPerAddressPerHour: 4, imageCodesPerMinute: 10 });
  const ask = (remoteAddress: string) => server.app.inject({ method: 'POST', url: '/api/auth/image-codes', remoteAddress, payload: {} });
  const mine = await Promise.all(Array.from({ length: 10 }, (_, at) => ask(`2001:db8:0:7::${at}`)));
  expect(mine.filter(({ statusCode }) => statusCode === 200)).toHaveLength(4);
  const all = await Promise.all(Array.from({ length: 20 }, (_, at) => ask(`198.51.100.${at}`)));
  expect(all.filter(({ statusCode }) => statusCode === 200)).toHaveLength(6);
  expect(codeOf(all.at(-1) as LightMyRequestResponse)).toBe('tooFrequent');
});

test('V14 reading the picture is not enough without a proof of work, and without a picture the proof is longer', async () => {
  await failGuesses(3);
  server.clock.advance(86_400);
  const drawn: number[] = [];
  const { below } = server.deps.random;
  server.deps.random = {
    ...server.deps.random,
    below: (limit) => (limit === 10 ? (drawn.push(below(10)), drawn.at(-1) ?? 0) : below(limit)),
  };
  const { challengeId } = (await post(server, '/api/auth/image-codes', {})).json<{ challengeId: string }>();
  expect(codeOf(await requestCode(server, phone, { imageCode: { challengeId, answer: drawn.join('') } }))).toBe('imageCodeRequired');
  drawn.length = 0;
  const short = await solvedImageCode('proofOfWork');
  expect(codeOf(await requestCode(server, phone, { imageCode: short }))).toBe('imageCodeRequired');
  drawn.length = 0;
  const both = await solvedImageCode('proofOfWork');
  expect((await requestCode(server, phone, { imageCode: { ...both, answer: drawn.join('') } })).statusCode).toBe(200);
});
