import { afterEach, beforeEach, expect, test } from 'vitest';
import { addPerson } from '../../../server/platform/staff/people.ts';
import { hashPassword, passwordMatches } from '../../../server/platform/staff/password.ts';
import { base32, totpCode } from '../../../server/platform/staff/totp.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { auditRows } from '../support/auditRows.ts';
import { fixedReleases, manifestWith } from '../support/releases.ts';
import { codeFor, signIn, staffMember } from '../support/staff.ts';

let server: TestApp;
beforeEach(async () => {
  server = await startTestApp();
});
afterEach(() => server.close());

// RFC 6238, appendix B: the ASCII secret "12345678901234567890" with SHA-1, its eight digits cut to six.
test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('the code at second %i is %s, as RFC 6238 says', (second, code) => {
  expect(totpCode(Buffer.from('12345678901234567890'), Math.floor(second / 30))).toBe(code);
});

// RFC 4648 §10.
test.each([
  ['f', 'MY'],
  ['fo', 'MZXQ'],
  ['foo', 'MZXW6'],
  ['foobar', 'MZXW6YTBOI'],
])('base32 of %s is %s', (text, expected) => expect(base32(Buffer.from(text))).toBe(expected));

test('a password is stored as argon2id with its own salt', async () => {
  const [one, other] = await Promise.all([hashPassword('correct horse battery'), hashPassword('correct horse battery')]);
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(one).not.toBe(other);
  expect(await passwordMatches('correct horse battery', one)).toBe(true);
  expect(await passwordMatches('correct horse batterz', one)).toBe(false);
});

test('logs in by password and second factor; the token works until logout', async () => {
  const person = await staffMember(server, 'support');
  expect((await person.call('GET', '/api/staff/session')).json()).toMatchObject({ name: 'support', role: 'support', disabled: false });
  expect((await person.call('DELETE', '/api/staff/session')).statusCode).toBe(200);
  expect((await person.call('GET', '/api/staff/session')).statusCode).toBe(401);
});

test('every failure gives the same answer: unknown name, wrong password, wrong code, used code', async () => {
  await addPerson(server.deps, { name: 'anna', role: 'support', password: 'correct horse battery' }, 'test');
  const used = await signIn(server, 'anna');
  expect(used.statusCode).toBe(200);
  const tries = [
    await signIn(server, 'anna'),
    await signIn(server, 'anna', { password: 'wrong', code: await codeFor(server, 'anna', 1) }),
    await signIn(server, 'anna', { code: '000000' }),
    await signIn(server, 'anna', { name: 'nobody' }),
  ];
  for (const response of tries) expect(response.json()).toMatchObject({ status: 401, code: 'unauthenticated' });
});

const anna = { name: 'anna', role: 'support', password: 'correct horse battery' } as const;
const attacker = '203.0.113.66';

test('five failures pause a name for their source for a quarter of an hour, even with the right password', async () => {
  await addPerson(server.deps, anna, 'test');
  for (let guess = 0; guess < 5; guess += 1) await signIn(server, 'anna', { password: 'wrong' });
  const paused = await signIn(server, 'anna');
  expect(paused.json()).toMatchObject({ status: 429, code: 'tooFrequent', params: { seconds: 900 } });
  server.clock.advance(15 * 60 + 1);
  expect((await signIn(server, 'anna')).statusCode).toBe(200);
});

test('of 400 parallel wrong codes and the right one at most five are checked', async () => {
  await addPerson(server.deps, anna, 'test');
  const guesses = Array.from({ length: 400 }, () => signIn(server, 'anna', { code: '000000' }));
  const statuses = (await Promise.all([...guesses, signIn(server, 'anna')])).map(({ statusCode }) => statusCode);
  expect(statuses.filter((status) => status === 401)).toHaveLength(5);
  expect(statuses.filter((status) => status === 200)).toHaveLength(0);
}, 60_000);

