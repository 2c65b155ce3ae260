import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Settings } from '../../engine/config/settings.ts';
import { startTestApp, type TestApp } from './support/app.ts';
import { codeSentTo } from './support/login.ts';
import { fixedReleases, manifestWith } from './support/releases.ts';

const page = 'https://app.example.ph';
const api = 'https://api.example.ph';
const body = { phone: '9171234567', privacyAccepted: true };

/** One installation that serves its pages at `page` and its API at `base`. */
function startAt(base: string, env: Record<string, string> = { PUBLIC_URL: page }): Promise<TestApp> {
  const manifest = manifestWith();
  const settings: Settings = { ...manifest.settings, apiBase: { test: base, production: '' } };
  return startTestApp({ releases: fixedReleases({ ...manifest, settings }), env });
}

const send = ({ app }: TestApp, headers: Record<string, string>, url = '/api/auth/codes', payload: object = body) =>
  app.inject({ method: 'POST', url, payload, headers });
const preflight = ({ app }: TestApp, url: string) =>
  app.inject({
    method: 'OPTIONS',
    url,
    headers: { origin: page, 'access-control-request-method': 'POST', 'access-control-request-headers': 'x-hakbang-token' },
  });
const fromPage = { origin: page, 'sec-fetch-site': 'cross-site' };

async function logInFrom(server: TestApp, headers: Record<string, string>): Promise<LightMyRequestResponse> {
  const { challengeId } = (await send(server, headers)).json<{ challengeId: string }>();
  return send(server, headers, '/api/auth/sessions', { challengeId, code: codeSentTo(server, body.phone) });
}

describe('G12 pages and API on two hosts', () => {
  let server: TestApp;
  beforeAll(async () => void (server = await startAt(`${api}/v1`)));
  afterAll(() => server.close());

  test('the CSP of pages allows calls and photos of the API, and nothing else', async () => {
    const policy = String((await server.app.inject('/health')).headers['content-security-policy']);
    expect(policy).toContain(`connect-src 'self' ${api};`);
    expect(policy).toContain(`img-src 'self' data: blob: ${api};`);
    expect(policy).toContain("script-src 'self';");
  });

  test("a preflight from the pages allows the app's requests, for the API only", async () => {
    const answer = await preflight(server, '/api/auth/codes');
    expect(answer.statusCode).toBe(204);
    expect(answer.headers).toMatchObject({
      'access-control-allow-origin': page,
      'access-control-allow-credentials': 'true',
      'access-control-allow-methods': expect.stringContaining('PUT'),
      'access-control-allow-headers': expect.stringContaining('x-hakbang-token'),
    });
    expect((await preflight(server, '/dev/outbox')).headers).not.toHaveProperty('access-control-allow-origin');
  });

  test('a borrower logs in across hosts: the cookie is sent, and the response is readable', async () => {
    const answer = await logInFrom(server, fromPage);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({ 'access-control-allow-origin': page });
    expect(String(answer.headers['set-cookie'])).toMatch(
      /^__Host-session=[^;]+;.*Path=\/; HttpOnly; Secure; (Partitioned; )?SameSite=None/,
    );
    const { token } = answer.json<{ token: string }>();
    const cookie = answer.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
    const session = await server.app.inject({ url: '/api/auth/session', headers: { ...fromPage, cookie, 'x-hakbang-token': token } });
    expect(session.statusCode).toBe(200);
    const withoutToken = await server.app.inject({ url: '/api/auth/session', headers: { ...fromPage, cookie } });
    expect(withoutToken.statusCode).toBe(401);
  });

  test.each<Record<string, string>>([
    { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
    { origin: 'https://evil.example.ph', 'sec-fetch-site': 'same-site' },
    { origin: `${page}.evil.example` },
    { origin: 'http://app.example.ph' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
  ])('any other origin is refused as before, and reads nothing: %j', async (headers) => {
    const answer = await send(server, headers);
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([403, 'forbidden']);
    expect(answer.headers['access-control-allow-origin']).not.toBe(headers['origin']);
  });
});

test('G12 hosts that differ by their port keep the strict cookie', async () => {
  const server = await startAt('http://localhost:4001', { PUBLIC_URL: 'http://localhost:4000' });
  const answer = await logInFrom(server, { origin: 'http://localhost:4000', 'sec-fetch-site': 'same-site' });
  expect(String(answer.headers['set-cookie'])).toMatch(/SameSite=Strict/);
  expect(answer.headers['access-control-allow-origin']).toBe('http://localhost:4000');
  await server.close();
});

test('G12 with one host there is no CORS and the cookie is strict', async () => {
  const server = await startAt('/mirror');
  expect((await preflight(server, '/api/auth/codes')).headers).not.toHaveProperty('access-control-allow-origin');
  expect((await send(server, fromPage)).statusCode).toBe(403);
  expect(String((await logInFrom(server, { origin: page })).headers['set-cookie'])).toMatch(/SameSite=Strict/);
  await server.close();
});

test('G12 an API on a separate host is not ready until PUBLIC_URL names the pages', async () => {
  const server = await startAt(api, {});
  const ready = await server.app.inject('/health/ready');
  expect(ready.statusCode).toBe(503);
  expect(ready.json()).toMatchObject({ problems: [{ code: 'noPageOrigin', message: expect.stringContaining('PUBLIC_URL') }] });
  await server.close();
});
