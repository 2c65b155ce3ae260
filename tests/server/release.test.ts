import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { runCli } from '../../engine/cli/index.ts';
import type { SourceFile } from '../../engine/compiler/types.ts';
import type { Navigation } from '../../engine/config/screen.ts';
import type { Boot, ScreenTicket } from '../../server/contract/schemas.ts';
import { loadedRelease } from '../../server/platform/release/loaded.ts';
import { ticketFor } from '../../server/platform/web/tickets.ts';
import { databaseReleases } from '../../server/platform/release/databaseTable.ts';
import { releaseService } from '../../server/platform/release/service.ts';
import { databaseStore } from '../../server/platform/operator/databaseStore.ts';
import { registry } from '../../server/registry.ts';
import { releaseOf } from '../support/compiled.ts';
import { edited, shippedFiles, startProduct, type ProductApp } from './support/product.ts';

let server: ProductApp;
const shipped = shippedFiles();
/** The shipped configuration with a different number of milliseconds, which makes it another release. */
const variant = (clickGuardMs: number) =>
  edited<{ clickGuardMs: number }>(shipped, 'flows/settings.json', (settings) => void (settings.clickGuardMs = clickGuardMs));
beforeAll(async () => {
  server = await startProduct({ files: shipped });
});
beforeEach(async () => void (await server.publish(shipped)));
afterAll(() => server.close());

const storeOf = () => {
  const { db, settings, product } = server.deps;
  return databaseStore({ db, settings, product, registry });
};

const get = (url: string, headers: Record<string, string> = {}) => server.app.inject({ method: 'GET', url, headers });
const ticket = async (path: string, headers?: Record<string, string>) =>
  (await get(`/api/screens?path=${encodeURIComponent(path)}`, headers)).json<ScreenTicket>();

describe('publishing', () => {
  test('moves a pointer that every node follows; rolling back moves it back', async () => {
    const { table } = server;
    const other = await releaseService({ table, fits: () => [], pinned: async () => [], warn: () => {}, pollMs: 20 });
    const first = server.releases.active().hash;
    const second = (await server.publish(variant(1234))).hash;
    await expect.poll(() => other.active().hash).toBe(second);
    const store = storeOf();
    expect(await store.rollback(undefined, 'tester')).toBe(first);
    await expect.poll(() => other.active().hash).toBe(first);
    expect(await store.rollback('unknown', 'tester')).toBeUndefined();
    await other.stop();
  });

  test('pull restores the exact files', async () => {
    await server.publish(variant(4321));
    const files = (await storeOf().pull()) ?? [];
    expect((await releaseOf(files)).hash).toBe(server.releases.active().hash);
  });

  test('K04 the command line publishes, rolls back and pulls', async () => {
    const said: string[] = [];
    const written: SourceFile[] = [];
    const deps = {
      registry,
      store: async () => storeOf(),
      read: () => variant(777),
      write: (files: readonly SourceFile[]) => void written.push(...files),
      out: (text: string) => void said.push(text),
      error: (text: string) => void said.push(text),
      by: 'tester',
    };
    expect(await runCli(['publish'], deps)).toBe(0);
    await server.releases.refresh();
    expect(server.releases.active().manifest.settings.clickGuardMs).toBe(777);
    expect(await runCli(['pull'], deps)).toBe(0);
    expect(written.find(({ path }) => path === 'flows/settings.json')?.text).toContain('777');
    expect(await runCli(['rollback'], deps)).toBe(0);
    await server.releases.refresh();
    expect(server.releases.active().manifest.settings.clickGuardMs).toBe(1000);
  });

  test('many nodes can store the same release in parallel', async () => {
    const release = await releaseOf(variant(2000));
    await Promise.all(Array.from({ length: 5 }, () => databaseReleases(server.deps.db).save(release, 'node')));
    expect(await server.table.load(release.hash)).toMatchObject({ manifest: { hash: release.hash } });
  });

  test('a release that does not fit the code is not followed, and the node is not ready', async () => {
    const { table } = server;
    const warned: string[] = [];
    const unfit = new Set<string>();
    const node = await releaseService({
      table,
      fits: ({ hash }) => (unfit.has(hash) ? ['widget "hologram" is not registered'] : []),
      pinned: async () => [],
      warn: (message) => void warned.push(message),
      pollMs: 0,
    });
    const before = node.active().hash;
    const next = await releaseOf(variant(1500));
    unfit.add(next.hash);
    await table.save(next, 'test');
    await table.activate(next.hash, 'test', 'publish');
    await node.refresh();
    expect(node.active().hash).toBe(before);
    expect(await node.ready()).toMatchObject([{ code: 'releaseUnfit', message: expect.stringContaining('hologram') as string }]);
    expect(warned).toHaveLength(1);
  });

  test('a pinned release that does not fit makes the node not ready', async () => {
    const node = await releaseService({ table: server.table, fits: () => [], pinned: async () => ['gone'], warn: () => {}, pollMs: 0 });
    expect(await node.ready()).toMatchObject([{ message: expect.stringContaining('gone') as string }]);
  });
});