test('knowing a name is not enough to lock out its owner, even from many addresses of a network', async () => {
  await addPerson(server.deps, anna, 'test');
  const tries = Array.from({ length: 120 }, (_, at) => signIn(server, 'anna', { password: 'wrong' }, `2001:db8:7:${at.toString(16)}::1`));
  const statuses = (await Promise.all(tries)).map(({ statusCode }) => statusCode);
  expect(statuses.filter((status) => status === 401)).toHaveLength(50);
  expect((await signIn(server, 'anna', { password: 'wrong' }, '::ffff:203.0.113.66')).statusCode).toBe(401);
  for (let guess = 0; guess < 4; guess += 1) await signIn(server, 'anna', { password: 'wrong' }, attacker);
  expect((await signIn(server, 'anna', {}, attacker)).statusCode).toBe(429);
  expect((await signIn(server, 'anna')).statusCode).toBe(200);
}, 60_000);

test('with the right password ten codes an hour are checked from all sources, and the log has an alarm', async () => {
  await addPerson(server.deps, anna, 'test');
  for (let at = 0; at < 10; at += 1) await signIn(server, 'anna', { code: '000000' }, `198.51.100.${at}`);
  expect((await signIn(server, 'anna', {}, attacker)).statusCode).toBe(401);
  expect(server.log).toContainEqual(expect.objectContaining({ alarm: 'staffCodeGuessed' }));
  server.clock.advance(3601);
  expect((await signIn(server, 'anna', {}, attacker)).statusCode).toBe(200);
});

test('a flood of logins from new sources does not affect known sources', async () => {
  await addPerson(server.deps, anna, 'test');
  expect((await signIn(server, 'anna')).statusCode).toBe(200);
  server.clock.advance(60);
  const flood = Array.from({ length: 130 }, (_, at) => signIn(server, 'anna', { name: `nobody${at}` }, `198.51.100.${at}`));
  const statuses = (await Promise.all(flood)).map(({ statusCode }) => statusCode);
  expect(statuses.filter((status) => status === 429)).toHaveLength(10);
  expect((await signIn(server, 'anna', {}, attacker)).statusCode).toBe(429);
  expect((await signIn(server, 'anna')).statusCode).toBe(200);
}, 60_000);

test('an admin removes the pause of a name, audited', async () => {
  const admin = await staffMember(server, 'admin');
  const { person } = await addPerson(server.deps, anna, 'test');
  for (let guess = 0; guess < 5; guess += 1) await signIn(server, 'anna', { code: '000000' }, attacker);
  expect((await signIn(server, 'anna', {}, attacker)).statusCode).toBe(429);
  const unlocked = await admin.call('POST', `/api/staff/people/${person.id}/unlock`, { reason: 'She called' });
  expect(unlocked.json()).toMatchObject({ name: 'anna' });
  expect((await signIn(server, 'anna', {}, attacker)).statusCode).toBe(200);
  const audited = await auditRows(server.deps.db).select(['actor', 'action', 'subject']).execute();
  expect(audited).toContainEqual({ actor: `staff:${admin.id}`, action: 'staff.unlocked', subject: `staff:${person.id}` });
  expect((await admin.call('POST', '/api/staff/people/nobody/unlock', { reason: 'She called' })).statusCode).toBe(404);
});

test('a session ends after thirty idle minutes and after twelve hours at most', async () => {
  const person = await staffMember(server, 'support');
  for (let used = 0; used < 3; used += 1) {
    server.clock.advance(29 * 60);
    expect((await person.call('GET', '/api/staff/session')).statusCode).toBe(200);
  }
  server.clock.advance(30 * 60);
  expect((await person.call('GET', '/api/staff/session')).statusCode).toBe(401);

  const other = await staffMember(server, 'underwriter');
  for (let used = 0; used < 25; used += 1) {
    server.clock.advance(29 * 60);
    await other.call('GET', '/api/staff/session');
  }
  expect((await other.call('GET', '/api/staff/session')).statusCode).toBe(401);
});

