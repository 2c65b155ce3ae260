import { fromCache, fromCacheRefreshed, keepAll } from './kept.ts';
import { kindOf } from './kinds.ts';
import { keepShell, pageOrShell } from './page.ts';
import type { FetchEvent, WorkerScope } from './scope.ts';

/**
 * The service worker. It caches files without personal data: the shell, the build, parts of releases, places. It does without Workbox,
 * because the server renders the page and names the parts: little of Workbox's routing, precaching and expiry would be used, and its
 * 10 KB would remain.
 */
declare const self: WorkerScope;

/** What the first screen loads, filled in by the build (tools/pwa.ts). Another list makes another worker. */
declare const SHELL_FILES: readonly string[];

self.addEventListener('install', (event) => {
  // Names carry hashes, so a new worker serves pages of the old build as well: it need not wait for them to be closed.
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

/** The page tells what it had loaded before there was a worker. */
self.addEventListener('message', (event) => {
  const { data } = event;
  if (!Array.isArray(data)) return;
  const urls = data.filter((url): url is string => typeof url === 'string');
  const pathsOf = (kind: 'asset' | 'part') => {
    const own = urls.filter((url) => kindOf({ method: 'GET', mode: 'cors', url }, self.location.origin) === kind);
    return [...new Set(own.map((url) => new URL(url).pathname))];
  };
  // A page that was loading while the worker activated was not there to be claimed.
  event.waitUntil(Promise.all([self.clients.claim(), keepAll('asset', pathsOf('asset')), keepAll('part', pathsOf('part')), keepShell()]));
});
