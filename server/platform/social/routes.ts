import type { FastifyRequest } from 'fastify';
import { platformOperations as operations } from '../../contract/platformOperations.ts';
import type { Deps } from '../deps.ts';
import { endpoint } from '../sessions/endpoint.ts';
import { hasFeature, requireFeature } from '../http/feature.ts';
import { twoHosts } from '../http/hosts.ts';
import { fail } from '../problem.ts';
import type { App } from '../http/types.ts';
import { ProviderError } from '../../ports/providerError.ts';
import { limitPerHour } from '../limits/limitPerHour.ts';
import { beginAttempt, takeAttempt } from './attempts.ts';
import { link, unlink, type Linked } from './links.ts';

const startsPerHour = 10;
const callbackPath = '/api/social/facebook/callback';
/** Screen that shows the outcome. */
const resultScreen = 'facebookLink';

/** Outcome in the screen's query. `expired`: too late, another browser, or logged out meanwhile. */
type Outcome = Linked | 'cancelled' | 'expired' | 'refused' | 'unavailable';

interface CallbackQuery {
  code?: string;
  state?: string;
  error?: string;
}

/** Links a Facebook account: the page goes to the provider, which redirects to the callback. */
export function social(app: App): void {
  endpoint(app, operations['social.start'], async ({ deps, session, request, reply }) => {
    requireFeature(deps.releases.active(), deps.product.linkFeature);
    const port = deps.ports.socialLink ?? fail('featureOff');
    await limitPerHour(deps, session.customerId, 'socialStart', startsPerHour);
    const attempt = await beginAttempt(deps, session, reply);
    return { url: port.loginAddress({ ...attempt, redirectUri: redirectUri(deps, request) }) };
  });
  endpoint(app, operations['social.unlink'], async ({ deps, session }) => {
    await unlink(deps, session.customerId);
    return {};
  });
  app.get<{ Querystring: CallbackQuery }>(callbackPath, async (request, reply) => {
    const { code, state, error } = request.query;
    const attempt = typeof state === 'string' ? await takeAttempt(app.deps, request, reply, state) : undefined;
    const outcome = attempt ? await finish(app.deps, request, attempt, code, error) : 'expired';
    return reply.header('cache-control', 'no-store').redirect(resultAddress(app.deps, outcome), 303);
  });
}

async function finish(
  deps: Deps,
  request: FastifyRequest,
  { customerId, verifier }: { customerId: string; verifier: string },
  code: string | undefined,
  error: string | undefined,
): Promise<Outcome> {
  const port = deps.ports.socialLink;
  if (!port || !hasFeature(deps.releases.active(), deps.product.linkFeature)) return 'unavailable';
  // RFC 6749 §4.1.2.1: the person declined.
  if (error === 'access_denied') return 'cancelled';
  if (error !== undefined || typeof code !== 'string') return 'refused';
  try {
    const account = await port.accountOf({ code, codeVerifier: verifier, redirectUri: redirectUri(deps, request) });
    return await link(deps, customerId, account);
  } catch (problem) {
    if (!(problem instanceof ProviderError)) throw problem;
    deps.log.warn({ err: problem }, 'an account could not be linked');
    return problem.kind;
  }
}

/** Redirect URL. It must be registered with the provider, on the host that has the attempt's cookie. */
const redirectUri = (deps: Deps, request: FastifyRequest): string =>
  `${twoHosts(deps)?.api ?? deps.settings.publicUrl ?? `${request.protocol}://${request.host}`}${callbackPath}`;

function resultAddress(deps: Deps, outcome: Outcome): string {
  const { route } = deps.releases.active().manifest.screens[resultScreen] ?? { route: '/' };
  return `${twoHosts(deps)?.page ?? ''}${route}?outcome=${outcome}`;
}
