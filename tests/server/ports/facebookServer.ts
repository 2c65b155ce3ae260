import { createHmac, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { SocialLinkSandbox } from '../../../server/ports/socialLinkSandbox.ts';

export interface FacebookServer {
  url: string;
  /** The requests: method, path without query, and where the token was. */
  asked: string[];
  close: () => Promise<void>;
}

interface App {
  appId: string;
  appSecret: string;
}

/** Longer than the timeout of the tests' adapter. */
const tooLongMs = 1000;

/** Implements the parts of Facebook's login that our adapter uses. The codes are a sandbox's; the tokens and proofs are its own. */
export async function startFacebook(sandbox: SocialLinkSandbox, { appId, appSecret }: App): Promise<FacebookServer> {
  const tokens = new Map<string, string>();
  const asked: string[] = [];

  async function exchange(request: IncomingMessage): Promise<[number, object]> {
    const form = new URLSearchParams(await text(request));
    const get = (name: string) => form.get(name) ?? '';
    if (get('client_id') !== appId || get('client_secret') !== appSecret || get('grant_type') !== 'authorization_code')
      return [400, { error: { type: 'OAuthException', code: 1 } }];
    const exchanged = { code: get('code'), codeVerifier: get('code_verifier'), redirectUri: get('redirect_uri') };
    try {
      const token = randomBytes(20).toString('hex');
      tokens.set(token, await sandbox.accountOf(exchanged));
      return [200, { access_token: token, token_type: 'bearer', expires_in: 5_183_944 }];
    } catch (error) {
      if ((error as { kind?: string }).kind === 'refused') return [400, { error: { type: 'OAuthException', code: 100 } }];
      if (/timesOut/.test(String(error))) await new Promise((resolve) => setTimeout(resolve, tooLongMs));
      return [500, { error: { type: 'FacebookApiException', code: 2, is_transient: true } }];
    }
  }

  function me(request: IncomingMessage, query: URLSearchParams): [number, object] {
    const token = request.headers.authorization?.replace('Bearer ', '') ?? '';
    const id = tokens.get(token);
    const proof = createHmac('sha256', appSecret).update(token).digest('hex');
    if (id === undefined || query.get('appsecret_proof') !== proof) return [400, { error: { type: 'GraphMethodException', code: 100 } }];
    return [200, { id, ...(query.get('fields') === 'id' ? {} : { name: 'More than was needed' }) }];
  }

  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    asked.push(`${request.method} ${pathname}`);
    const answers: Record<string, () => [number, object] | Promise<[number, object]>> = {
      'POST /v23.0/oauth/access_token': () => exchange(request),
      'GET /v23.0/me': () => me(request, searchParams),
    };
    const [status, body] = (await answers[`${request.method} ${pathname}`]?.()) ?? [404, {}];
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };

  const server = createServer((request, response) => void handle(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v23.0`,
    asked,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
