import { type Kind, maxKept } from './kinds.ts';

type Held = Exclude<Kind, 'page'>;

/** Delay before each retry (ms). */
const retryDelaysMs = [300, 900] as const;

const open = (kind: Kind) => caches.open(`hakbang-${kind}`);

/** Cache first, for files whose name contains a content hash and which never change. Ignores the query, which only the browser needs. */
export async function fromCache(kind: Held, { url }: Pick<Request, 'url'>): Promise<Response> {
  const { pathname } = new URL(url);
  const cache = await open(kind);
  const known = await cache.match(pathname, { ignoreVary: true });
  return known ?? fetchInto(cache, kind, pathname);
}

/** Stale-while-revalidate, for files that may change under the same name: answers from the cache and refreshes it for the next request. */
export async function fromCacheRefreshed(
  kind: Held,
  { url }: Pick<Request, 'url'>,
  waitUntil: (work: Promise<unknown>) => void,
): Promise<Response> {
  const { pathname } = new URL(url);
  const cache = await open(kind);
  const known = await cache.match(pathname, { ignoreVary: true });
  if (!known) return fetchInto(cache, kind, pathname);
  waitUntil(fetchInto(cache, kind, pathname).catch(() => undefined));
  return known;
}

/** Fetches the files that the cache lacks. A failure does not affect the others. */
export async function keepAll(kind: Held, pathnames: readonly string[]): Promise<void> {
  const cache = await open(kind);
  const missing = await Promise.all(pathnames.map(async (pathname) => ((await cache.match(pathname)) ? [] : [pathname])));
  await Promise.allSettled(missing.flat().map((pathname) => store(cache, pathname)));
  await trim(cache, maxKept[kind]);
}

async function fetchInto(cache: Cache, kind: Held, pathname: string): Promise<Response> {
  const response = await store(cache, pathname);
  if (response.ok) await trim(cache, maxKept[kind]);
  return response;
}

async function store(cache: Cache, pathname: string): Promise<Response> {
  const response = await fetchWithRetries(pathname);
  if (response.ok) await cache.put(pathname, response.clone());
  return response;
}

async function fetchWithRetries(pathname: string): Promise<Response> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await fetch(pathname, { credentials: 'same-origin' });
    } catch (error) {
      const delay = retryDelaysMs[attempt];
      if (delay === undefined || !navigator.onLine) throw error;
      await new Promise((resolve) => setTimeout(resolve, delay));
    }
  }
}

/** Evicts the oldest entries first. Files that this build needs are the newest, because they were cached during its installation. */
async function trim(cache: Cache, max: number): Promise<void> {
  const keys = await cache.keys();
  await Promise.all(keys.slice(0, Math.max(0, keys.length - max)).map((key) => cache.delete(key)));
}
