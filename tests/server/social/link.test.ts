import { afterAll, beforeAll, expect, test } from 'vitest';
import type { LightMyRequestResponse } from 'fastify';
import type { Settings } from '../../../engine/config/settings.ts';
import type { Rewards } from '../../../server/contract/serviceOperations.ts';
import { call } from '../support/lending.ts';
import type { LoggedIn } from '../support/login.ts';
import { edited, newBorrower, sessionFor, shippedFiles, startProduct, type ProductApp } from '../support/product.ts';

let server: ProductApp;
beforeAll(async () => {
  server = await startProduct();
});
afterAll(() => server.close());

const callbackUrl = '/api/social/facebook/callback';
const start = (who: LoggedIn) => call(server, who, 'POST', '/api/social/facebook', {});
const facebook = async (who: LoggedIn) => (await call(server, who, 'GET', '/api/rewards')).json<Rewards>().facebook;
const jarOf = (answer: LightMyRequestResponse) => answer.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');

/** Sends a borrower to the provider. Returns the URL and the browser's cookies for the way back. */
async function sent(who: LoggedIn) {
  const answer = await start(who);
  expect(answer.statusCode).toBe(200);
  const asked = new URL(answer.json<{ url: string }>().url, 'http://localhost').searchParams;
  const request = { codeChallenge: asked.get('code_challenge') ?? '', redirectUri: asked.get('redirect_uri') ?? '' };
  return { state: asked.get('state') ?? '', request, cookie: jarOf(answer), cookies: answer.cookies };
}

/** Follows the way back from the provider, without session cookie or token. Returns the outcome. */
async function back(query: Record<string, string>, cookie: string): Promise<string | null> {
  const answer = await server.app.inject({ url: `${callbackUrl}?${new URLSearchParams(query).toString()}`, headers: { cookie } });
  expect(answer.statusCode).toBe(303);
  const { pathname, searchParams } = new URL(String(answer.headers.location), 'http://localhost');
  expect(pathname).toBe('/facebookLink');
  return searchParams.get('outcome');
}

async function linkWith(who: LoggedIn, accountId: string): Promise<string | null> {
  const { state, request, cookie } = await sent(who);
  return back({ state, code: server.socialLink.allow(request, accountId) }, cookie);
}

const boostsOf = (who: LoggedIn) =>
  server.deps.db.selectFrom('limit_grants').selectAll().where('key', '=', `facebook:${who.customerId}`).execute();

test('L16 a linked Facebook account raises the limit once, and its id is nowhere in plain text', async () => {
  const who = await newBorrower(server);
  expect(await facebook(who)).toEqual({ offered: true, linked: false, boosted: false, hadBefore: false, boostCents: 100_000 });
  expect(await linkWith(who, '7001')).toBe('linked');
  expect(await linkWith(who, '7001')).toBe('linked');
  expect(await facebook(who)).toMatchObject({ linked: true, boosted: true });
  expect(await boostsOf(who)).toMatchObject([{ amount_cents: 100_000, kind: 'boost', reason: 'facebookLinked' }]);
  const rows = await server.deps.db.selectFrom('social_links').selectAll().execute();
  expect(JSON.stringify(rows)).not.toContain('7001');
});

test('L16 an account belongs to one person, even after it is unlinked', async () => {
  const [first, second] = [await newBorrower(server), await newBorrower(server)];
  expect(await linkWith(first, '7002')).toBe('linked');
  expect(await linkWith(second, '7002')).toBe('taken');
  await server.app.inject({ method: 'DELETE', url: '/api/social/facebook', headers: first.headers });
  expect(await facebook(first)).toMatchObject({ linked: false, boosted: true });
  expect(await linkWith(second, '7002')).toBe('taken');
  expect(await boostsOf(second)).toEqual([]);
  // Its owner may link it again, or another one instead. There is still only one boost.
  expect(await linkWith(first, '7002')).toBe('linked');
  expect(await linkWith(first, '7003')).toBe('linked');
  expect(await boostsOf(first)).toHaveLength(1);
});

test('L16 trying an account of somebody else keeps the linked one', async () => {
  const [owner, other] = [await newBorrower(server), await newBorrower(server)];
  await linkWith(owner, '7020');
  await linkWith(other, '7021');
  expect(await linkWith(other, '7020')).toBe('taken');
  expect((await facebook(other)).linked).toBe(true);
});

