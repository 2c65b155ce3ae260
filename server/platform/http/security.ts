import type { FastifyRequest } from 'fastify';
import type { Deps } from '../deps.ts';
import { crossOriginAccess, twoHosts } from './hosts.ts';
import { fail } from '../problem.ts';
import type { App } from './types.ts';

/** Adds security headers to every response and refuses cross-origin requests. */
export function security(app: App): void {
  const { deps } = app;
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(securityHeaders(deps));
    // RFC 9112 §3.2. Node's own refusal would lack our headers.
    if (request.headers.host === undefined && request.raw.httpVersion === '1.1')
      fail('badRequest', { detail: 'The Host header is missing.' });
    const hosts = twoHosts(deps);
    if (hosts && crossOriginAccess(hosts, request, reply)) return reply;
    if (!isSafe(request) && isCrossOrigin(deps, request, hosts?.page)) fail('forbidden', { detail: 'Cross-origin request refused.' });
    return undefined;
  });
}

/** Headers of every response, including responses to requests that could not be parsed. */
export function securityHeaders(deps: Deps): Record<string, string> {
  return {
    'content-security-policy': contentSecurityPolicy(deps),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(self), geolocation=(), microphone=(), payment=(), usb=()',
    // With the self-signed certificate of --lan, HSTS would lock the phone out once the certificate changes.
    ...(deps.settings.secure && !deps.settings.lan ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
  };
}

/** Header overrides for the one kind of page that these origins may frame. All other headers come from `securityHeaders`. */
export const framableBy = (deps: Deps, origins: readonly string[]): Record<string, string> => ({
  'content-security-policy': contentSecurityPolicy(deps).replace(notFramable, `frame-ancestors ${origins.join(' ')}`),
  // Opened as a window, the page reports to its opener.
  'cross-origin-opener-policy': 'unsafe-none',
});

const notFramable = "frame-ancestors 'none'";
const policies = new WeakMap<object, string>();

/**
 * Allows `'self'` and the configured origins: the API's if it has its own host (G12), and the analytics SDK of the active release (loaded
 * in production only, G11). `data:` and `blob:` are allowed for images only: the image code and the photo preview.
 */
function contentSecurityPolicy(deps: Deps): string {
  const release = activeRelease(deps);
  const known = release && policies.get(release);
  if (known) return known;
  const analytics = deps.settings.mode === 'production' ? safeOrigin(release?.settings.analytics?.origin) : undefined;
  const api = twoHosts(deps)?.api;
  // Vite's development server injects styles and a small script, and uses a WebSocket.
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
    notFramable,
  ].join('; ');
  if (release) policies.set(release, policy);
  return policy;
}

/** Accepts only an origin, so that a semicolon in the configuration cannot start another directive. */
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
 * Browsers report the origin of a request: in Sec-Fetch-Site, older ones in Origin. A client that sends neither is not a browser and has no
 * cookies to abuse. The token header is a second defence, because other origins cannot read the token.
 */
function isCrossOrigin(deps: Deps, request: FastifyRequest, page: string | undefined): boolean {
  // The pages' own origin. Scripts cannot set this header.
  if (page !== undefined && request.headers.origin === page) return false;
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined) return site !== 'same-origin' && site !== 'none';
  const { origin } = request.headers;
  if (origin === undefined) return false;
  return origin !== (deps.settings.publicUrl ?? `${request.protocol}://${request.headers.host ?? ''}`);
}