describe('parts', () => {
  test('are compressed as the browser accepts and cached for ever', async () => {
    const { definition } = await ticket('/start');
    const plain = await get(definition, { 'accept-encoding': 'identity' });
    const brotli = await get(definition, { 'accept-encoding': 'gzip, br' });
    const gzip = await get(definition, { 'accept-encoding': 'gzip' });
    expect(plain.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': 'application/json; charset=utf-8',
      vary: 'accept-encoding',
    });
    expect(brotli.headers['content-encoding']).toBe('br');
    expect(brotliDecompressSync(brotli.rawPayload).toString()).toBe(plain.body);
    expect(gunzipSync(gzip.rawPayload).toString()).toBe(plain.body);
  });

  test.each(['/r/0123456789abcdef.json', '/r/..%2f..%2fpackage.json', '/r/x'])('%s is not found', async (url) => {
    expect((await get(url)).json()).toMatchObject({ status: 404, code: 'notFound' });
  });
});

describe('tickets', () => {
  test('G05 name the parts of one screen and the routes likely to be next', async () => {
    const answer = await ticket('/workInfo');
    expect(answer).toMatchObject({ screen: 'workInfo', route: '/workInfo', layout: 'step', flow: { id: 'onboarding' } });
    expect(Object.keys(answer.forms)).toEqual(['work']);
    expect(answer.prefetch[0]).toBe('/contact');
    const { module = '', wholeForm = '' } = answer.forms['work'] ?? {};
    const addresses = [answer.definition, answer.texts, module, wholeForm, answer.flow?.expressions ?? ''];
    for (const address of addresses) expect((await get(address)).statusCode).toBe(200);
  });

  test('K06 of an older release name no validator of a whole form', async () => {
    const { manifest, parts } = await releaseOf(shipped);
    const forms = Object.fromEntries(Object.entries(manifest.forms).map(([id, { wholeForm: _wholeForm, ...form }]) => [id, form]));
    const older = loadedRelease({ ...manifest, forms }, async (name) => parts.get(name));
    expect(Object.keys((await ticketFor(older, '/workInfo', 'en')).forms['work'] ?? {})).toEqual(['definition', 'module']);
  });

  test('G06 an alias leads to the same screen', async () => {
    const { manifest } = server.releases.active();
    const [route, screen] = Object.entries(manifest.routes).find(([path, id]) => manifest.screens[id]?.route !== path) ?? ['', ''];
    expect(await ticket(route)).toMatchObject({ screen, route: manifest.screens[screen]?.route });
    expect(route).not.toBe('');
  });

  test('S43 any other path is the not-found screen', async () => {
    expect(await ticket('/no/such/place?x=1')).toMatchObject({ screen: server.releases.active().manifest.navigation.notFound });
  });

  test("G03 texts use the requested language, the one chosen on the device, or the browser's", async () => {
    const texts = async (query: string, headers = {}) =>
      (await get(`/api/screens?path=/start${query}`, headers)).json<ScreenTicket>().texts;
    const { en, fil, hi } = server.releases.active().manifest.screens['start']?.texts ?? {};
    expect(await texts('&language=fil')).toBe(`/r/${fil}`);
    expect(await texts('', { cookie: 'language=hi' })).toBe(`/r/${hi}`);
    expect(await texts('', { 'accept-language': 'de, tl-PH;q=0.9, en;q=0.8' })).toBe(`/r/${fil}`);
    expect(await texts('&language=zh')).toBe(`/r/${en}`);
  });
});

