import type { FastifyRequest } from 'fastify';
import type { Deps } from '../deps.ts';
import { crossOriginAccess, twoHosts } from './hosts.ts';
import { fail } from '../problem.ts';
import type { App } from './types.ts';

/** Headers on every answer, and a refusal of what another origin makes a browser send. */
export function security(app: App): void {
  const { deps } = app;
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(securityHeaders(deps));
    // RFC 9112 §3.2. Node would refuse it by an answer without our headers.
    if (request.headers.host === undefined && request.raw.httpVersion === '1.1') fail('badRequest', { detail: 'Host is missing.' });
    const hosts = twoHosts(deps);
    if (hosts && crossOriginAccess(hosts, request, reply)) return reply;
    if (!isSafe(request) && isCrossOrigin(deps, request, hosts?.page))
      fail('forbidden', { detail: 'The request comes from another origin.' });
    return undefined;
  });
}

/** What every answer carries, also one to a request that could not be parsed. */
export function securityHeaders(deps: Deps): Record<string, string> {
  return {
    'content-security-policy': contentSecurityPolicy(deps),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(self), geolocation=(), microphone=(), payment=(), usb=()',
    // With a certificate of our own (--lan) it would lock the phone out once the certificate changes.
    ...(deps.settings.secure && !deps.settings.lan ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
  };
}

const policies = new WeakMap<object, string>();

/**
 * `'self'` plus exactly the origins that are configured: the API's, where it has a host of its own (G12), and the analytics SDK of the active
 * release (loaded in production only, G11). `data:` and `blob:` are for pictures alone: the image code and the preview of a photo.
 */
function contentSecurityPolicy(deps: Deps): string {
  const release = activeRelease(deps);
  const known = release && policies.get(release);
  if (known) return known;
  const analytics = deps.settings.mode === 'production' ? safeOrigin(release?.settings.analytics?.origin) : undefined;
  const api = twoHosts(deps)?.api;
  // The development server of Vite injects styles and a small script and speaks over a web socket.
  const development = deps.settings.mode === 'development';
  const sources = (...more: (string | false | undefined)[]) => ["'self'", ...more.filter(Boolean)].join(' ');
  const policy = [
    `default-src 'none'`,
    `script-src ${sources(analytics, development && "'unsafe-inline'")}`,
    `style-src ${sources(development && "'unsafe-inline'")}`,
    `img-src ${sources('data:', 'blob:', api)}`,
    `font-src 'self'`,
    `media-src 'self'`,
    `connect-src ${sources(api, analytics, development && 'ws:')}`,
    `manifest-src 'self'`,
    `worker-src 'self'`,
    `form-action 'self'`,
    `base-uri 'none'`,
    `frame-ancestors 'none'`,
  ].join('; ');
  if (release) policies.set(release, policy);
  return policy;
}

/** An origin and nothing else: a semicolon in the configuration must not begin a directive of its own. */
const safeOrigin = (text: string | undefined) => (text !== undefined && /^https:\/\/[a-z0-9.-]+(:\d+)?$/i.test(text) ? text : undefined);

function activeRelease(deps: Deps) {
  try {
    return deps.releases.active().manifest;
  } catch {
    return undefined;
  }
}

const isSafe = ({ method }: FastifyRequest) => method === 'GET' || method === 'HEAD' || method === 'OPTIONS';

/**
 * Browsers say where a request comes from: by Sec-Fetch-Site, older ones by Origin. Who says neither is no browser, and
 * has no cookies to misuse. The token header is the second lock: no other origin can read it.
 */
function isCrossOrigin(deps: Deps, request: FastifyRequest, page: string | undefined): boolean {
  // The pages on their own host; a script cannot choose this header.
  if (page !== undefined && request.headers.origin === page) return false;
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined) return site !== 'same-origin' && site !== 'none';
  const { origin } = request.headers;
  if (origin === undefined) return false;
  return origin !== (deps.settings.publicUrl ?? `${request.protocol}://${request.headers.host ?? ''}`);
}
