import { generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type OidcProvider, startOidcProvider } from '../../support/oidcProvider.ts';
import { deskFiles, type DeskApp, startDesk } from '../support/desk.ts';
import { codeFor, type StaffMember, staffMember } from '../support/staff.ts';

const origin = 'https://desk.example';
const redirectUri = `${origin}/api/staff/oidc/callback`;
let provider: OidcProvider;
let server: DeskApp;
let [ida, olga, ana]: StaffMember[] = [];

beforeAll(async () => {
  provider = await startOidcProvider(redirectUri);
  server = await startDesk(deskFiles(), { ...provider.env, PUBLIC_URL: origin });
  ida = await staffMember(server, 'admin', 'ida');
  olga = await staffMember(server, 'admin', 'olga');
  ana = await staffMember(server, 'underwriter', 'ana');
}, 60_000);
afterAll(async () => {
  await server.close();
  await provider.close();
});
beforeEach(async () => {
  server.clock.advance(120);
  // Keeps their sessions alive.
  for (const admin of [ida, olga]) await admin?.call('GET', '/api/staff/session');
  provider.tamper = undefined;
  provider.person = { sub: 'u-17', email: 'Ana@Example.com', email_verified: true };
});

/** A browser's cookies for our site. */
class Browser {
  readonly cookies = new Map<string, string>();
  async send(method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object, headers: Record<string, string> = {}) {
    const cookie = [...this.cookies].map((pair) => pair.join('=')).join('; ');
    const request = { method, url, headers: { ...headers, cookie }, ...(payload ? { payload } : {}) };
    const response = await server.app.inject(request);
    for (const { name, value } of response.cookies) this.cookies.set(name, value);
    return response;
  }
  begin = async () => (await this.send('POST', '/api/staff/login-attempts', { returnTo: '/desk/entered' })).json<{ url: string }>().url;
  /** Delivers the provider's response. Returns the redirect's target. */
  answer = async (callback: URL) => (await this.send('GET', `${callback.pathname}${callback.search}`)).headers.location;
  enter = () => this.send('POST', '/api/staff/provider-sessions', {});
  logIn = async () => this.answer(await provider.walk(await this.begin()));
}

/** Links an identity, as two admins do. */
async function link(identity: string, person: { id: string } | undefined = ana): Promise<void> {
  await ida?.call('POST', '/api/staff/approvals', {
    operation: 'staff.linkIdentity',
    input: { id: person?.id, identity, reason: 'She works here' },
  });
  await approveFirst();
}

async function approveFirst(): Promise<void> {
  const { approvals } = (await olga!.call('GET', '/api/staff/approvals')).json<{ approvals: { id: string; hash: string }[] }>();
  const [{ id, hash } = { id: '', hash: '' }] = approvals;
  const decided = await olga!.call('POST', `/api/staff/approvals/${id}/decisions`, { decision: 'approved', hash, note: 'I asked her' });
  expect(decided.json()).toMatchObject({ state: 'approved' });
}

const entering = async (browser: Browser) => {
  const { token } = (await browser.enter()).json<{ token: string }>();
  return { 'x-hakbang-token': token };
};

test('D01 a verified identity that two admins linked logs its person in; the role stays ours', async () => {
  await link('ana@example.com');
  const browser = new Browser();
  expect(await browser.logIn()).toBe('/desk/entered?outcome=admitted');
  const headers = await entering(browser);
  expect((await browser.send('GET', '/api/staff/browser-session', undefined, headers)).json()).toMatchObject({
    person: { name: 'ana', role: 'underwriter' },
  });
});

test('D01 such a session is not fresh: what moves money or rights asks for a factor of ours', async () => {
  const browser = new Browser();
  await browser.logIn();
  const headers = await entering(browser);
  const makeCodes = () => browser.send('POST', '/api/staff/session/recovery-codes', {}, headers);
  expect((await makeCodes()).json()).toMatchObject({ status: 403, code: 'freshCodeRequired' });
  const code = await codeFor(server, 'ana');
  expect((await browser.send('POST', '/api/staff/session/codes', { code }, headers)).statusCode).toBe(200);
  expect((await makeCodes()).statusCode).toBe(200);
});

