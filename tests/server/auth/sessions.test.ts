import { afterEach, beforeEach, expect, test } from 'vitest';
import { runDueJobs } from '../../../server/platform/jobs/run.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { challenge, logIn, post, verifyCode } from '../support/login.ts';

let server: TestApp;
beforeEach(async () => void (server = await startTestApp()));
afterEach(() => server.close());

const session = (headers: Record<string, string>) => server.app.inject({ url: '/api/auth/session', headers });

test('P01 N08 a borrower has a cookie and a token; neither works without the other', async () => {
  const { headers, customerId } = await logIn(server);
  const answer = await session(headers);
  expect(answer.json()).toEqual({ customerId, phone: '9171234567', phoneNumber: '+63 917 ••• ••67', language: 'en', isReloan: false });
  const { cookie = '', 'x-hakbang-token': token = '' } = headers;
  const other = await logIn(server, '9181234567');
  for (const half of [
    {},
    { cookie },
    { 'x-hakbang-token': token },
    { cookie, 'x-hakbang-token': other.headers['x-hakbang-token'] ?? '' },
  ]) {
    const refused = await session(half);
    expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([401, 'unauthenticated']);
  }
});

test('the cookie is out of reach of scripts and of other sites', async () => {
  const { id, code } = await challenge(server, '9171234567');
  const [cookie] = (await verifyCode(server, id, code)).cookies;
  expect(cookie).toMatchObject({ name: 'session', httpOnly: true, sameSite: 'Strict', path: '/' });
});

test('over HTTPS the cookie is bound to the host', async () => {
  await server.close();
  server = await startTestApp({ env: { PUBLIC_URL: 'https://app.example' } });
  const { id, code } = await challenge(server, '9171234567');
  const [cookie] = (await verifyCode(server, id, code)).cookies;
  expect(cookie).toMatchObject({ name: '__Host-session', secure: true, httpOnly: true, path: '/' });
  expect(cookie).not.toHaveProperty('domain');
  expect(server.sms.outbox[0]?.text).toContain(`\n\n@app.example #${code}`);
});

test('a session idles out after thirty minutes', async () => {
  const { headers } = await logIn(server);
  server.clock.advance(29 * 60);
  expect((await session(headers)).statusCode).toBe(200);
  server.clock.advance(29 * 60);
  expect((await session(headers)).statusCode).toBe(200);
  server.clock.advance(30 * 60);
  expect((await session(headers)).statusCode).toBe(401);
});

test('a session ends after twelve hours, however busy', async () => {
  const { headers } = await logIn(server);
  for (let minutes = 0; minutes < 12 * 60 - 20; minutes += 20) {
    server.clock.advance(20 * 60);
    expect((await session(headers)).statusCode).toBe(200);
  }
  server.clock.advance(20 * 60);
  expect((await session(headers)).statusCode).toBe(401);
});

test('logging out kills the session on the server', async () => {
  const { headers } = await logIn(server);
  const answer = await server.app.inject({ method: 'DELETE', url: '/api/auth/session', headers });
  expect(answer.statusCode).toBe(200);
  expect(answer.cookies[0]).toMatchObject({ name: 'session', value: '' });
  expect((await session(headers)).statusCode).toBe(401);
});

test("a new login ends the browser's old session", async () => {
  const first = await logIn(server);
  server.clock.advance(60);
  const { id, code } = await challenge(server, '9171234567');
  const { cookie = '' } = first.headers;
  const answer = await server.app.inject({
    method: 'POST',
    url: '/api/auth/sessions',
    payload: { challengeId: id, code },
    headers: { cookie },
  });
  expect(answer.json()).toMatchObject({ customerId: first.customerId, isNew: false });
  expect((await session(first.headers)).statusCode).toBe(401);
});

test('G03 the language of a borrower is stored, if it is offered', async () => {
  const { headers } = await logIn(server);
  const put = (language: string) => server.app.inject({ method: 'PUT', url: '/api/customer/language', payload: { language }, headers });
  expect((await put('zh')).statusCode).toBe(400);
  expect((await put('en')).json()).toEqual({ language: 'en' });
});

test('a login on a new device sends a notice, one on a known device does not', async () => {
  const phone = '9171234567';
  const on = async (device: string | undefined) => {
    server.clock.advance(61);
    const { id, code } = await challenge(server, phone);
    const answer = await post(server, '/api/auth/sessions', { challengeId: id, code }, device ? { cookie: device } : {});
    await runDueJobs(server.deps);
    const cookie = answer.cookies.find(({ name }) => name === 'device');
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict' });
    return { device: `device=${cookie?.value}`, told: server.sms.outbox.filter(({ text }) => text.includes('new device')).length };
  };
  const first = await on(undefined);
  expect(first.told).toBe(0);
  expect((await on(first.device)).told).toBe(0);
  const second = await on(undefined);
  expect(second.told).toBe(1);
  expect(second.device).not.toBe(first.device);
  expect((await on(second.device)).told).toBe(1);
  expect((await on(first.device)).told).toBe(1);
  expect(server.sms.outbox.find(({ text }) => text.includes('new device'))?.text).toContain('If this was not you, call');
});
