import type { FetchEvent } from './scope.ts';

/** The page without a ticket, which replaces every route offline (server/platform/web/appFiles.ts). */
const shellAddress = '/shell.html';
/** Header with the version of the shell that matches a page. */
const versionHeader = 'x-hakbang-shell';
/** Maximum wait for a network that may be connected but not working. */
const timeoutMs = 5000;

const open = () => caches.open('hakbang-page');

/** The server's page if it arrives in time, otherwise the shell. */
export async function pageOrShell(event: FetchEvent): Promise<Response> {
  const shell = await (await open()).match(shellAddress, { ignoreVary: true });
  const fetching = fetchPage(event);
  try {
    const response = await (shell ? withTimeout(fetching) : fetching);
    if (isProxyError(response.status) && shell) return shell;
    event.waitUntil(keepShell(response.headers.get(versionHeader)).catch(() => undefined));
    return response;
  } catch (error) {
    if (shell) return shell;
    throw error;
  }
}

async function fetchPage({ preloadResponse, request }: FetchEvent): Promise<Response> {
  return (await preloadResponse) ?? fetch(request);
}

function withTimeout(response: Promise<Response>): Promise<Response> {
  const late = new Promise<never>((_, reject) => setTimeout(() => reject(new Error('The network is too slow.')), timeoutMs));
  return Promise.race([response, late]);
}

/** A response from a proxy, not from our server. */
const isProxyError = (status: number) => status >= 502 && status <= 504;

/** Caches the shell that matches a page, because each build, release and language has its own. Without a version, any shell will do. */
export async function keepShell(version?: string | null): Promise<void> {
  const cache = await open();
  const known = await cache.match(shellAddress, { ignoreVary: true });
  if (known && (!version || known.headers.get(versionHeader) === version)) return;
  const response = await fetch(shellAddress, { credentials: 'same-origin', cache: 'no-store' });
  if (response.ok) await cache.put(shellAddress, response);
}
