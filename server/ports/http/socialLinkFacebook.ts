import { createHmac } from 'node:crypto';
import Type, { type Static, type TSchema } from 'typebox';
import { ProviderError } from '../providerError.ts';
import type { SocialLinkPort } from '../socialLink.ts';
import { isA, parsed } from './protocol.ts';

export interface FacebookSettings {
  appId: string;
  appSecret: string;
  /** Login page, e.g. https://www.facebook.com/v23.0/dialog/oauth */
  dialogUrl: string;
  /** Graph API with its version, e.g. https://graph.facebook.com/v23.0 */
  graphUrl: string;
  /** Timeout for one response; 10,000 by default. */
  timeoutMs?: number;
}

const Token = Type.Object({ access_token: Type.String({ minLength: 1, maxLength: 4000 }) });
const Me = Type.Object({ id: Type.String({ pattern: '^[0-9]{1,40}$' }) });
const longestAnswerBytes = 64 * 1024;

/**
 * Facebook Login without the SDK: the authorization code flow with PKCE. The token is used once, to read the account id, and then
 * discarded. `appsecret_proof` proves that the call comes from us (Graph API, "Securing Graph API calls").
 */
export function socialLinkFacebook({ timeoutMs = 10_000, ...settings }: FacebookSettings): SocialLinkPort {
  const { appId, appSecret, dialogUrl } = settings;
  const graphUrl = settings.graphUrl.replace(/\/$/, '');
  return {
    loginAddress: ({ state, codeChallenge, redirectUri }) =>
      `${dialogUrl}?${new URLSearchParams({
        client_id: appId,
        redirect_uri: redirectUri,
        response_type: 'code',
        // The minimal scope: only the id is read.
        scope: 'public_profile',
        state,
        code_challenge: codeChallenge,
        code_challenge_method: 'S256',
      }).toString()}`,
    accountOf: async ({ code, codeVerifier, redirectUri }) => {
      const body = new URLSearchParams({
        grant_type: 'authorization_code',
        client_id: appId,
        client_secret: appSecret,
        redirect_uri: redirectUri,
        code,
        code_verifier: codeVerifier,
      });
      const { access_token: token } = await ask(`${graphUrl}/oauth/access_token`, { method: 'POST', body }, Token, timeoutMs);
      const proof = createHmac('sha256', appSecret).update(token).digest('hex');
      const headers = { authorization: `Bearer ${token}` };
      const { id } = await ask(`${graphUrl}/me?fields=id&appsecret_proof=${proof}`, { headers }, Me, timeoutMs);
      return id;
    },
  };
}

/** Messages contain no codes or tokens: a code works once, but logs persist. */
async function ask<S extends TSchema>(url: string, init: RequestInit, schema: S, timeoutMs: number): Promise<Static<S>> {
  const { status, text } = await send(url, init, timeoutMs);
  if (status >= 500 || status === 429 || status === 408) throw new ProviderError('unavailable', `facebook: answered ${status}`);
  if (status >= 400) throw new ProviderError('refused', `facebook: answered ${status}`);
  const value = parsed(text);
  if (!isA(schema, value)) throw new ProviderError('unavailable', 'facebook: unreadable answer');
  return value;
}

async function send(url: string, init: RequestInit, timeoutMs: number): Promise<{ status: number; text: string }> {
  try {
    const response = await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(timeoutMs) });
    const text = await response.text();
    return { status: response.status, text: text.length > longestAnswerBytes ? '' : text };
  } catch (cause) {
    throw new ProviderError('unavailable', `facebook: no answer (${cause instanceof Error ? cause.name : 'unknown'})`);
  }
}
