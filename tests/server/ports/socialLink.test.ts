import { expect, test } from 'vitest';
import { socialLinkFacebook } from '../../../server/ports/http/socialLinkFacebook.ts';
import { codeChallengeOf } from '../../../server/ports/socialLink.ts';
import { socialLinkSandbox } from '../../../server/ports/socialLinkSandbox.ts';
import { readSettings } from '../../../server/platform/settings.ts';
import { startFacebook } from './facebookServer.ts';
import { socialLinkContract } from './socialLink.contract.ts';
import { testClock } from './support.ts';

const app = { appId: '1234567890', appSecret: '0123456789abcdef0123456789abcdef' };
const dialogUrl = 'https://www.facebook.com/v23.0/dialog/oauth';

socialLinkContract('the sandbox of social links', async () => {
  const clock = testClock();
  const sandbox = socialLinkSandbox({ clock });
  return { port: sandbox, sandbox, clock, close: async () => undefined };
});

socialLinkContract('Facebook over HTTP', async () => {
  const clock = testClock();
  const sandbox = socialLinkSandbox({ clock });
  const { url, close } = await startFacebook(sandbox, app);
  return { port: socialLinkFacebook({ ...app, dialogUrl, graphUrl: url, timeoutMs: 300 }), sandbox, clock, close };
});

test('only the id of the account is requested; a wrong secret gets nothing', async () => {
  const sandbox = socialLinkSandbox({ clock: testClock() });
  const server = await startFacebook(sandbox, app);
  const verifier = 'v'.repeat(50);
  const request = { codeChallenge: codeChallengeOf(verifier), redirectUri: 'https://app.example/back' };
  const exchange = (appSecret: string) =>
    socialLinkFacebook({ ...app, appSecret, dialogUrl, graphUrl: server.url, timeoutMs: 300 }).accountOf({
      code: sandbox.allow(request, '42'),
      codeVerifier: verifier,
      redirectUri: request.redirectUri,
    });
  expect(await exchange(app.appSecret)).toBe('42');
  expect(server.asked).toEqual(['POST /v23.0/oauth/access_token', 'GET /v23.0/me']);
  await expect(exchange('f'.repeat(32))).rejects.toMatchObject({ kind: 'refused' });
  const address = new URL(socialLinkFacebook({ ...app, dialogUrl, graphUrl: server.url }).loginAddress({ state: 's', ...request }));
  expect(address.origin + address.pathname).toBe(dialogUrl);
  expect(address.searchParams.get('scope')).toBe('public_profile');
  await server.close();
});

test.each([
  [{ FACEBOOK_APP_ID: app.appId }, /FACEBOOK_APP_SECRET is missing/],
  [{ FACEBOOK_APP_SECRET: app.appSecret }, /FACEBOOK_APP_ID is missing/],
  [{ FACEBOOK_APP_ID: app.appId, FACEBOOK_APP_SECRET: app.appSecret }, /PUBLIC_URL is missing/],
  [{ FACEBOOK_APP_ID: 'my app' }, /FACEBOOK_APP_ID must match pattern/],
])('half a setting is told at the start: %j', (env, message) => {
  expect(() => readSettings({ HAKBANG_MODE: 'test', ...env })).toThrow(message);
});

test('complete settings use the addresses of Facebook', () => {
  const env = { FACEBOOK_APP_ID: app.appId, FACEBOOK_APP_SECRET: app.appSecret, PUBLIC_URL: 'https://app.example' };
  expect(readSettings({ HAKBANG_MODE: 'test', ...env }).providers.facebook).toEqual({
    ...app,
    dialogUrl,
    graphUrl: 'https://graph.facebook.com/v23.0',
  });
});