test('D01 it ends like every other: by its person, by an admin, with the identity, with the access', async () => {
  const [browser, other] = [new Browser(), new Browser()];
  await browser.logIn();
  const headers = await entering(browser);
  const works = async () => (await browser.send('GET', '/api/staff/browser-session', undefined, headers)).statusCode;
  await other.logIn();
  const others = await entering(other);
  expect(await works()).toBe(200);
  expect((await other.send('DELETE', '/api/staff/own-sessions', undefined, others)).json()).toMatchObject({ ended: expect.any(Number) });
  expect(await works()).toBe(401);
  expect((await ida!.call('DELETE', `/api/staff/people/${ana!.id}/sessions`)).json()).toEqual({ ended: 1 });
  expect((await other.send('GET', '/api/staff/browser-session', undefined, others)).statusCode).toBe(401);
});

test('D01 the state counts once, in the browser that asked, for ten minutes', async () => {
  const browser = new Browser();
  const callback = await provider.walk(await browser.begin());
  const forged = new URL(callback);
  forged.searchParams.set('state', 'made-up');
  expect((await browser.send('GET', `${forged.pathname}${forged.search}`)).statusCode).toBe(400);
  expect((await new Browser().send('GET', `${callback.pathname}${callback.search}`)).statusCode).toBe(400);
  expect(await browser.answer(callback)).toBe('/desk/entered?outcome=admitted');
  expect((await browser.send('GET', `${callback.pathname}${callback.search}`)).statusCode).toBe(400);
  const thief = new Browser();
  expect((await thief.enter()).json()).toMatchObject({ status: 401, code: 'unauthenticated' });
  const cookies = new Map(browser.cookies);
  expect((await browser.enter()).statusCode).toBe(200);
  for (const [name, value] of cookies) thief.cookies.set(name, value);
  expect((await thief.enter()).statusCode).toBe(401);

  const late = await provider.walk(await browser.begin());
  server.clock.advance(601);
  expect((await browser.send('GET', `${late.pathname}${late.search}`)).statusCode).toBe(400);
  await browser.logIn();
  server.clock.advance(601);
  expect((await browser.enter()).statusCode).toBe(401);
  // Each login removes expired attempts.
  await browser.begin();
  expect(await server.deps.db.selectFrom('staff_login_attempts').selectAll().execute()).toHaveLength(1);
});

test('D01 a code of another login is refused', async () => {
  const [stolen, browser] = [new Browser(), new Browser()];
  const theirs = await provider.walk(await stolen.begin());
  const own = await provider.walk(await browser.begin());
  own.searchParams.set('code', theirs.searchParams.get('code') ?? '');
  expect(await browser.answer(own)).toBe('/desk/entered?outcome=refused');
  expect((await browser.enter()).statusCode).toBe(401);
});

const hourAgo = () => Math.floor(Date.now() / 1000) - 3600;
test.each<[string, NonNullable<OidcProvider['tamper']>]>([
  ['of another issuer', (claims) => ({ claims: { ...claims, iss: 'https://elsewhere.example' } })],
  ['for another application', (claims) => ({ claims: { ...claims, aud: 'another' } })],
  ['that has expired', (claims) => ({ claims: { ...claims, iat: hourAgo() - 60, exp: hourAgo() } })],
  ['with another nonce', (claims) => ({ claims: { ...claims, nonce: 'another' } })],
  ['signed with another key', () => ({ key: generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey })],
  ['without a signature', () => ({ alg: 'none' })],
  ['without a subject', (claims) => ({ claims: { ...claims, sub: undefined } })],
])('D01 a token %s is refused', async (_what, tamper) => {
  provider.tamper = tamper;
  const browser = new Browser();
  expect(await browser.logIn()).toBe('/desk/entered?outcome=refused');
  expect((await browser.enter()).statusCode).toBe(401);
  provider.tamper = (claims) => ({ claims });
  expect(await browser.logIn()).toBe('/desk/entered?outcome=admitted');
});

