import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../deps.ts';
import { activeSettings } from './activeSettings.ts';
import { embedHeader, isEmbedded } from './embedding.ts';

/** The origin of the pages and the origin of the API they call. */
export interface TwoHosts {
  page: string;
  api: string;
  /** Only the ports differ, so cookies count as same-site. */
  isSameHost: boolean;
}

/** The origin in `apiBase` of the active release (G12), unless it is a path of the page's own origin. */
function apiOrigin(deps: Pick<Deps, 'settings' | 'releases'>): string | undefined {
  const base = apiBaseOf(deps);
  return base !== undefined && URL.canParse(base) ? new URL(base).origin : undefined;
}

const apiBaseOf = (deps: Pick<Deps, 'settings' | 'releases'>): string | undefined =>
  activeSettings(deps)?.apiBase[deps.settings.mode === 'production' ? 'production' : 'test'];

/** Pages and API on two hosts: `apiBase` sets the API's, `PUBLIC_URL` the pages'. Undefined if they share one. */
export function twoHosts(deps: Pick<Deps, 'settings' | 'releases'>): TwoHosts | undefined {
  const api = apiOrigin(deps);
  const page = deps.settings.publicUrl;
  if (api === undefined || page === undefined || api === page) return undefined;
  return { page, api, isSameHost: new URL(api).hostname === new URL(page).hostname };
}

/** Whether a separate API host is configured without the origin of its pages. Such a node serves no page. */
export const missesPageOrigin = (deps: Pick<Deps, 'settings' | 'releases'>): boolean =>
  apiOrigin(deps) !== undefined && deps.settings.publicUrl === undefined;

const allowedHeaders = `accept, content-type, idempotency-key, if-match, ${embedHeader}, x-hakbang-by-itself, x-hakbang-token, x-release`;
const preflightLifetimeSeconds = 7200;

/**
 * Allows pages of the one configured origin to call the API and read its responses, with cookies (CORS). The origin is constant, so
 * responses can be cached without `Vary`. Returns true if the request was a preflight and is answered.
 */
export function crossOriginAccess(hosts: TwoHosts, request: FastifyRequest, reply: FastifyReply): boolean {
  if (!request.url.startsWith('/api/')) return false;
  reply.headers({
    'access-control-allow-origin': hosts.page,
    'access-control-allow-credentials': 'true',
    'access-control-expose-headers': 'retry-after, x-request-id',
  });
  // <img> shows photos, and the signed URL is the permission.
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

const acrossSites: CrossSiteCookie = { sameSite: 'none', secure: true };

/**
 * A cookie of an API on another host must be sent across sites. Hosts of one domain may be different sites (public suffixes), so only the
 * same host counts as one. The origin check and the token next to the cookie then keep other sites out.
 */
export const crossSiteCookie = (deps: Pick<Deps, 'settings' | 'releases'>): CrossSiteCookie | undefined =>
  (twoHosts(deps)?.isSameHost ?? true) ? undefined : acrossSites;

/**
 * The name of a cookie that only our own pages use. The prefix `__Host-` binds it to this host, but requires HTTPS. Embedded pages have
 * cookies of their own, so no page reads the session of the other kind.
 */
export function pageCookieName(deps: Pick<Deps, 'settings' | 'releases'>, request: FastifyRequest, name: string): string {
  const { secure, stage } = deps.settings;
  return `${secure ? '__Host-' : ''}${stage === undefined ? '' : `preview-${stage}-`}${isEmbedded(deps, request) ? 'embed-' : ''}${name}`;
}

/** Options for a cookie that only our own pages use. Partitioned, so that browsers that block third-party cookies keep it. */
export function cookieOfPages(deps: Pick<Deps, 'settings' | 'releases'>, request: FastifyRequest) {
  const elsewhere = isEmbedded(deps, request) ? acrossSites : crossSiteCookie(deps);
  return {
    path: '/',
    httpOnly: true,
    // Strict works because pages need no cookie, and calls from our own page are always same-site.
    sameSite: 'strict',
    secure: deps.settings.secure,
    ...(elsewhere && { ...elsewhere, partitioned: true }),
  } as const;
}
