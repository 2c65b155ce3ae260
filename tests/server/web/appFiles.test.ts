import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Boot } from '../../../server/contract/schemas.ts';
import { startProduct, type ProductApp } from '../support/product.ts';

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

test('N02 the installed app begins at the start and says that it is one', async () => {
  expect((await get('/manifest.webmanifest')).json()).toMatchObject({ start_url: '/start?standalone=1' });
});

test('a page links the manifest of its language and what iOS reads', async () => {
  const { body } = await get('/start', { cookie: 'language=fil' });
  expect(body).toContain('href="/manifest.webmanifest?language=fil"');
  expect(body).toContain('rel="apple-touch-icon"');
  expect(body).toContain('name="apple-mobile-web-app-title" content="Hakbang"');
});

test('the shell stands for every route and day: it has no ticket, and nobody stores it by time', async () => {
  const answer = await get('/shell.html');
  expect(bootIn(answer.body)).toMatchObject({ shell: true, release: server.releases.active().hash });
  expect(bootIn(answer.body)).not.toHaveProperty('ticket');
  expect(answer.headers['cache-control']).toBe('no-store');
});

test('a page says which shell goes with it: another language has another, another route has not', async () => {
  const shell = shellOf(await get('/shell.html'));
  expect(shell).toMatch(/^[0-9a-f]{16}-[0-9a-f]{16}-en$/);
  expect(shellOf(await get('/start'))).toBe(shell);
  expect(shellOf(await get('/login'))).toBe(shell);
  expect(shellOf(await get('/start', { cookie: 'language=hi' }))).not.toBe(shell);
});

test('the worker is asked for anew each time, code with a hash never', async () => {
  expect((await get('/sw.js')).headers['cache-control']).toBe('no-cache');
  expect((await get('/assets/index-abc.js')).headers['cache-control']).toContain('immutable');
});
