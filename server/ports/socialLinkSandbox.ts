import type { Clock, Random } from '../platform/deps.ts';
import { randomToken, systemRandom } from '../platform/random.ts';
import { ProviderError } from './providerError.ts';
import { SandboxOrders } from './sandboxOrders.ts';
import { codeChallengeOf, type SocialLinkPort } from './socialLink.ts';

/** Faults of the code exchange: a timeout, a 500, a refused code. */
export const socialOrders = ['timesOut', 'answers500', 'refusesCode'] as const;
export type SocialOrder = (typeof socialOrders)[number];

export interface SocialLinkSandbox extends SocialLinkPort {
  orders: SandboxOrders<SocialOrder>;
  /** Simulates a login with consent. Returns the code that the provider would send back. */
  allow(request: { codeChallenge: string; redirectUri: string }, accountId: string): string;
}

const codeLifetimeMs = 600_000;
/** Login page of the sandbox. It accepts any account id, or cancels. */
export const sandboxLoginPath = '/dev/social';

/** An embedded account provider. A code works once, for ten minutes, with its redirect URL and verifier (RFC 6749 §4.1.2). */
export function socialLinkSandbox({ clock, random = systemRandom }: { clock: Clock; random?: Random }): SocialLinkSandbox {
  const codes = new Map<string, { accountId: string; codeChallenge: string; redirectUri: string; until: number }>();
  const orders = new SandboxOrders<SocialOrder>();
  return {
    orders,
    loginAddress: ({ state, codeChallenge, redirectUri }) =>
      `${sandboxLoginPath}?${new URLSearchParams({ state, code_challenge: codeChallenge, redirect_uri: redirectUri }).toString()}`,
    allow: ({ codeChallenge, redirectUri }, accountId) => {
      const code = randomToken(random, 24);
      codes.set(code, { accountId, codeChallenge, redirectUri, until: clock.now().getTime() + codeLifetimeMs });
      return code;
    },
    accountOf: async ({ code, codeVerifier, redirectUri }) => {
      const ordered = orders.take();
      if (ordered === 'refusesCode') throw new ProviderError('refused', 'social link sandbox: simulated refusal');
      if (ordered) throw new ProviderError('unavailable', `social link sandbox: simulated failure (${ordered})`);
      const known = codes.get(code);
      codes.delete(code);
      const holds =
        known?.redirectUri === redirectUri && known.codeChallenge === codeChallengeOf(codeVerifier) && clock.now().getTime() < known.until;
      if (!holds) throw new ProviderError('refused', 'social link sandbox: the code is invalid');
      return known.accountId;
    },
  };
}