test('D01 nobody comes in whom no admin linked, and the next owner of an address is somebody else', async () => {
  const browser = new Browser();
  provider.person = { sub: 'u-99', email: 'ana@example.com', email_verified: true };
  expect(await browser.logIn()).toBe('/desk/entered?outcome=unknown');
  expect((await browser.enter()).statusCode).toBe(401);
  expect(server.log).toContainEqual(expect.objectContaining({ issuer: provider.issuer, subject: 'u-99' }));
  await link('olga@example.com', ana);
  provider.person = { sub: 'u-5', email: 'olga@example.com', email_verified: false };
  expect(await browser.logIn()).toBe('/desk/entered?outcome=unknown');
  provider.person = { sub: 'declines' };
  expect(await browser.logIn()).toBe('/desk/entered?outcome=cancelled');
  await link('u-17');
  provider.person = { sub: 'u-17' };
  expect(await browser.logIn()).toBe('/desk/entered?outcome=admitted');
});

test('D01 a claim of the settings is demanded, alone or in a list', async () => {
  const settings = server.deps.settings.providers.staffOidc!;
  settings.claim = { name: 'groups', value: 'desk' };
  expect(await new Browser().logIn()).toBe('/desk/entered?outcome=refused');
  provider.person = { sub: 'u-17', groups: ['all', 'desk'] };
  expect(await new Browser().logIn()).toBe('/desk/entered?outcome=admitted');
  delete settings.claim;
});

test('D01 a provider that cannot be reached lets nobody in', async () => {
  const settings = server.deps.settings.providers;
  const kept = settings.staffOidc!;
  settings.staffOidc = { ...kept, issuer: 'http://127.0.0.1:9' };
  const browser = new Browser();
  expect((await browser.send('POST', '/api/staff/login-attempts', { returnTo: '/desk/entered' })).json()).toMatchObject({
    code: 'unavailable',
  });
  settings.staffOidc = kept;
});

test.each(['//elsewhere.example', 'https://elsewhere.example', '/desk/../x', '/desk?x', ''])(
  'D01 %j is no path to return to',
  async (returnTo) => {
    expect((await new Browser().send('POST', '/api/staff/login-attempts', { returnTo })).statusCode).toBeGreaterThanOrEqual(400);
  },
);

test('D10 an admin approves the identity, person and role that they saw', async () => {
  const cases = [
    [{ role: 'support' }, { role: 'underwriter' }],
    [{ disabled_at: server.clock.now() }, { disabled_at: null }],
  ] as const;
  for (const [changed, restored] of cases) {
    await ida?.call('POST', '/api/staff/approvals', {
      operation: 'staff.linkIdentity',
      input: { id: ana?.id, identity: 'u-99', reason: 'She works here' },
    });
    const { approvals } = (await olga!.call('GET', '/api/staff/approvals')).json<{ approvals: { id: string; hash: string }[] }>();
    expect(approvals).toMatchObject([
      {
        input: { identity: 'u-99' },
        facts: { role: 'underwriter', disabled: false, replaces: 'u-17', replacesIssuer: provider.issuer },
      },
    ]);
    const [{ id, hash } = { id: '', hash: '' }] = approvals;
    const put = (set: object) => server.deps.db.updateTable('staff').set(set).where('id', '=', ana!.id).execute();
    await put(changed);
    const decided = await olga!.call('POST', `/api/staff/approvals/${id}/decisions`, { decision: 'approved', hash, note: 'I asked her' });
    expect(decided.statusCode).toBe(409);
    await put(restored);
  }
  expect((await ida!.call('GET', `/api/staff/people/${ana!.id}/identity`)).json()).toMatchObject({ linked: { identity: 'u-17' } });
});

