import { afterEach, beforeEach, describe, expect, test, type SuiteCollector } from 'vitest';
import { codeChallengeOf, type SocialLinkPort } from '../../../server/ports/socialLink.ts';
import type { SocialLinkSandbox } from '../../../server/ports/socialLinkSandbox.ts';
import type { TestClock } from './support.ts';

export interface SocialLinkUnderTest {
  port: SocialLinkPort;
  /** The provider where people log in and that issues codes. */
  sandbox: SocialLinkSandbox;
  clock: TestClock;
  close(): Promise<void>;
}

const codeVerifier = 'a-verifier-of-the-tests-that-is-longer-than-forty-three-characters';
const redirectUri = 'https://app.example/api/social/facebook/callback';
const request = { codeChallenge: codeChallengeOf(codeVerifier), redirectUri };

/** The contract of every account provider. Runs for the sandbox and for the adapter that talks to Facebook. */
export const socialLinkContract = (name: string, start: () => Promise<SocialLinkUnderTest>): SuiteCollector =>
  describe(`${name} keeps the contract`, () => {
    let it: SocialLinkUnderTest;
    beforeEach(async () => void (it = await start()));
    afterEach(() => it.close());
    const exchange = (code: string, more: object = {}) => it.port.accountOf({ code, codeVerifier, redirectUri, ...more });
    const refused = { name: 'ProviderError', kind: 'refused' };

    test('the login URL has state, challenge and redirect address, and no secret', () => {
      const address = new URL(it.port.loginAddress({ state: 'the-state', ...request }), 'https://app.example');
      expect(address.searchParams.get('state')).toBe('the-state');
      expect(address.searchParams.get('code_challenge')).toBe(request.codeChallenge);
      expect(address.searchParams.get('redirect_uri')).toBe(redirectUri);
      expect(address.href).not.toContain(codeVerifier);
    });

    test('a code identifies the account that logged in', async () => {
      expect(await exchange(it.sandbox.allow(request, '1000000001'))).toBe('1000000001');
    });

    test('a code works once', async () => {
      const code = it.sandbox.allow(request, '1000000002');
      await exchange(code);
      await expect(exchange(code)).rejects.toMatchObject(refused);
    });

    test('a code fails with another verifier, another address, or after its expiry', async () => {
      const code = () => it.sandbox.allow(request, '1000000003');
      await expect(exchange(code(), { codeVerifier: `${codeVerifier}x` })).rejects.toMatchObject(refused);
      await expect(exchange(code(), { redirectUri: 'https://elsewhere.example/' })).rejects.toMatchObject(refused);
      const late = code();
      it.clock.advance(601);
      await expect(exchange(late)).rejects.toMatchObject(refused);
      await expect(exchange('made-up')).rejects.toMatchObject(refused);
    });

    test.each(['timesOut', 'answers500'] as const)('an unreachable provider differs from one that refuses: %s', async (order) => {
      it.sandbox.orders.order(order);
      const code = it.sandbox.allow(request, '1000000004');
      await expect(exchange(code)).rejects.toMatchObject({ name: 'ProviderError', kind: 'unavailable' });
      expect(await exchange(it.sandbox.allow(request, '1000000004'))).toBe('1000000004');
    });

    test('no message contains a code or a verifier', async () => {
      const error: unknown = await exchange('a-code-that-is-not-good').catch((problem: unknown) => problem);
      expect(String(error)).not.toMatch(/a-code-that|a-verifier/);
    });
  });