describe('the page', () => {
  let dist: string;
  let built: ProductApp;
  beforeAll(async () => {
    dist = mkdtempSync(join(tmpdir(), 'hakbang-dist-'));
    mkdirSync(join(dist, 'assets'));
    writeFileSync(
      join(dist, 'index.html'),
      '<!doctype html><html lang="en"><head><!--preload--></head><body><script type="application/json" id="boot">__BOOT__</script></body></html>',
    );
    writeFileSync(join(dist, 'assets', 'main-abc.js'), 'export {};');
    writeFileSync(join(dist, 'assets', 'main-abc.js.br'), brotliCompressSync('export {};'));
    writeFileSync(join(dist, 'robots.txt'), 'User-agent: *');
    const files = edited<{ constants: Record<string, string> }>(shipped, 'flows/settings.json', ({ constants }) => {
      constants['companyName'] = '</script><script>alert(1)</script>$& <!--';
    });
    built = await startProduct({ env: { DIST_DIR: dist }, files });
  });
  afterAll(async () => {
    await built.close();
    rmSync(dist, { recursive: true });
  });
  const page = (url: string, headers = {}) => built.app.inject({ method: 'GET', url, headers });

  test('contains escaped boot data, the JSON of its first screen and hints for its modules', async () => {
    const answer = await page('/start');
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' });
    expect(answer.body.match(/<script/g)).toHaveLength(1);
    const boot = JSON.parse(/id="boot">(.*?)<\/script>/s.exec(answer.body)?.[1] ?? '') as Boot;
    expect(boot).toMatchObject({ mode: 'test', today: '2026-03-10', ticket: { screen: 'start' } });
    expect((boot.settings as { constants: Record<string, string> }).constants['companyName']).toBe(
      '</script><script>alert(1)</script>$& <!--',
    );
    const { definition = '', texts = '' } = boot.ticket ?? {};
    const parts = [definition, texts, boot.commonTexts['en'] ?? ''];
    expect(Object.keys(boot.parts ?? {}).toSorted()).toEqual(parts.toSorted());
    for (const address of parts) expect(boot.parts?.[address]).toEqual((await page(address)).json());
    expect(answer.body).toContain(`<link rel="modulepreload" href="${boot.navigationExpressions}">`);
  });

  test('contains the forms of its first screen', async () => {
    const { body } = await page('/login');
    const { ticket, parts } = JSON.parse(/id="boot">(.*?)<\/script>/s.exec(body)?.[1] ?? '') as Boot;
    const [form] = Object.values(ticket?.forms ?? {});
    expect(parts?.[form?.definition ?? '']).toMatchObject({ schema: { type: 'object' } });
  });

  test("is in the reader's language", async () => {
    expect((await page('/start', { cookie: 'language=fil' })).body).toContain('<html lang="fil">');
  });

  test('S43 answers 404 with the not-found screen; rules redirect from /', async () => {
    expect((await page('/no-such-place')).statusCode).toBe(404);
    expect((await page('/no-such-place')).body).toContain('"screen":"notFound"');
    expect((await page('/')).statusCode).toBe(200);
  });

  test('serves built files and lets hashed ones be cached for ever', async () => {
    expect((await page('/assets/main-abc.js')).headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect((await page('/assets/main-abc.js', { 'accept-encoding': 'br' })).headers).toMatchObject({
      'content-encoding': 'br',
      'content-type': expect.stringContaining('javascript') as string,
    });
    expect((await page('/robots.txt')).headers['cache-control']).toBe('public, max-age=3600');
    for (const missing of ['/assets/none.js', '/../../package.json', '/%2e%2e/%2e%2e/package.json', '/.env']) {
      expect((await page(missing)).body).not.toContain('hakbang"');
    }
  });

  test('unknown addresses of the API return no page', async () => {
    expect((await page('/api/nothing')).json()).toMatchObject({ status: 404, code: 'notFound' });
  });
});

describe('documents', () => {
  test('S24 are in the requested language, with constants filled in and the hash that acceptance records', async () => {
    const answer = (await get('/api/documents/privacy?language=fil')).json<{ language: string; hash: string; markdown: string }>();
    expect(answer.language).toBe('fil');
    expect(answer.hash).toBe(server.releases.active().manifest.documents['privacy']?.['fil']?.hash);
    expect(answer.markdown).not.toMatch(/\{\{\s*constants/);
    expect((await get('/api/documents/constructor')).statusCode).toBe(404);
  });
});

describe('N04 the Android rule', () => {
  test('can be turned off in JSON', async () => {
    const files = edited<Navigation>(shipped, 'flows/navigation.json', ({ rules }) => {
      for (const rule of rules) if (rule.go === '/noAndroid') rule.enabled = false;
    });
    const { navigation } = await server.publish(files);
    expect(navigation.rules.filter(({ go, enabled }) => go === '/noAndroid' && enabled !== false)).toEqual([]);
  });
});
