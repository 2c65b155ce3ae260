import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright';
import { createServer, type ViteDevServer } from 'vite';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { chromiumArguments, findChromium } from '../../../tools/browser.mjs';
import { root } from '../../support/root.ts';
import type { createDraftStore } from '../../../src/app/drafts.ts';
import { memoryStore } from '../../../src/app/memoryStore.ts';

declare global {
  interface Window {
    drafts: ReturnType<typeof createDraftStore>;
  }
}

let browser: Browser;
let server: ViteDevServer;
let cacheDir: string;
let context: BrowserContext;
let page: Page;

beforeAll(async () => {
  cacheDir = await mkdtemp(join(tmpdir(), 'drafts-'));
  const options = { configFile: false, root, cacheDir, appType: 'custom', logLevel: 'error', optimizeDeps: { noDiscovery: true } } as const;
  server = await createServer({ ...options, server: { port: 0, hmr: false, watch: null } });
  await server.listen();
  const executablePath = await findChromium();
  browser = await chromium.launch({ args: chromiumArguments, ...(executablePath ? { executablePath } : {}) });
});

afterAll(async () => {
  await browser.close();
  await server.close();
  await rm(cacheDir, { recursive: true });
});

const blank = `<!doctype html><script type="module">
  import { createDraftStore } from '/src/app/drafts.ts';
  window.drafts = createDraftStore();
</script>`;

/** A page on the app's origin with a store on `window.drafts`. */
async function visit(): Promise<Page> {
  const fresh = await context.newPage();
  await fresh.route('**/blank', (route) => route.fulfill({ contentType: 'text/html', body: blank }));
  await fresh.goto(`${server.resolvedUrls?.local[0]}blank`);
  return fresh;
}

/** Everything in IndexedDB, with buffers as text. */
const stored = (from: Page) =>
  from.evaluate(async () => {
    const opened = indexedDB.open('hakbang');
    await new Promise((resolve) => (opened.onsuccess = resolve));
    const store = opened.result.transaction('drafts').objectStore('drafts');
    const asked = [store.getAllKeys(), store.getAll()] as const;
    await new Promise((resolve) => (asked[1].onsuccess = resolve));
    const text = (value: unknown) => (value instanceof ArrayBuffer ? new TextDecoder().decode(value) : value);
    const values = asked[1].result.map((value: { data?: ArrayBuffer }) => text(value.data));
    const keys = asked[1].result.filter((value) => value instanceof CryptoKey).map(({ extractable }) => extractable);
    return { names: asked[0].result.map(String), text: JSON.stringify(values), extractable: keys };
  });

describe('drafts in a browser', () => {
  beforeEach(async () => {
    context = await browser.newContext();
    page = await visit();
    return () => context.close();
  });

  test('survive the page', async () => {
    await page.evaluate(() => window.drafts.save('onboarding', { account: '1234567890' }));
    await page.close();
    const later = await visit();
    expect(await later.evaluate(() => window.drafts.load('onboarding'))).toEqual({ account: '1234567890' });
    expect(await later.evaluate(() => window.drafts.load('other'))).toBeUndefined();
  });

  test('are encrypted, and their key cannot be exported', async () => {
    await page.evaluate(() => window.drafts.save('onboarding', { account: '1234567890' }));
    const { names, text, extractable } = await stored(page);
    expect(names.sort()).toEqual(['draft:onboarding', 'key']);
    expect(text).not.toContain('1234567890');
    expect(text).not.toContain('account');
    expect(extractable).toEqual([false]);
  });

  test('are deleted with their key, and a pending write does not restore them', async () => {
    const after = await page.evaluate(async () => {
      await window.drafts.save('onboarding', { step: 1 });
      const underWay = window.drafts.save('onboarding', { step: 2 });
      await window.drafts.erase();
      await underWay;
      return window.drafts.load('onboarding');
    });
    expect(after).toBeUndefined();
    expect((await stored(page)).names).not.toContain('draft:onboarding');
  });

  test('written by two tabs in parallel are readable by both', async () => {
    const other = await visit();
    await Promise.all([page.evaluate(() => window.drafts.save('a', 1)), other.evaluate(() => window.drafts.save('b', 2))]);
    const read = () => Promise.all([window.drafts.load('a'), window.drafts.load('b')]);
    expect([await page.evaluate(read), await other.evaluate(read)]).toEqual([
      [1, 2],
      [1, 2],
    ]);
  });

  test('moved to another name cannot be decrypted', async () => {
    const moved = await page.evaluate(async () => {
      await window.drafts.save('a', { secret: 1 });
      const opened = indexedDB.open('hakbang');
      await new Promise((resolve) => (opened.onsuccess = resolve));
      const store = opened.result.transaction('drafts', 'readwrite').objectStore('drafts');
      const asked = store.get('draft:a');
      await new Promise((resolve) => (asked.onsuccess = resolve));
      const put = store.put(asked.result, 'draft:b');
      await new Promise((resolve) => (put.onsuccess = resolve));
      return window.drafts.load('b');
    });
    expect(moved).toBeUndefined();
  });

  test('stay in memory without IndexedDB', async () => {
    const kept = await page.evaluate(async () => {
      IDBFactory.prototype.open = () => {
        throw new DOMException('A mutation operation was attempted on a database that did not allow mutations.', 'InvalidStateError');
      };
      await window.drafts.save('a', { step: 1 });
      return window.drafts.load('a');
    });
    expect(kept).toEqual({ step: 1 });
  });
});

test('a store in memory returns copies, like the other one', async () => {
  const store = memoryStore();
  const value = { list: [1] };
  await store.save('a', value);
  value.list.push(2);
  expect(await store.load('a')).toEqual({ list: [1] });
  await store.erase();
  expect(await store.load('a')).toBeUndefined();
});
