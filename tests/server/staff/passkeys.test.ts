import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Authenticator, type Change, createAuthenticator } from '../../support/authenticator.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { auditRows } from '../support/auditRows.ts';
import { type StaffMember, staffMember } from '../support/staff.ts';

const origin = 'https://desk.example';
let server: TestApp;
let ana: StaffMember;
let key: Authenticator;
beforeEach(async () => {
  server = await startTestApp({ env: { PUBLIC_URL: origin } });
  ana = await staffMember(server, 'support', 'ana');
  key = createAuthenticator(origin);
});
afterEach(() => server.close());

interface Options {
  challenge: string;
  [name: string]: unknown;
}
const optionsOf = async (member: StaffMember, url: string) => (await member.call('POST', url, {})).json<{ options: Options }>().options;
const post = (url: string, payload: object) => server.app.inject({ method: 'POST', url, payload });

/** Gives a person a passkey. */
async function add(member: StaffMember = ana, authenticator = key, change: Change = {}, name = 'Laptop') {
  const options = await optionsOf(member, '/api/staff/session/new-passkeys');
  return member.call('POST', '/api/staff/session/passkeys', { name, passkey: authenticator.make(options, change) });
}
const challenge = async () => (await post('/api/staff/passkey-challenges', {})).json<{ options: Options }>().options;
const logIn = async (more: object = {}, change: Change = {}, authenticator = key) =>
  post('/api/staff/passkey-sessions', { ...more, passkey: authenticator.use(await challenge(), change) });
const refusedLogin = { status: 401, code: 'unauthenticated' };

test('D01 a passkey logs its owner in, alone; the session is fresh and needs the cookie', async () => {
  expect((await add()).statusCode).toBe(200);
  const options = await challenge();
  expect(options).toMatchObject({ rpId: 'desk.example', userVerification: 'required' });
  const entered = await post('/api/staff/passkey-sessions', { passkey: key.use(options) });
  const { token, person } = entered.json<{ token: string; person: object }>();
  expect(person).toMatchObject({ name: 'ana', role: 'support' });
  const cookie = entered.cookies[0];
  expect(cookie).toMatchObject({ httpOnly: true, secure: true, sameSite: 'Strict' });
  const headers = { 'x-hakbang-token': token, cookie: `${cookie?.name}=${cookie?.value}` };
  const propose = { operation: 'staff.cancelLoan', input: { id: 'none', reason: 'She asked us to' } };
  expect((await server.app.inject({ method: 'POST', url: '/api/staff/approvals', headers, payload: propose })).json()).toMatchObject({
    code: 'notFound',
  });
  const bare = { 'x-hakbang-token': token };
  expect((await server.app.inject({ url: '/api/staff/session', headers: bare })).statusCode).toBe(401);
});

test('D01 the browser is asked to check who makes a passkey, and to keep whose it is', async () => {
  const options = await optionsOf(ana, '/api/staff/session/new-passkeys');
  expect(options).toMatchObject({
    rp: { id: 'desk.example' },
    user: { name: 'ana' },
    attestation: 'none',
    authenticatorSelection: { userVerification: 'required', residentKey: 'required' },
  });
});

test('D01 as second factor it needs the right name and password', async () => {
  await add();
  expect((await logIn({ name: 'ana', password: 'correct horse battery' })).statusCode).toBe(200);
  expect((await logIn({ name: 'ana', password: 'wrong' })).json()).toMatchObject(refusedLogin);
  expect((await logIn({ name: 'ana' })).json()).toMatchObject(refusedLogin);
  expect((await logIn({ password: 'wrong' })).json()).toMatchObject(refusedLogin);
  await staffMember(server, 'support', 'ben');
  expect((await logIn({ name: 'ben', password: 'correct horse battery' })).json()).toMatchObject(refusedLogin);
});

test('D01 wrong passwords with a passkey count like those with a code', async () => {
  await add();
  for (let guess = 0; guess < 5; guess += 1) await logIn({ name: 'ana', password: 'wrong' });
  expect((await logIn({ name: 'ana', password: 'correct horse battery' })).json()).toMatchObject({ status: 429, code: 'tooFrequent' });
});

