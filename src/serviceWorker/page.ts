import type { FetchEvent } from './scope.ts';

/** The page without a ticket, which stands in for every route when there is no network (server/platform/web/appFiles.ts). */
const shellAddress = '/shell.html';
/** Says which shell goes with a page. */
const versionHeader = 'x-hakbang-shell';
/** So long is a network waited for that may be there in name only. */
const patienceMs = 5000;

const open = () => caches.open('hakbang-page');

/** The server's page while it can be had in time, else the shell. */
export async function pageOrShell(event: FetchEvent): Promise<Response> {
  const shell = await (await open()).match(shellAddress, { ignoreVary: true });
  const asked = askFor(event);
  try {
    const response = await (shell ? inTime(asked) : asked);
    if (isFromBetween(response.status) && shell) return shell;
    event.waitUntil(keepShell(response.headers.get(versionHeader)).catch(() => undefined));
    return response;
  } catch (error) {
    if (shell) return shell;
    throw error;
  }
}

async function askFor({ preloadResponse, request }: FetchEvent): Promise<Response> {
  return (await preloadResponse) ?? fetch(request);
}

function inTime(asked: Promise<Response>): Promise<Response> {
  const late = new Promise<never>((_, reject) => setTimeout(() => reject(new Error('The network takes too long.')), patienceMs));
  return Promise.race([asked, late]);
}

/** An answer of something between us and the server. */
const isFromBetween = (status: number) => status >= 502 && status <= 504;

/** Keeps the shell that goes with a page: another build, release or language has another one. Without a version, whichever there is. */
export async function keepShell(version?: string | null): Promise<void> {
  const cache = await open();
  const known = await cache.match(shellAddress, { ignoreVary: true });
  if (known && (!version || known.headers.get(versionHeader) === version)) return;
  const response = await fetch(shellAddress, { credentials: 'same-origin', cache: 'no-store' });
  if (response.ok) await cache.put(shellAddress, response);
}
