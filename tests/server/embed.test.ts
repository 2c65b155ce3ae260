import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Settings } from '../../engine/config/settings.ts';
import type { Boot } from '../../server/contract/schemas.ts';
import { embedOrigins } from '../../server/platform/http/embedding.ts';
import type { ServerSettings } from '../../server/platform/settings.ts';
import { codeSentTo } from './support/login.ts';
import { edited, type ProductApp, shippedFiles, startProduct } from './support/product.ts';
import { fixedReleases, manifestWith } from './support/releases.ts';

const partner = 'https://partner.example';
const own = 'https://loans.example';
const withEmbed = edited<Settings>(shippedFiles(), 'flows/settings.json', (settings) => {
  settings.embed = { flows: ['onboarding'], origins: [partner, 'http://localhost:5173'] };
});
const fromFrame = { 'x-hakbang-embed': '1', origin: own, 'sec-fetch-site': 'same-origin' };

let server: ProductApp;
let plain: ProductApp;
let dist: string;
beforeAll(async () => {
  dist = mkdtempSync(join(tmpdir(), 'hakbang-dist-'));
  mkdirSync(join(dist, 'assets'));
  writeFileSync(
    join(dist, 'index.html'),
    '<!doctype html><html lang="en"><head><!--app--></head><script id="boot">__BOOT__</script></html>',
  );
  writeFileSync(join(dist, 'embed.js'), 'globalThis.words = HAKBANG_WORDS');
  const env = { PUBLIC_URL: own, DIST_DIR: dist };
  [server, plain] = await Promise.all([startProduct({ files: withEmbed, env }), startProduct({ env })]);
});
afterAll(async () => {
  await Promise.all([server.close(), plain.close()]);
  rmSync(dist, { recursive: true, force: true });
});

const policyOf = ({ headers }: { headers: Record<string, unknown> }) => String(headers['content-security-policy']);
const bootOf = ({ body }: { body: string }) => JSON.parse(/id="boot">(.*?)<\/script>/s.exec(body)?.[1] ?? '') as Boot;

describe('R15 the page of an embedded flow', () => {
  test.each([
    '/embed/onboarding',
    '/embed/onboarding/',
    '/embed/onboarding/workInfo',
    '/embed/onboarding/login',
    '/embed/onboarding/homeIndex',
  ])('%s may be framed by the listed origins, and by no other', async (url) => {
    const answer = await server.app.inject(url);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).not.toHaveProperty('x-frame-options');
    expect(policyOf(answer)).toMatch(/; frame-ancestors https:\/\/partner\.example http:\/\/localhost:5173$/);
    expect(policyOf(answer)).toContain("script-src 'self';");
    expect(answer.headers['permissions-policy']).toContain('camera=(self)');
  });

  test.each([
    '/',
    '/workInfo',
    '/embed/',
    '/embed/nothing',
    '/embed/changeBank',
    '/embed/changeBank/changeBank',
    '/embed/onboarding/nowhere',
    '/embed/onboarding/homeIndex/../withdrawPage',
    '/embed/onboarding/withdrawPage',
    '/embed/onboarding/my',
    '/embed/onboarding//partner.example',
    '/shell.html',
    '/api/auth/session',
    '/dev',
  ])('%s may not be framed', async (url) => {
    const answer = await server.app.inject(url);
    expect(answer.headers['x-frame-options']).toBe('DENY');
    expect(policyOf(answer)).toContain("frame-ancestors 'none'");
    expect(answer.headers['cross-origin-opener-policy']).toBe('same-origin');
  });

  test('knows its host only if the settings list it, and its language', async () => {
    const at = async (query: string) => bootOf(await server.app.inject(`/embed/onboarding?${query}`)).embed;
    expect(await at(`host=${partner}`)).toEqual({ flow: 'onboarding', entry: '/identityInfo', completion: '/homeIndex', host: partner });
    for (const host of ['https://evil.example', `${partner}/`, 'null', '*', `${partner}&host=${partner}`])
      expect(await at(`host=${host}`)).not.toHaveProperty('host');
    expect((await server.app.inject('/embed/onboarding?language=fil')).body).toContain('<html lang="fil">');
    expect((await server.app.inject('/embed/onboarding?language=xx')).body).toContain('<html lang="en">');
  });

  test('without the setting there is none, and no script', async () => {
    const answer = await plain.app.inject('/embed/onboarding');
    expect([answer.statusCode, answer.headers['x-frame-options']]).toEqual([404, 'DENY']);
    expect((await plain.app.inject('/embed.js')).statusCode).toBe(404);
  });
});

test('R15 any page may load the script, which brings the texts of every language', async () => {
  const answer = await server.app.inject('/embed.js');
  expect(answer.headers).toMatchObject({ 'cross-origin-resource-policy': 'cross-origin', 'access-control-allow-origin': '*' });
  const scope: { words?: Record<string, Record<string, string>> } = {};
  runInNewContext(answer.body, scope);
  expect(Object.keys(scope.words ?? {})).toEqual(['en', 'hi', 'fil']);
  expect(scope.words?.['en']).toMatchObject({ title: 'Hakbang: form', open: 'Open the form' });
});