test('L16 of ten people who link one account in parallel one gets it', async () => {
  const people = await Promise.all(Array.from({ length: 10 }, () => newBorrower(server)));
  const outcomes = await Promise.all(people.map((who) => linkWith(who, '7022')));
  expect(outcomes.filter((outcome) => outcome === 'linked')).toHaveLength(1);
  expect(outcomes.filter((outcome) => outcome === 'taken')).toHaveLength(9);
});

test('L16 fifty parallel callbacks with one code link once', async () => {
  const who = await newBorrower(server);
  const { state, request, cookie } = await sent(who);
  const code = server.socialLink.allow(request, '7004');
  const outcomes = await Promise.all(Array.from({ length: 50 }, () => back({ state, code }, cookie)));
  expect(outcomes.filter((outcome) => outcome === 'linked')).toHaveLength(1);
});

test.each([
  ['who says no is told so', { error: 'access_denied' }, 'cancelled'],
  ['any other error of the provider is a refusal', { error: 'server_error' }, 'refused'],
  ['no code is a refusal', {}, 'refused'],
  ['a code that is not good is a refusal', { code: 'made-up' }, 'refused'],
])('%s', async (_, given, outcome) => {
  const who = await newBorrower(server);
  const { state, cookie } = await sent(who);
  expect(await back({ state, ...(given as Record<string, string>) }, cookie)).toBe(outcome);
  expect((await facebook(who)).linked).toBe(false);
});

test('a provider timeout has its own error, and a retry works', async () => {
  const who = await newBorrower(server);
  server.socialLink.orders.order('timesOut');
  expect(await linkWith(who, '7005')).toBe('unavailable');
  expect(await linkWith(who, '7005')).toBe('linked');
});

test('an attempt works only in the browser that began it', async () => {
  const [attacker, victim] = [await newBorrower(server), await newBorrower(server)];
  const { state, request } = await sent(attacker);
  const code = server.socialLink.allow(request, '7006');
  expect(await back({ state, code }, '')).toBe('expired');
  const other = await sent(victim);
  expect(await back({ state, code }, other.cookie)).toBe('expired');
  expect((await facebook(attacker)).linked).toBe(false);
});

test('nothing is linked after the expiry or a logout', async () => {
  const late = await newBorrower(server);
  const first = await sent(late);
  server.clock.advance(601);
  expect(await back({ state: first.state, code: server.socialLink.allow(first.request, '7007') }, first.cookie)).toBe('expired');

  const gone = { ...late, headers: await sessionFor(server.deps, late.customerId) };
  const second = await sent(gone);
  await server.app.inject({ method: 'DELETE', url: '/api/auth/session', headers: gone.headers });
  expect(await back({ state: second.state, code: server.socialLink.allow(second.request, '7007') }, second.cookie)).toBe('expired');
});

test('the cookie of an attempt is HttpOnly and SameSite=Lax for the callback', async () => {
  const { cookies } = await sent(await newBorrower(server));
  expect(cookies).toMatchObject([{ httpOnly: true, sameSite: 'Lax', path: '/' }]);
});

test('a code works only with its own verifier and address', async () => {
  const who = await newBorrower(server);
  const { state, request, cookie } = await sent(who);
  const code = server.socialLink.allow({ ...request, codeChallenge: 'of-another-attempt' }, '7008');
  expect(await back({ state, code }, cookie)).toBe('refused');
});

test('attempts are limited', async () => {
  const who = await newBorrower(server);
  const answers = [];
  for (let count = 0; count < 11; count++) answers.push((await start(who)).statusCode);
  expect(answers).toEqual([...Array.from({ length: 10 }, () => 200), 429]);
});

test('G15 while off, linking is refused and not offered, and a begun attempt is not found', async () => {
  const who = await newBorrower(server);
  const { state, request, cookie } = await sent(who);
  const off = edited<Settings>(shippedFiles(), 'flows/settings.json', ({ features }) => void (features['facebookBoost'] = false));
  await server.publish(off);
  const answer = await start(who);
  expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([404, 'featureOff']);
  expect((await facebook(who)).offered).toBe(false);
  expect(await back({ state, code: server.socialLink.allow(request, '7009') }, cookie)).toBe('unavailable');
  await server.publish(shippedFiles());
});

test('the page of the sandbox redirects only to us', async () => {
  const who = await newBorrower(server);
  const { url } = (await start(who)).json<{ url: string }>();
  expect((await server.app.inject(url)).body).toContain('Log in and allow');
  const elsewhere = url.replace(/redirect_uri=[^&]*/, 'redirect_uri=https%3A%2F%2Fevil.example%2Fapi%2F');
  expect((await server.app.inject(elsewhere)).statusCode).toBe(400);
});
