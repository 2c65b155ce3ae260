import { fromCache, fromCacheRefreshed, keepAll } from './kept.ts';
import { kindOf } from './kinds.ts';
import { keepShell, pageOrShell } from './page.ts';
import type { FetchEvent, WorkerScope } from './scope.ts';

/**
 * The service worker. It caches files without personal data: the shell, the build, parts of releases, places. It does not use Workbox: the
 * server renders the page and names the parts, so little of Workbox's routing, precaching and expiry would be used, at 10 KB.
 */
declare const self: WorkerScope;

/** Files of the first screen, inserted by the build (tools/pwa.ts). A different list makes a different worker. */
declare const SHELL_FILES: readonly string[];

self.addEventListener('install', (event) => {
  // File names contain hashes, so a new worker also serves pages of the old build and need not wait for them to close.
  event.waitUntil(Promise.all([keepAll('asset', SHELL_FILES), keepShell()]).then(() => self.skipWaiting()));
});

self.addEventListener('activate', (event) => {
  event.waitUntil(Promise.all([self.clients.claim(), self.registration.navigationPreload?.enable()]));
});

self.addEventListener('fetch', (event) => {
  const kind = kindOf(event.request, self.location.origin);
  if (kind !== undefined) event.respondWith(answers[kind](event));
});

const answers = {
  page: pageOrShell,
  asset: ({ request }: FetchEvent) => fromCache('asset', request),
  part: ({ request }: FetchEvent) => fromCache('part', request),
  place: (event: FetchEvent) => fromCacheRefreshed('place', event.request, (work) => event.waitUntil(work)),
};

/** The page lists the files that it loaded before the worker existed. */
self.addEventListener('message', (event) => {
  const { data } = event;
  if (!Array.isArray(data)) return;
  const urls = data.filter((url): url is string => typeof url === 'string');
  const pathsOf = (kind: 'asset' | 'part') => {
    const own = urls.filter((url) => kindOf({ method: 'GET', mode: 'cors', url }, self.location.origin) === kind);
    return [...new Set(own.map((url) => new URL(url).pathname))];
  };
  // `clients.claim()` at activation misses a page that was still loading.
  event.waitUntil(Promise.all([self.clients.claim(), keepAll('asset', pathsOf('asset')), keepAll('part', pathsOf('part')), keepShell()]));
});
