import { createHash } from 'node:crypto';

/** Parameters of the redirect to the provider (OAuth 2.0, RFC 6749 §4.1.1; PKCE, RFC 7636 §4.3). */
export interface LoginRequest {
  /** The provider returns it unchanged. */
  state: string;
  codeChallenge: string;
  /** The provider redirects here with `code` and `state`, or with `error` and `state`. */
  redirectUri: string;
}

export interface CodeExchange {
  code: string;
  codeVerifier: string;
  /** Must equal the one in the request. */
  redirectUri: string;
}

/** Lets a person prove that they own an external account. */
export interface SocialLinkPort {
  /** URL where the person logs in and consents. */
  loginAddress(request: LoginRequest): string;
  /**
   * Exchanges a code for the account id and reads nothing else. Rejects with a ProviderError: `refused` if the code is invalid,
   * `unavailable` if the provider is unreachable.
   */
  accountOf(exchange: CodeExchange): Promise<string>;
}

/** Method S256 of RFC 7636 §4.2. */
export const codeChallengeOf = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url');