describe('D01 a login is refused', () => {
  beforeEach(async () => void (await add()));

  test.each<[string, Change]>([
    ['from another origin', { origin: 'https://desk.example.evil.test' }],
    ['of another site', { rpId: 'evil.test' }],
    ['without a check of who uses the passkey', { isVerified: false }],
    ['that names another person', { userHandle: Buffer.from('somebody').toString('base64url') }],
  ])('%s', async (_, change) => {
    expect((await logIn({}, change)).json()).toMatchObject(refusedLogin);
    expect((await logIn()).statusCode).toBe(200);
  });

  test('when it is repeated', async () => {
    const passkey = key.use(await challenge());
    expect((await post('/api/staff/passkey-sessions', { passkey })).statusCode).toBe(200);
    expect((await post('/api/staff/passkey-sessions', { passkey })).json()).toMatchObject(refusedLogin);
  });

  test('but one, of parallel ones with the same challenge', async () => {
    const options = await challenge();
    const answers = await Promise.all([1, 2, 3].map(() => post('/api/staff/passkey-sessions', { passkey: key.use(options) })));
    expect(answers.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other)).toEqual([200, 401, 401]);
  });

  test('after five minutes, and with a challenge that we did not make or that was for something else', async () => {
    const late = key.use(await challenge());
    server.clock.advance(5 * 60);
    expect((await post('/api/staff/passkey-sessions', { passkey: late })).json()).toMatchObject(refusedLogin);
    const made = key.use({ challenge: Buffer.alloc(32).toString('base64url') });
    expect((await post('/api/staff/passkey-sessions', { passkey: made })).json()).toMatchObject(refusedLogin);
    const elsewhere = key.use(await optionsOf(ana, '/api/staff/session/passkey-challenges'));
    expect((await post('/api/staff/passkey-sessions', { passkey: elsewhere })).json()).toMatchObject(refusedLogin);
  });

  test('of a copied authenticator, whose count did not grow', async () => {
    const copy = key.clone();
    expect((await logIn()).statusCode).toBe(200);
    expect((await logIn({}, {}, copy)).json()).toMatchObject(refusedLogin);
    expect((await logIn()).statusCode).toBe(200);
  });

  test('with an unknown passkey, and of a disabled person', async () => {
    const stranger = createAuthenticator(origin);
    stranger.make(await challenge());
    expect((await logIn({}, {}, stranger)).json()).toMatchObject(refusedLogin);
    await server.deps.db.updateTable('staff').set({ disabled_at: server.clock.now() }).where('id', '=', ana.id).execute();
    expect((await logIn()).json()).toMatchObject(refusedLogin);
  });

  test('with an answer that is no passkey', async () => {
    const response = { clientDataJSON: 'bm8', authenticatorData: '', signature: '' };
    const passkey = { id: 'x', rawId: 'x', type: 'public-key', clientExtensionResults: {}, response };
    expect((await post('/api/staff/passkey-sessions', { passkey })).json()).toMatchObject(refusedLogin);
    expect((await post('/api/staff/passkey-sessions', { passkey: {} })).json()).toMatchObject({ status: 400 });
  });
});

describe('D01 a new passkey is refused', () => {
  test.each<[string, Change]>([
    ['from another origin', { origin: 'http://desk.example' }],
    ['of another site', { rpId: 'example' }],
    ['without a check of who makes it', { isVerified: false }],
  ])('%s', async (_, change) => {
    expect((await add(ana, key, change)).json()).toMatchObject({ status: 422, code: 'passkeyRefused' });
    expect((await ana.call('GET', '/api/staff/session/factors')).json()).toMatchObject({ passkeys: [] });
  });

  test('with the challenge of another session, and when it is repeated', async () => {
    const ben = await staffMember(server, 'support', 'ben');
    const options = await optionsOf(ben, '/api/staff/session/new-passkeys');
    const body = { name: 'Mine', passkey: key.make(options) };
    expect((await ana.call('POST', '/api/staff/session/passkeys', body)).json()).toMatchObject({ code: 'passkeyRefused' });
    expect((await ben.call('POST', '/api/staff/session/passkeys', body)).statusCode).toBe(200);
    expect((await ben.call('POST', '/api/staff/session/passkeys', body)).json()).toMatchObject({ code: 'passkeyRefused' });
  });

  test('beyond ten', async () => {
    for (let each = 0; each < 10; each += 1) expect((await add()).statusCode).toBe(200);
    expect((await add()).json()).toMatchObject({ status: 409, code: 'passkeysFull', params: { most: 10 } });
  });
});

