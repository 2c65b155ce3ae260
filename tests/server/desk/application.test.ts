import { afterAll, beforeAll, expect, test } from 'vitest';
import { compile } from '../../../engine/compiler/index.ts';
import type { Boot, ScreenTicket } from '../../../server/contract/schemas.ts';
import { deskRegistry } from '../../../server/deskRegistry.ts';
import { addPerson } from '../../../server/platform/staff/people.ts';
import { releaseOf } from '../../support/compiled.ts';
import { deskFiles, startDesk, type DeskApp } from '../support/desk.ts';
import { edited, newBorrower, shippedFiles } from '../support/product.ts';
import { codeFor } from '../support/staff.ts';

let server: DeskApp;
beforeAll(async () => void (server = await startDesk()));
afterAll(() => server.close());

const get = (url: string, headers: Record<string, string> = {}) => server.app.inject({ url, headers });

test('the desk has a release of its own: publishing and rolling back one application leaves the other alone', async () => {
  const [first, borrowers] = [server.desk.releases.active().hash, server.releases.active().hash];
  const changed = edited<{ clickGuardMs: number }>(deskFiles(), 'flows/settings.json', (value) => void (value.clickGuardMs = 1500));
  const next = await releaseOf(changed, deskRegistry);
  await server.desk.table.save(next, 'test');
  await server.desk.table.activate(next.hash, 'test', 'publish');
  await server.publish(
    edited<{ clickGuardMs: number }>(shippedFiles(), 'flows/settings.json', (value) => void (value.clickGuardMs = 1400)),
  );
  await Promise.all([server.desk.releases.refresh(), server.releases.refresh()]);
  expect(server.desk.releases.active().hash).toBe(next.hash);
  expect(server.releases.active().hash).not.toBe(borrowers);
  expect(await server.desk.table.previousHash()).toBe(first);
  expect(await server.table.previousHash()).toBe(borrowers);
  expect((await get('/api/desk/boot?path=/')).json<Boot>()).toMatchObject({ release: next.hash, base: '/desk' });
  expect((await get('/api/boot?path=/')).json<Boot>()).toMatchObject({ release: server.releases.active().hash });
});

test('K05 a condition of the desk that asks for an operation which does not exist is an error', async () => {
  const misspelt = deskFiles().map((file) => ({
    ...file,
    text: file.text.replace("'staff.addPerson' in session", "'staff.addperson' in session"),
  }));
  const { diagnostics } = await compile(misspelt, deskRegistry);
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([
    expect.objectContaining({ code: 'never-equal', file: 'flows/screens/people.screen.json', fix: 'Did you mean "staff.addPerson"?' }),
  ]);
});

test('each application knows its own screens only', async () => {
  expect((await get('/api/desk/screens?path=/queue')).json<ScreenTicket>()).toMatchObject({ screen: 'queue', noCheck: false });
  expect((await get('/api/screens?path=/queue')).json<ScreenTicket>()).toMatchObject({ screen: 'notFound' });
  expect((await get('/api/desk/screens?path=/start')).json<ScreenTicket>()).toMatchObject({ screen: 'notFound' });
});

test('a part of the desk is served like any other', async () => {
  const { definition } = (await get('/api/desk/screens?path=/queue')).json<ScreenTicket>();
  expect((await get(definition)).json()).toMatchObject({ id: 'queue', route: '/queue' });
});

test('the page of the desk allows our own origin only and may not be framed', async () => {
  const { headers } = await get('/desk/queue');
  const policy = String(headers['content-security-policy']);
  expect(policy).toContain("script-src 'self';");
  expect(policy).toContain("connect-src 'self';");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(headers['x-robots-tag']).toBe('noindex');
  expect(headers['referrer-policy']).toBe('no-referrer');
});

async function enter(name: string) {
  await addPerson(server.deps, { name, role: 'underwriter', password: 'correct horse battery' }, 'test');
  const payload = { name, password: 'correct horse battery', code: await codeFor(server, name) };
  const response = await server.app.inject({ method: 'POST', url: '/api/staff/browser-sessions', payload });
  const [cookie] = response.cookies;
  const { token } = response.json<{ token: string }>();
  return { cookie, token, headers: { cookie: `${cookie?.name}=${cookie?.value}`, 'x-hakbang-token': token } };
}

test('D01 a browser needs token and cookie, and neither serves without the other', async () => {
  const { cookie, token, headers } = await enter('ana');
  expect(cookie).toMatchObject({ name: expect.stringMatching(/^staff-[0-9a-f]{12}$/), httpOnly: true, sameSite: 'Strict', path: '/' });
  const me = '/api/staff/session';
  expect((await get(me, headers)).json()).toMatchObject({ name: 'ana', role: 'underwriter' });
  expect((await get(me, { 'x-hakbang-token': token })).statusCode).toBe(401);
  expect((await get(me, { cookie: headers.cookie })).statusCode).toBe(401);
  expect((await get(me, { authorization: `Bearer ${token}` })).statusCode).toBe(401);
  expect((await get(me, { ...headers, cookie: `${cookie?.name}=forged` })).statusCode).toBe(401);
});

test('somebody can be logged in to two applications of staff in one browser', async () => {
  const [one, other] = [await enter('dora'), await enter('emil')];
  const both = `${one.headers.cookie}; ${other.headers.cookie}`;
  for (const [{ token }, name] of [
    [one, 'dora'],
    [other, 'emil'],
  ] as const)
    expect((await get('/api/staff/session', { cookie: both, 'x-hakbang-token': token })).json()).toMatchObject({ name });
});

test('D01 logging out ends the session and clears the cookie', async () => {
  const { headers } = await enter('ben');
  expect((await get('/api/staff/browser-session', headers)).json()).toMatchObject({ person: { name: 'ben' } });
  const left = await server.app.inject({ method: 'DELETE', url: '/api/staff/browser-session', headers });
  expect(left.cookies).toMatchObject([{ name: expect.stringMatching(/^staff-/), value: '' }]);
  expect((await get('/api/staff/browser-session', headers)).statusCode).toBe(401);
});

test('a developer enters the desk in any role by one click', async () => {
  const payload = 'role=reviewer&application=desk';
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const entered = await server.app.inject({ method: 'POST', url: '/dev/staff/enter', payload, headers: form });
  const [, token = ''] = /&quot;token&quot;:&quot;([\w-]+)&quot;/.exec(entered.body) ?? [];
  expect(entered.body).toContain('data-key="hakbangDesk"');
  const headers = { cookie: `${entered.cookies[0]?.name}=${entered.cookies[0]?.value}`, 'x-hakbang-token': token };
  expect((await get('/api/staff/session', headers)).json()).toMatchObject({ name: 'demo-reviewer', role: 'reviewer' });
  const unknown = await server.app.inject({
    method: 'POST',
    url: '/dev/staff/enter',
    payload: 'role=owner&application=desk',
    headers: form,
  });
  expect(unknown.statusCode).toBe(404);
});

test("a borrower's session opens nothing at the desk, and a session of staff nothing of a borrower", async () => {
  const borrower = await newBorrower(server);
  expect((await get('/api/staff/applications', borrower.headers)).statusCode).toBe(401);
  const { headers } = await enter('cara');
  expect((await get('/api/auth/session', headers)).statusCode).toBe(401);
});
