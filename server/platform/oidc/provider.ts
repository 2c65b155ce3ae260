import * as client from 'openid-client';
import type { Deps } from '../deps.ts';
import type { StaffOidcSettings } from '../providerSettings.ts';
import { addSeconds } from '../time.ts';

const timeoutSeconds = 10;
/** Providers rarely change their URLs. An unknown key triggers a new lookup of the keys. */
const keptSeconds = 600;

const found = new WeakMap<StaffOidcSettings, { config: Promise<client.Configuration>; until: Date }>();

/** The provider's metadata (OpenID Connect Discovery). */
function configurationOf(provider: StaffOidcSettings, { clock }: Pick<Deps, 'clock'>): Promise<client.Configuration> {
  const kept = found.get(provider);
  const now = clock.now();
  if (kept && now < kept.until) return kept.config;
  const config = discover(provider);
  found.set(provider, { config, until: addSeconds(now, keptSeconds) });
  config.catch(() => found.delete(provider));
  return config;
}

async function discover({ issuer, clientId, clientSecret }: StaffOidcSettings): Promise<client.Configuration> {
  const isPlain = issuer.startsWith('http://');
  const discovered = await client.discovery(new URL(issuer), clientId, clientSecret, undefined, {
    timeout: timeoutSeconds,
    ...(isPlain ? { execute: [client.allowInsecureRequests] } : {}),
  });
  const metadata = discovered.serverMetadata();
  // The default of Discovery §3.
  const methods = metadata.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
  const authentication = methods.includes('client_secret_basic')
    ? client.ClientSecretBasic(clientSecret)
    : client.ClientSecretPost(clientSecret);
  const config = new client.Configuration(metadata, clientId, clientSecret, authentication);
  config.timeout = timeoutSeconds;
  if (isPlain) client.allowInsecureRequests(config);
  // The token comes straight from the provider over TLS, but its signature is checked anyway.
  client.enableNonRepudiationChecks(config);
  return config;
}

/** Values that bind the response to the request. */
export interface Question {
  state: string;
  nonce: string;
  /** PKCE verifier. */
  verifier: string;
}

/** URL of the provider's login page. */
export async function loginAddress(
  provider: StaffOidcSettings,
  deps: Pick<Deps, 'clock'>,
  { state, nonce, verifier, redirectUri }: Question & { redirectUri: string },
): Promise<string> {
  const config = await configurationOf(provider, deps);
  return client.buildAuthorizationUrl(config, {
    scope: 'openid email',
    redirect_uri: redirectUri,
    state,
    nonce,
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  }).href;
}

export interface Identity {
  issuer: string;
  subject: string;
  /** In lower case. Absent unless the provider has verified it. */
  email?: string;
}

/** Why a login fails. */
export type Refusal = 'cancelled' | 'refused' | 'unavailable';

const longestSubject = 255;
const longestEmail = 254;

/**
 * Redeems the code of a callback and checks the ID token: signature, issuer, audience, expiry, nonce (OpenID Connect Core §3.1.3.7).
 *
 * @param address URL of the callback, with its query
 */
export async function identityFrom(
  provider: StaffOidcSettings,
  deps: Pick<Deps, 'clock' | 'log'>,
  address: URL,
  { state, nonce, verifier }: Question,
): Promise<Identity | Refusal> {
  try {
    const config = await configurationOf(provider, deps);
    const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true };
    const claims = (await client.authorizationCodeGrant(config, address, checks)).claims();
    if (!claims || claims.sub.length > longestSubject || !isAllowed(claims, provider)) return 'refused';
    const { email, email_verified: isVerified } = claims;
    const isUsable = typeof email === 'string' && email.length <= longestEmail && isVerified === true;
    return { issuer: claims.iss, subject: claims.sub, ...(isUsable ? { email: email.toLowerCase() } : {}) };
  } catch (error) {
    // The message of the library quotes no token.
    deps.log.warn({ reason: error instanceof Error ? error.message : '' }, 'a login of staff at the identity provider failed');
    return refusalOf(error);
  }
}

function refusalOf(error: unknown): Refusal {
  if (error instanceof client.AuthorizationResponseError) return error.error === 'access_denied' ? 'cancelled' : 'refused';
  return isUnreachable(error) ? 'unavailable' : 'refused';
}

/** `fetch` throws a TypeError without a code; a timeout throws its own error. */
const isUnreachable = (error: unknown): boolean =>
  error instanceof Error &&
  (error.name === 'TimeoutError' ||
    (error instanceof TypeError && error.message === 'fetch failed') ||
    ('code' in error && error.code === 'OAUTH_TIMEOUT'));

function isAllowed(claims: Readonly<Record<string, unknown>>, { claim }: StaffOidcSettings): boolean {
  if (!claim) return true;
  const value = Object.hasOwn(claims, claim.name) ? claims[claim.name] : undefined;
  return value === claim.value || (Array.isArray(value) && value.includes(claim.value));
}