interface LoggedIn {
  cookie: string;
  token: string;
  setCookies: readonly string[];
}

let nextPhone = 9_175_550_000;
async function logIn({ app, ...rest }: ProductApp, headers: Record<string, string>): Promise<LoggedIn> {
  const phone = String(nextPhone++);
  const send = (url: string, payload: object) => app.inject({ method: 'POST', url, payload, headers });
  const { challengeId } = (await send('/api/auth/codes', { phone, privacyAccepted: true })).json<{ challengeId: string }>();
  const answer = await send('/api/auth/sessions', { challengeId, code: codeSentTo({ app, ...rest }, phone) });
  return {
    cookie: answer.cookies.map(({ name, value }) => `${name}=${value}`).join('; '),
    token: answer.json<{ token: string }>().token,
    setCookies: [answer.headers['set-cookie'] ?? []].flat(),
  };
}

const sessionWith = async ({ cookie, token }: LoggedIn, headers: Record<string, string> = {}) =>
  (await server.app.inject({ url: '/api/auth/session', headers: { ...headers, cookie, 'x-hakbang-token': token } })).statusCode;

describe('R15 the session of an embedded flow', () => {
  test('has partitioned cookies of its own', async () => {
    const { setCookies } = await logIn(server, fromFrame);
    expect(setCookies).toHaveLength(2);
    for (const [index, name] of ['session', 'device'].entries()) {
      expect(setCookies[index]).toMatch(new RegExp(`^__Host-embed-${name}=[^;]+;`));
      for (const option of ['HttpOnly', 'Secure', 'Partitioned', 'SameSite=None', 'Path=/'])
        expect(setCookies[index]?.split('; ')).toContain(option);
    }
  });

  test('leaves that of every other page as it was', async () => {
    const { setCookies } = await logIn(server, { origin: own });
    for (const cookie of setCookies) expect(cookie).toMatch(/^__Host-(session|device)=.*SameSite=Strict/);
    expect(setCookies.join()).not.toContain('Partitioned');
  });

  test('is read only by embedded pages, and theirs read no other', async () => {
    const embedded = await logIn(server, fromFrame);
    expect(await sessionWith(embedded, fromFrame)).toBe(200);
    expect(await sessionWith(embedded)).toBe(401);
    const top = await logIn(server, { origin: own });
    expect(await sessionWith(top)).toBe(200);
    expect(await sessionWith(top, fromFrame)).toBe(401);
  });

  test('ends at logout, with its cookie', async () => {
    const embedded = await logIn(server, fromFrame);
    const { cookie, token } = embedded;
    const headers = { ...fromFrame, cookie, 'x-hakbang-token': token };
    const answer = await server.app.inject({ method: 'DELETE', url: '/api/auth/session', headers });
    expect(String(answer.headers['set-cookie'])).toMatch(/^__Host-embed-session=;.*Partitioned; SameSite=None/);
    expect(await sessionWith(embedded, fromFrame)).toBe(401);
  });

  test.each<Record<string, string>>([
    { origin: partner, 'sec-fetch-site': 'cross-site' },
    { origin: partner },
    { origin: 'null', 'sec-fetch-site': 'cross-site' },
  ])('cannot be used by the page around it: %j', async (from) => {
    const { cookie, token } = await logIn(server, fromFrame);
    const headers = { 'x-hakbang-embed': '1', ...from, cookie, 'x-hakbang-token': token };
    expect((await server.app.inject({ method: 'DELETE', url: '/api/auth/session', headers })).statusCode).toBe(403);
    const preflight = { ...from, 'access-control-request-method': 'GET', 'access-control-request-headers': 'x-hakbang-embed' };
    const asked = await server.app.inject({ method: 'OPTIONS', url: '/api/auth/session', headers: preflight });
    expect(asked.headers).not.toHaveProperty('access-control-allow-origin');
  });

  test('does not exist without the setting', async () => {
    for (const cookie of (await logIn(plain, fromFrame)).setCookies) expect(cookie).toMatch(/^__Host-(session|device)=.*SameSite=Strict/);
  });
});

test('R15 production ignores plain HTTP, and a release with a forged origin adds nothing to the policy', () => {
  const manifest = manifestWith();
  const origins = [partner, 'http://localhost:5173', `${partner}; script-src *`, 'https://*.example'];
  const releases = fixedReleases({ ...manifest, settings: { ...manifest.settings, embed: { flows: ['onboarding'], origins } } });
  const originsIn = (mode: ServerSettings['mode']) => embedOrigins({ releases, settings: { ...server.deps.settings, mode } });
  expect(originsIn('demo')).toEqual([partner, 'http://localhost:5173']);
  expect(originsIn('production')).toEqual([partner]);
});