test('what an open page asks by itself keeps no session alive', async () => {
  const person = await staffMember(server, 'support');
  const ask = (url: string, more: Record<string, string> = {}) =>
    server.app.inject({ url, headers: { authorization: `Bearer ${person.token}`, ...more } });
  const byItself = { 'x-hakbang-by-itself': '1' };
  for (let minutes = 0; minutes < 29; minutes += 1) {
    server.clock.advance(60);
    expect((await ask('/api/staff/session', byItself)).statusCode).toBe(200);
  }
  server.clock.advance(60);
  expect((await ask('/api/staff/session', byItself)).statusCode).toBe(401);

  const other = await staffMember(server, 'underwriter');
  server.clock.advance(29 * 60);
  expect((await other.call('GET', '/api/staff/session')).statusCode).toBe(200);
  server.clock.advance(60);
  const headers = { authorization: `Bearer ${other.token}`, ...byItself };
  expect((await server.app.inject({ url: '/api/staff/session', headers })).statusCode).toBe(200);
});

test('a disabled person is logged out at once and cannot log in', async () => {
  const admin = await staffMember(server, 'admin');
  const person = await staffMember(server, 'support');
  expect((await admin.call('DELETE', `/api/staff/people/${person.id}`)).json()).toMatchObject({ disabled: true });
  expect((await person.call('GET', '/api/staff/session')).statusCode).toBe(401);
  server.clock.advance(60);
  expect((await signIn(server, 'support')).statusCode).toBe(401);
  expect((await admin.call('DELETE', `/api/staff/people/${admin.id}`)).statusCode).toBe(409);
});

test('an admin adds people, each name once; a second factor that the command line shows once is stored encrypted', async () => {
  const admin = await staffMember(server, 'admin');
  const body = { name: 'ben', role: 'underwriter', reason: 'Starts on 3 May.', page: '/desk/welcome' };
  const added = (await admin.call('POST', '/api/staff/people', body)).json<{ person: { id: string } }>();
  expect((await admin.call('POST', '/api/staff/people', body)).statusCode).toBe(409);
  const audited = await auditRows(server.deps.db).select(['actor', 'action', 'subject']).execute();
  expect(audited).toContainEqual({ actor: `staff:${admin.id}`, action: 'staff.added', subject: `staff:${added.person.id}` });
  const { totpAddress } = await addPerson(server.deps, anna, 'test');
  expect(totpAddress).toMatch(/^otpauth:\/\/totp\/Hakbang:anna\?secret=[A-Z2-7]{32}&issuer=Hakbang$/);
  const row = await server.deps.db.selectFrom('staff').selectAll().where('name', '=', 'anna').executeTakeFirstOrThrow();
  expect(JSON.stringify(row)).not.toContain(new URL(totpAddress).searchParams.get('secret'));
  expect((await signIn(server, 'anna')).statusCode).toBe(200);
});

test('D01 authenticator apps and passkeys show the name that the settings give the product', async () => {
  const { settings, ...others } = manifestWith();
  const releases = fixedReleases({ ...others, settings: { ...settings, constants: { brand: 'Salo Claims' } } });
  const named = await startTestApp({ releases, env: { PUBLIC_URL: 'https://desk.example' } });
  const admin = await staffMember(named, 'admin');
  const { totpAddress } = await addPerson(named.deps, { ...anna, name: 'ben' }, 'test');
  expect(totpAddress).toMatch(/^otpauth:\/\/totp\/Salo%20Claims:ben\?secret=[A-Z2-7]{32}&issuer=Salo%20Claims$/);
  const again = (await admin.call('POST', '/api/staff/session/new-authenticators', {})).json<{ totpAddress: string }>();
  expect(again.totpAddress).toMatch(/^otpauth:\/\/totp\/Salo%20Claims:admin\?/);
  const { options } = (await admin.call('POST', '/api/staff/session/new-passkeys', {})).json<{ options: object }>();
  expect(options).toMatchObject({ rp: { name: 'Salo Claims' } });
  await named.close();
});
