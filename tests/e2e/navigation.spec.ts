import { type BrowserContextOptions, expect, type Page, test } from '@playwright/test';
import type { Screen } from '../../engine/config/screen.ts';
import type { Settings } from '../../engine/config/settings.ts';
import { registerByApi } from './support/api.ts';
import { fillForm } from './support/fill.ts';
import { expectAccessible, freshPhone, nextButton, register } from './support/journey.ts';
import { type ConfigurationCopy, manyFromOneAddress, type RunningServer, startServer } from './support/server.ts';

const android = {
  userAgent: 'Mozilla/5.0 (Linux; Android 15; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
} satisfies BrowserContextOptions;
const sdk = 'https://analytics.example';

let server: RunningServer;
test.beforeAll(async () => {
  server = await startServer({ change: probes });
});
test.afterAll(() => server.stop());

/** The shipped configuration with probes on the start screen for the rules below: the current screen and the enabled features. */
function probes(copy: ConfigurationCopy): void {
  manyFromOneAddress(copy);
  copy.edit<Settings>('flows/settings.json', (settings) => {
    Object.assign(settings.features, { easyReloan: false, facebookBoost: true, homescreenReward: false });
    settings.apiBase.test = '/mirror';
    settings.analytics = { origin: sdk, script: '/sdk.js' };
  });
  copy.edit<Screen>('flows/screens/start.screen.json', ({ blocks }) => {
    const probe = { key: 'probe', with: { name: 'route.name', previous: 'route.previous' } };
    blocks.push(
      { block: 'paragraph', text: probe },
      { block: 'paragraph', text: { key: 'boost' }, when: 'features.facebookBoost' },
      { block: 'paragraph', text: { key: 'reward' }, when: 'features.homescreenReward' },
    );
  });
  for (const language of ['en', 'hi', 'fil']) {
    copy.edit<Record<string, unknown>>(`locales/${language}/screens/start.json`, (start) =>
      Object.assign(start, { probe: 'Here: {{name}}, before: {{previous}}.', boost: 'Boost is on', reward: 'Reward is on' }),
    );
  }
}

/**
 * In these tests, both base addresses are one server. Continue requests instead of fetching them, because a page may close while one is
 * pending.
 */
const mirror = (page: Page) =>
  page.route('**/mirror/**', (route) => route.continue({ url: route.request().url().replace('/mirror/', '/') }));
test.beforeEach(({ page }) => mirror(page));

const stored = (page: Page, where: 'localStorage' | 'sessionStorage') =>
  page.evaluate((name) => JSON.parse(window[name].getItem('hakbang') ?? '{}') as Record<string, unknown>, where);

test('N01 every navigation records the current and the previous route name', async ({ page }) => {
  await page.goto(`${server.url}/start`);
  await expect(page.getByText('Here: start, before: .')).toBeVisible();
  await page
    .getByRole('button', { name: 'Get started' })
    .or(page.getByRole('link', { name: 'Get started' }))
    .click();
  // The address changes before the screen appears; only a shown screen counts as the previous one.
  await nextButton(page).waitFor();
  await page.goBack();
  await expect(page.getByText('Here: start, before: /register.')).toBeVisible();
});

test('N02 isBrowser is stored for the session; standalone and Messenger on the device', async ({ page, context }) => {
  await page.goto(`${server.url}/start?isBrowser=1&standalone=true&Messenger=yes`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await stored(page, 'sessionStorage')).toMatchObject({ isBrowser: '1' });
  expect(await stored(page, 'localStorage')).toMatchObject({ standalone: 'true', Messenger: 'yes' });
  const another = await context.newPage();
  await mirror(another);
  await another.goto(`${server.url}/start`);
  await expect(another.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await stored(another, 'sessionStorage')).not.toHaveProperty('isBrowser');
  expect(await stored(another, 'localStorage')).toMatchObject({ standalone: 'true', Messenger: 'yes' });
});

test('N03 the registration includes the promotion that brought the visitor', async ({ page }) => {
  const promotion = { campaign: 'pasko', adgroup: 'manila', creative: 'jeepney' };
  await page.goto(`${server.url}/start?${new URLSearchParams(promotion)}`);
  await page
    .getByRole('button', { name: 'Get started' })
    .or(page.getByRole('link', { name: 'Get started' }))
    .click();
  await page.waitForURL('**/register');
  expect(await stored(page, 'sessionStorage')).toMatchObject({ promotion });
  await fillForm(page, 'phone', { phone: freshPhone(), privacyAccepted: true });
  const asked = page.waitForRequest('**/api/auth/codes');
  await nextButton(page).click();
  expect((await asked).postDataJSON()).toMatchObject({ promotion });
  await page.waitForURL('**/verifyCode');
});

