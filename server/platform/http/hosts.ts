import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../deps.ts';

/** Two origins: the one of the pages, and the one that they call. */
export interface TwoHosts {
  page: string;
  api: string;
  /** Only their ports differ, so cookies count as the page's own. */
  isSameHost: boolean;
}

/** The origin that `apiBase` of the active release names (G12), when it is none of the page's own paths. */
function apiOrigin(deps: Pick<Deps, 'settings' | 'releases'>): string | undefined {
  const base = apiBaseOf(deps);
  return base !== undefined && URL.canParse(base) ? new URL(base).origin : undefined;
}

function apiBaseOf({ settings, releases }: Pick<Deps, 'settings' | 'releases'>): string | undefined {
  try {
    return releases.active().manifest.settings.apiBase[settings.mode === 'production' ? 'production' : 'test'];
  } catch {
    return undefined;
  }
}

/** Pages and API on two hosts: `apiBase` names the API's, `PUBLIC_URL` the pages'. undefined when they are one. */
export function twoHosts(deps: Pick<Deps, 'settings' | 'releases'>): TwoHosts | undefined {
  const api = apiOrigin(deps);
  const page = deps.settings.publicUrl;
  if (api === undefined || page === undefined || api === page) return undefined;
  return { page, api, isSameHost: new URL(api).hostname === new URL(page).hostname };
}

/** An API on a host of its own serves no page whose origin it does not know. */
export const missesPageOrigin = (deps: Pick<Deps, 'settings' | 'releases'>): boolean =>
  apiOrigin(deps) !== undefined && deps.settings.publicUrl === undefined;

const allowedHeaders = 'accept, content-type, idempotency-key, if-match, x-hakbang-token, x-release';
const preflightLifetimeSeconds = 7200;

/**
 * Lets pages of the one configured origin call the API and read its answers, with cookies (CORS). The origin is a constant, so that an answer
 * may be cached without `Vary`. Answers true when the request was a preflight and is done.
 */
export function crossOriginAccess(hosts: TwoHosts, request: FastifyRequest, reply: FastifyReply): boolean {
  if (!request.url.startsWith('/api/')) return false;
  reply.headers({
    'access-control-allow-origin': hosts.page,
    'access-control-allow-credentials': 'true',
    'access-control-expose-headers': 'retry-after, x-request-id',
  });
  // Photos are shown by <img>, and their signed address is the permission.
  if (request.url.startsWith('/api/files/')) reply.header('cross-origin-resource-policy', 'cross-origin');
  if (request.method !== 'OPTIONS' || request.headers['access-control-request-method'] === undefined) return false;
  void reply
    .headers({
      'access-control-allow-methods': 'GET, POST, PUT, DELETE',
      'access-control-allow-headers': allowedHeaders,
      'access-control-max-age': preflightLifetimeSeconds,
    })
    .code(204)
    .send();
  return true;
}

interface CrossSiteCookie {
  sameSite: 'none';
  secure: true;
}

/**
 * Cookies of an API on another host than the pages must be sent across. Hosts of one domain need not be one site (public suffixes), so only
 * the same host counts. What keeps other sites out then is the check of the origin, and the token beside the cookie.
 */
export const crossSiteCookie = (deps: Pick<Deps, 'settings' | 'releases'>): CrossSiteCookie | undefined =>
  (twoHosts(deps)?.isSameHost ?? true) ? undefined : { sameSite: 'none', secure: true };

/** The same for a cookie that only calls of our own pages need. Partitioned: browsers that block cookies of other sites keep it. */
export const cookieOfPages = (deps: Pick<Deps, 'settings' | 'releases'>): (CrossSiteCookie & { partitioned: true }) | undefined => {
  const cookie = crossSiteCookie(deps);
  return cookie && { ...cookie, partitioned: true };
};
