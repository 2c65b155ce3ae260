import { expect, test } from '@playwright/test';
import type { Settings } from '../../engine/config/settings.ts';
import { type ConfigurationCopy, type RunningServer, startServer } from './support/server.ts';

const origin = 'https://analytics.example';
const events = { screenViewed: 'view1', stepViewed: 'step1', stepCompleted: 'done1', checkFailed: 'fail1' };
const configured = ({ edit }: ConfigurationCopy) =>
  edit<Settings>('flows/settings.json', (settings) => void (settings.analytics = { origin, script: '/adjust.js', events }));

/** Replaces the third party's SDK. It records its calls and, like the real one, stores something on the device. */
const sdk = `
  window.heard = [];
  localStorage.setItem('adjust-sdk.queue', '[]');
  window.Adjust = {
    initSdk: (options) => window.heard.push(['init', options]),
    trackEvent: (event) => window.heard.push(['event', event]),
    stop: () => window.heard.push(['stop']),
    restart: () => window.heard.push(['restart']),
  };`;
declare global {
  interface Window {
    heard?: [string, unknown?][];
  }
}

let server: RunningServer;
test.beforeAll(async () => {
  test.setTimeout(180_000);
  server = await startServer({
    change: configured,
    env: {
      HAKBANG_MODE: 'production',
      ALLOW_EMBEDDED: 'true',
      ALLOW_SANDBOXES: 'true',
      MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
      ANALYTICS_TOKEN: 'app-token-1',
    },
  });
});
test.afterAll(() => server.stop());

test('G11 S02 the SDK is loaded only after consent, gets ids but no number, and stops when consent is withdrawn', async ({ page }) => {
  const asked: string[] = [];
  await page.route(`${origin}/**`, (route) => {
    asked.push(route.request().url());
    return route.fulfill({ contentType: 'text/javascript', body: sdk });
  });
  const heard = () => page.evaluate(() => JSON.stringify(window.heard ?? []));
  await page.goto(`${server.url}/start`);
  const consent = page.locator('[data-current][data-screen="start"]').getByRole('checkbox').last();
  await expect(consent).not.toBeChecked();
  await page.waitForTimeout(500);
  expect(asked).toEqual([]);

  await consent.check();
  await expect.poll(heard).toContain('app-token-1');
  expect(asked).toEqual([`${origin}/adjust.js`]);
  await expect.poll(heard).toContain('view1');
  expect(await heard()).toContain('"value":"start"');

  await page.locator('[data-current]').getByRole('button', { name: 'I have an account' }).click();
  const phone = page.locator('[data-current] [data-field="phone"] input').first();
  await phone.fill('8171234567');
  await phone.blur();
  await expect.poll(heard).toContain('fail1');
  expect(await heard()).toContain('"key":"field","value":"phone"');
  expect(await heard()).not.toMatch(/8171234567|81712/);

  await page.goBack();
  await consent.uncheck();
  await expect.poll(heard).toContain('"stop"');
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('adjust')))).toEqual([]);
  await page.reload();
  await page.waitForTimeout(500);
  expect(asked).toHaveLength(1);
});
