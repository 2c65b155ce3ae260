import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Configuration, Provider } from 'oidc-provider';

/** An OpenID Connect provider in this process. It logs its current person in without a page. */
export interface OidcProvider {
  issuer: string;
  /** Server settings. */
  env: Record<string, string>;
  /** The person at the keyboard: the claims of the next login. */
  person: { sub: string; email?: string; email_verified?: boolean; groups?: string[] };
  /** Follows a browser's redirects from the provider's page to our callback. */
  walk(url: string): Promise<URL>;
  /** Changes the claims of ID tokens before they are signed, or replaces the algorithm or the key. */
  tamper: ((claims: Claims) => { claims?: Claims; alg?: string; key?: KeyObject }) | undefined;
  close(): Promise<void>;
}

type Claims = Record<string, unknown>;

const client = { client_id: 'desk', client_secret: 'a secret of thirty-two characters' };

export async function startOidcProvider(redirectUri: string, more: Configuration = {}): Promise<OidcProvider> {
  let answer: (request: IncomingMessage, response: ServerResponse) => void = () => {};
  const server = createServer((request, response) => answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const self: OidcProvider = {
    issuer,
    env: {
      STAFF_OIDC_ISSUER: issuer,
      STAFF_OIDC_CLIENT_ID: client.client_id,
      STAFF_OIDC_CLIENT_SECRET: client.client_secret,
      STAFF_OIDC_NAME: 'Example',
    },
    person: { sub: 'nobody' },
    walk: (url) => walk(url, redirectUri),
    tamper: undefined,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const provider = new Provider(issuer, {
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), kid: 'key', use: 'sig', alg: 'RS256' }] },
    ttl: { Interaction: 600, Grant: 600, Session: 600, AccessToken: 600, IdToken: 600, AuthorizationCode: 60 },
    clients: [{ ...client, redirect_uris: [redirectUri], response_types: ['code'], grant_types: ['authorization_code'] }],
    claims: { openid: ['sub', 'groups'], email: ['email', 'email_verified'] },
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    findAccount: (_, id) => ({ accountId: id, claims: () => ({ ...self.person, sub: id }) }),
    // Skip the consent page.
    loadExistingGrant: async ({ oidc }) => {
      const grant = new provider.Grant({ clientId: oidc.client?.clientId ?? '', accountId: oidc.session?.accountId ?? '' });
      grant.addOIDCScope('openid email');
      await grant.save();
      return grant;
    },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    features: { devInteractions: { enabled: false } },
    ...more,
  });
  const serve = provider.callback();
  answer = (request, response) => {
    if (request.url === '/token' && self.tamper) replaceToken(response, self.tamper, privateKey);
    const result = self.person.sub === 'declines' ? { error: 'access_denied' } : { login: { accountId: self.person.sub } };
    if (request.url?.startsWith('/interaction/')) void provider.interactionFinished(request, response, result);
    else void serve(request, response);
  };
  return self;
}

const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Replaces the ID token in a response of the token endpoint. */
function replaceToken(response: ServerResponse, tamper: NonNullable<OidcProvider['tamper']>, own: KeyObject): void {
  const end = response.end.bind(response) as (body: string) => ServerResponse;
  response.end = ((body: string | Buffer) => {
    const answer = JSON.parse(String(body)) as { id_token: string };
    const claims = JSON.parse(Buffer.from(answer.id_token.split('.')[1] ?? '', 'base64url').toString()) as Claims;
    const { alg = 'RS256', key = own, claims: changed = claims } = tamper(claims);
    const content = `${base64({ alg, kid: 'key', typ: 'JWT' })}.${base64(changed)}`;
    const signature = alg === 'none' ? '' : sign('sha256', Buffer.from(content), key).toString('base64url');
    const text = JSON.stringify({ ...answer, id_token: `${content}.${signature}` });
    response.setHeader('content-length', Buffer.byteLength(text));
    return end(text);
  }) as typeof response.end;
}

async function walk(url: string, redirectUri: string): Promise<URL> {
  const cookies = new Map<string, string>();
  for (let at = url; ;) {
    const cookie = [...cookies].map((pair) => pair.join('=')).join('; ');
    const response = await fetch(at, { redirect: 'manual', headers: { cookie } });
    for (const set of response.headers.getSetCookie()) {
      const [name = '', value = ''] = (set.split(';')[0] ?? '').split('=');
      cookies.set(name, value);
    }
    const location = response.headers.get('location');
    if (location === null) throw new Error(`The provider answered ${response.status}: ${await response.text()}`);
    at = new URL(location, at).href;
    if (at.startsWith(redirectUri)) return new URL(at);
  }
}
