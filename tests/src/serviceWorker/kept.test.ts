import { afterEach, expect, test, vi } from 'vitest';
import { maxKept } from '../../../src/serviceWorker/kinds.ts';
import { keepAll } from '../../../src/serviceWorker/kept.ts';

function stubCache(initial: readonly string[]) {
  const entries = new Set(initial);
  const keys = vi.fn<() => Promise<string[]>>(async () => [...entries]);
  const cache = {
    keys,
    match: async (path: string) => (entries.has(path) ? new Response() : undefined),
    put: async (path: string) => void entries.add(path),
    delete: async (path: string) => entries.delete(path),
  };
  vi.stubGlobal('caches', { open: async () => cache });
  return { entries, keys };
}

afterEach(() => vi.unstubAllGlobals());

test('keeping many files removes the oldest beyond the limit, and reads the keys once', async () => {
  const old = Array.from({ length: maxKept.asset }, (_, index) => `/assets/old${index}.js`);
  const { entries, keys } = stubCache(old);
  vi.stubGlobal('fetch', async (path: string) => new Response('', { status: path.endsWith('missing.js') ? 404 : 200 }));
  await keepAll('asset', ['/assets/a.js', '/assets/missing.js', '/assets/b.js']);
  expect([...entries]).toEqual([...old.slice(2), '/assets/a.js', '/assets/b.js']);
  expect(keys).toHaveBeenCalledTimes(1);
});