test('D01 D10 a link waits for another admin, belongs to one person, and can be taken away', async () => {
  const put = { identity: 'u-17', reason: 'She works here' };
  expect((await ida!.call('PUT', `/api/staff/people/${olga!.id}/identity`, put)).json()).toMatchObject({ code: 'secondNeeded' });
  expect((await ida!.call('GET', `/api/staff/people/${ana!.id}/identity`)).json()).toMatchObject({
    linked: { issuer: provider.issuer, identity: 'u-17', lastUsedAt: expect.any(String) },
  });
  const browser = new Browser();
  await browser.logIn();
  const headers = await entering(browser);
  expect((await ida!.call('POST', `/api/staff/people/${ana!.id}/identity/removal`, { reason: 'She left' })).statusCode).toBe(200);
  expect((await browser.send('GET', '/api/staff/browser-session', undefined, headers)).statusCode).toBe(401);
  expect(await browser.logIn()).toBe('/desk/entered?outcome=unknown');
  expect((await ida!.call('GET', `/api/staff/people/${ana!.id}/identity`)).json()).toEqual({});
});

test('D01 after a reset of the factors, the provider stands for the password: the session may only enrol', async () => {
  await link('u-17');
  const now = server.clock.now();
  await server.deps.db
    .updateTable('staff')
    .set({ totp_sealed: null, enrol_until: new Date(now.getTime() + 600_000) })
    .where('id', '=', ana!.id)
    .execute();
  const browser = new Browser();
  await browser.logIn();
  const headers = await entering(browser);
  expect((await browser.send('GET', '/api/staff/work?queue=applications', undefined, headers)).json()).toMatchObject({
    code: 'factorMissing',
  });
  expect((await browser.send('POST', '/api/staff/session/new-authenticators', {}, headers)).statusCode).toBe(200);
  server.clock.advance(601);
  expect((await browser.send('POST', '/api/staff/session/new-authenticators', {}, headers)).json()).toMatchObject({
    code: 'freshCodeRequired',
  });
});

test('D01 whoever has no access does not come in', async () => {
  const browser = new Browser();
  const callback = await provider.walk(await browser.begin());
  expect((await ida!.call('DELETE', `/api/staff/people/${ana!.id}`)).statusCode).toBe(200);
  expect(await browser.answer(callback)).toBe('/desk/entered?outcome=unknown');
  expect((await browser.enter()).statusCode).toBe(401);
});

test('D01 whoever loses the only way in has no access, so that no admin alone comes in as that person', async () => {
  [ida, olga] = [await staffMember(server, 'admin', 'ida-2'), await staffMember(server, 'admin', 'olga-2')];
  const made = await ida.call('POST', '/api/staff/people', {
    name: 'nia',
    role: 'support',
    reason: 'Starts on 3 May',
    page: '/desk/welcome',
  });
  expect(made.json()).toMatchObject({ state: 'pending' });
  const { id } = made.json<{ person: { id: string } }>().person;
  await approveFirst();
  await link('u-21', { id });
  // A person without one of our factors adds the first one. Otherwise they could never do what requires it.
  provider.person = { sub: 'u-21' };
  const browser = new Browser();
  await browser.logIn();
  const headers = await entering(browser);
  expect((await browser.send('POST', '/api/staff/session/new-authenticators', {}, headers)).statusCode).toBe(200);
  const removed = await ida.call('POST', `/api/staff/people/${id}/identity/removal`, { reason: 'She left' });
  expect(removed.statusCode).toBe(200);
  expect((await ida.call('GET', `/api/staff/people/${id}`)).json()).toMatchObject({ name: 'nia', disabled: true });
  // One of our factors is another way in.
  await link('u-22', olga);
  expect((await ida.call('POST', `/api/staff/people/${olga.id}/identity/removal`, { reason: 'She left' })).statusCode).toBe(200);
  expect((await ida.call('GET', `/api/staff/people/${olga.id}`)).json()).toMatchObject({ disabled: false });
});
