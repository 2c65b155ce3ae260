import { createHash } from 'node:crypto';

/** What goes along when a person is sent to the provider (OAuth 2.0, RFC 6749 §4.1.1; PKCE, RFC 7636 §4.3). */
export interface LoginRequest {
  /** Comes back unchanged. */
  state: string;
  codeChallenge: string;
  /** Where the provider sends the person afterwards, with `code` and `state`, or with `error` and `state`. */
  redirectUri: string;
}

export interface CodeExchange {
  code: string;
  codeVerifier: string;
  /** The same as in the request. */
  redirectUri: string;
}

/** Lets a person prove that an account elsewhere is theirs. */
export interface SocialLinkPort {
  /** Where the person logs in and allows it. */
  loginAddress(request: LoginRequest): string;
  /**
   * The id of the account that a code stands for; nothing else of it is read. Rejects with a ProviderError: `refused` when the
   * code is no good, `unavailable` when the provider could not be asked.
   */
  accountOf(exchange: CodeExchange): Promise<string>;
}

/** Method S256 of RFC 7636 §4.2. */
export const codeChallengeOf = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url');