test('N04 S28 an Android phone sees the notice on every route', async ({ browser }) => {
  const context = await browser.newContext(android);
  const page = await context.newPage();
  await mirror(page);
  for (const path of ['/start', '/', '/homeIndex', '/nowhere']) {
    await page.goto(`${server.url}${path}`);
    await page.waitForURL('**/noAndroid');
  }
  await expect(page.getByText('The current app is not yet supported on Android devices. Stay tuned!', { exact: true })).toBeVisible();
  await expectAccessible(page, '/noAndroid');
  await context.close();
});

test('N05 a logged-in borrower goes from the start to the home', async ({ page }) => {
  const borrower = await registerByApi(page.request, server);
  await borrower.enter(page.context());
  for (const path of ['/start', '/login', '/']) {
    await page.goto(`${server.url}${path}`);
    await page.waitForURL('**/homeIndex');
  }
});

test('N06 P01 a visitor without token or customer id goes to the start', async ({ page }) => {
  for (const publicData of [{}, { token: 'a-token' }, { customerId: 'a-customer' }]) {
    await page.goto(`${server.url}/privacy`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.evaluate((data) => localStorage.setItem('hakbang', JSON.stringify({ publicData: data })), publicData);
    await page.goto(`${server.url}/homeIndex`);
    await page.waitForURL('**/start');
  }
});

test('N07 the bare address leads to the login', async ({ page }) => {
  await page.goto(server.url);
  await page.waitForURL('**/login');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome back');
});

test('G12 every call goes to the configured base address', async ({ page }) => {
  const calls: string[] = [];
  page.on('request', (each) => void (each.url().includes('/api/') && calls.push(new URL(each.url()).pathname)));
  await register(page, server);
  await page.waitForURL('**/homeIndex');
  await expect(page.getByText('Ready when you are')).toBeVisible();
  expect(calls.length).toBeGreaterThan(3);
  expect(calls.filter((path) => !path.startsWith('/mirror/'))).toEqual([]);
});

test('G15 a feature that is on in the settings is shown, one that is off is not', async ({ page }) => {
  await page.goto(`${server.url}/start`);
  await expect(page.getByText('Boost is on')).toBeVisible();
  await expect(page.getByText('Reward is on')).toHaveCount(0);
});

/** Consents to third-party analytics, and returns what loads from there. */
async function allowStatistics(page: Page, { url }: RunningServer): Promise<string[]> {
  const loaded: string[] = [];
  await page.route(`${sdk}/**`, (route) => {
    loaded.push(route.request().url());
    return route.fulfill({ contentType: 'text/javascript', body: 'window.Adjust = { initSdk() {}, trackEvent() {} };' });
  });
  await page.goto(`${url}/start`);
  const statistics = page.getByRole('checkbox', { name: 'Statistics' });
  await expect(statistics).not.toBeChecked();
  expect(loaded).toEqual([]);
  await statistics.check();
  await expect(page.locator('.toasts')).toContainText('Your choice is saved.');
  return loaded;
}

test('G11 outside production no analytics SDK is loaded, even with consent', async ({ page }) => {
  const loaded = await allowStatistics(page, server);
  await page.waitForLoadState('networkidle');
  expect(loaded).toEqual([]);
});

test('G11 G12 in production the SDK is loaded after consent, and the other base address applies', async ({ page }) => {
  // A server in production begins with nothing (support/server.ts).
  test.slow();
  const production = await startServer({
    change: (copy) => {
      probes(copy);
      copy.edit<Settings>('flows/settings.json', (settings) => void (settings.apiBase.production = '/live'));
    },
    env: {
      HAKBANG_MODE: 'production',
      ALLOW_EMBEDDED: 'true',
      ALLOW_SANDBOXES: 'true',
      MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
      ANALYTICS_TOKEN: 'app-token-1',
    },
  });
  try {
    const loaded = await allowStatistics(page, production);
    await expect.poll(() => loaded).toEqual([`${sdk}/sdk.js`]);
    const live = page.waitForRequest('**/live/api/screens**');
    await page
      .getByRole('button', { name: 'Get started' })
      .or(page.getByRole('link', { name: 'Get started' }))
      .click();
    await live;
  } finally {
    await production.stop();
  }
});
