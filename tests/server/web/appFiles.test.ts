import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Boot } from '../../../server/contract/schemas.ts';
import { newBorrower, startProduct, type ProductApp } from '../support/product.ts';

let server: ProductApp;
let dist: string;
beforeAll(async () => {
  dist = mkdtempSync(join(tmpdir(), 'hakbang-dist-'));
  mkdirSync(join(dist, 'assets'));
  writeFileSync(
    join(dist, 'index.html'),
    '<!doctype html><html lang="en"><head><!--app--><!--preload--></head><body><script type="application/json" id="boot">__BOOT__</script></body></html>',
  );
  writeFileSync(join(dist, 'sw.js'), '/* worker */');
  writeFileSync(join(dist, 'assets/index-abc.js'), '/* code */');
  server = await startProduct({ env: { DIST_DIR: dist } });
});
afterAll(async () => {
  await server.close();
  rmSync(dist, { recursive: true, force: true });
});

const get = (url: string, headers: Record<string, string> = {}) => server.app.inject({ url, headers });
const bootIn = (page: string) => JSON.parse(/id="boot">(.*?)<\/script>/s.exec(page)?.[1] ?? '') as Boot;
const shellOf = (answer: { headers: Record<string, unknown> }) => answer.headers['x-hakbang-shell'];

test.each([
  ['en', 'en-PH', /apply in minutes/],
  ['hi', 'hi-IN', /लोन/],
  ['fil', 'fil-PH', /cellphone/],
])('the manifest is named and coloured by the settings, and speaks %s', async (language, lang, description) => {
  const answer = await get(`/manifest.webmanifest?language=${language}`);
  expect(answer.headers['content-type']).toContain('application/manifest+json');
  expect(answer.json()).toMatchObject({
    id: '/',
    name: 'Hakbang',
    lang,
    scope: '/',
    display: 'standalone',
    theme_color: '#0b5c53',
    description: expect.stringMatching(description) as string,
  });
});

test('N02 the installed app opens the start screen and identifies itself', async () => {
  expect((await get('/manifest.webmanifest')).json()).toMatchObject({ start_url: '/start?standalone=1' });
});

test('a page links the manifest of its language and the icons for iOS', async () => {
  const { body } = await get('/start', { cookie: 'language=fil' });
  expect(body).toContain('href="/manifest.webmanifest?language=fil"');
  expect(body).toContain('rel="apple-touch-icon"');
  expect(body).toContain('name="apple-mobile-web-app-title" content="Hakbang"');
});

test('the shell fits every route and day: it has no ticket and is not cached by time', async () => {
  const answer = await get('/shell.html');
  expect(bootIn(answer.body)).toMatchObject({ shell: true, release: server.releases.active().hash });
  expect(bootIn(answer.body)).not.toHaveProperty('ticket');
  expect(answer.headers['cache-control']).toBe('no-store');
});

test('a page names its shell, which differs by language but not by route', async () => {
  const shell = shellOf(await get('/shell.html'));
  expect(shell).toMatch(/^[0-9a-f]{16}-[0-9a-f]{16}-en$/);
  expect(shellOf(await get('/start'))).toBe(shell);
  expect(shellOf(await get('/login'))).toBe(shell);
  expect(shellOf(await get('/start', { cookie: 'language=hi' }))).not.toBe(shell);
});

test('the service worker is revalidated on each request, hashed code never', async () => {
  expect((await get('/sw.js')).headers['cache-control']).toBe('no-cache');
  expect((await get('/assets/index-abc.js')).headers['cache-control']).toContain('immutable');
});

describe('a page', () => {
  test.each([
    ['en', 'A cash loan on your phone'],
    ['fil', 'Cash loan sa cellphone mo'],
    ['hi', 'फ़ोन पर नक़द लोन'],
  ])('is described to search engines in %s', async (language, words) => {
    const { body } = await get('/start', { cookie: `language=${language}` });
    expect(/<meta name="description" content="([^"]+)"/.exec(body)?.[1]).toContain(words);
  });

  const unpack: Record<string, (bytes: Buffer) => Buffer> = { br: brotliDecompressSync, gzip: gunzipSync };
  test.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, GZIP;q=0.5', 'gzip'],
  ])('leaves compressed for a client that accepts %s', async (accepted, encoding) => {
    const plain = await get('/start');
    expect([plain.headers['content-encoding'], plain.headers['vary']]).toEqual([undefined, 'accept-encoding']);
    const packed = await get('/start', { 'accept-encoding': accepted });
    expect([packed.headers['content-encoding'], packed.headers['vary']]).toEqual([encoding, 'accept-encoding']);
    expect(unpack[encoding]?.(packed.rawPayload).toString()).toBe(plain.body);
    expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 2);
  });

  test.each(['', 'identity', 'br;q=0', 'gzip;q=0.0', 'bro'])('is sent uncompressed to a client that accepts %j', async (accepted) => {
    expect((await get('/shell.html', { 'accept-encoding': accepted })).headers['content-encoding']).toBeUndefined();
  });

  test('does not depend on who requests it, so its length reveals no secret', async () => {
    const { headers } = await newBorrower(server);
    expect((await get('/start', headers)).body).toBe((await get('/start')).body);
  });
});