test("D01 a session becomes fresh by its owner's passkey only", async () => {
  await add();
  const ben = await staffMember(server, 'support', 'ben');
  const passkey = key.use(await optionsOf(ben, '/api/staff/session/passkey-challenges'));
  expect((await ben.call('POST', '/api/staff/session/passkey-uses', { passkey })).json()).toMatchObject({
    status: 422,
    code: 'passkeyRefused',
  });
  server.clock.advance(6 * 60);
  const headers = { authorization: `Bearer ${ana.token}` };
  const remove = () => server.app.inject({ method: 'DELETE', url: '/api/staff/session/passkeys/none', headers });
  expect((await remove()).json()).toMatchObject({ code: 'freshCodeRequired' });
  const options = await optionsOf(ana, '/api/staff/session/passkey-challenges');
  expect(options['allowCredentials']).toHaveLength(1);
  const own = { passkey: key.use(options) };
  expect((await ana.call('POST', '/api/staff/session/passkey-uses', own)).statusCode).toBe(200);
  expect((await remove()).json()).toMatchObject({ code: 'notFound' });
});

test('D01 people list, name and remove their own passkeys, never the last factor, audited', async () => {
  const first = (await add()).json<{ id: string }>();
  const second = (await add(ana, key, {}, ' Phone ')).json<{ id: string }>();
  const ben = await staffMember(server, 'support', 'ben');
  const at = (id: string) => `/api/staff/session/passkeys/${id}`;
  expect((await ben.call('PUT', at(first.id), { name: 'Stolen' })).statusCode).toBe(404);
  expect((await ben.call('DELETE', at(first.id))).statusCode).toBe(404);
  expect((await ana.call('PUT', at(first.id), { name: 'Office' })).statusCode).toBe(200);
  expect((await ana.call('PUT', at(first.id), { name: ' ' })).statusCode).toBe(400);
  await server.deps.db.updateTable('staff').set({ totp_sealed: null }).where('id', '=', ana.id).execute();
  expect((await ana.call('GET', '/api/staff/session/factors')).json()).toMatchObject({
    hasCode: false,
    passkeys: [{ name: 'Office' }, { name: 'Phone' }],
  });
  const removed = await Promise.all([ana.call('DELETE', at(first.id)), ana.call('DELETE', at(second.id))]);
  expect(removed.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other)).toEqual([200, 409]);
  expect(removed.find(({ statusCode }) => statusCode === 409)?.json()).toMatchObject({ code: 'lastFactor' });
  const actions = await auditRows(server.deps.db).select(['actor', 'action']).execute();
  expect(actions).toContainEqual({ actor: `staff:${ana.id}`, action: 'staff.passkeyAdded' });
  expect(actions).toContainEqual({ actor: `staff:${ana.id}`, action: 'staff.passkeyRemoved' });
});

test('D01 challenges that anybody may ask for are bounded, and expired ones are removed', async () => {
  for (let each = 0; each < 120; each += 1) await post('/api/staff/passkey-challenges', {});
  expect((await post('/api/staff/passkey-challenges', {})).json()).toMatchObject({ status: 429, code: 'tooFrequent' });
  server.clock.advance(16 * 60);
  await challenge();
  expect(await server.deps.db.selectFrom('staff_challenges').select('purpose').execute()).toHaveLength(1);
});
