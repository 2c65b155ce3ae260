import { afterEach, expect, test } from 'vitest';
import type { Settings } from '../../engine/config/settings.ts';
import { edited, shippedFiles, startProduct, type ProductApp } from './support/product.ts';

let server: ProductApp;
afterEach(() => server.close());

const files = (origin = 'https://analytics.example') =>
  edited<Settings>(shippedFiles(), 'flows/settings.json', (settings) => void (settings.analytics = { origin, script: '/sdk.js' }));
const production = {
  HAKBANG_MODE: 'production',
  ALLOW_EMBEDDED: 'true',
  ALLOW_SANDBOXES: 'true',
  MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
};

async function bootAndPolicy() {
  const answer = await server.app.inject('/api/boot?path=/start');
  return { boot: answer.body, policy: String(answer.headers['content-security-policy']) };
}

test('G11 in production the analytics SDK gets its app token, and the CSP allows its origin', async () => {
  server = await startProduct({ files: files(), env: { ...production, ANALYTICS_TOKEN: 'app-token-1' } });
  const { boot, policy } = await bootAndPolicy();
  expect(boot).toContain('app-token-1');
  expect(policy).toContain(`script-src 'self' https://analytics.example;`);
  expect(policy).toContain(`connect-src 'self' https://analytics.example;`);
});

test('G11 elsewhere neither token nor origin is exposed', async () => {
  server = await startProduct({ files: files(), env: { ANALYTICS_TOKEN: 'app-token-1' } });
  const { boot, policy } = await bootAndPolicy();
  expect(boot).not.toContain('app-token-1');
  expect(policy).not.toContain('analytics.example');
});

test('an origin that is more than an origin does not get into the CSP', async () => {
  server = await startProduct({ files: files("https://analytics.example; script-src 'unsafe-inline'"), env: production });
  expect((await bootAndPolicy()).policy).not.toMatch(/analytics|unsafe/);
});
