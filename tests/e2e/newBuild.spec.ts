import { expect, type Page } from '@playwright/test';
import { isSameVisit, mark } from './support/money.ts';
import { test } from './support/shared.ts';

const at = (page: Page, screen: string) => page.locator(`[data-current][data-screen="${screen}"]`);

test.describe('with a service worker', () => {
  test.use({ serviceWorkers: 'allow' });

  test('a new build is offered while the page is open, and loaded on a tap', async ({ page, server }) => {
    await page.goto(`${server.url}/start`);
    await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
    await expect(page.getByText('A new version is ready.')).toHaveCount(0);
    await mark(page);
    // A different script URL under the same scope is a new service worker, like that of another build.
    await page.evaluate(() => navigator.serviceWorker.register('/sw.js?another'));
    // Chromium activates a new worker only once the old one has no pending events, and a slow machine may still be caching files.
    await expect(page.getByText('A new version is ready.')).toBeVisible({ timeout: 30_000 });
    await page.locator('.toasts').getByRole('button', { name: 'Refresh' }).click();
    await expect.poll(() => isSameVisit(page).catch(() => true)).toBe(false);
    await at(page, 'start').waitFor();
  });
});

test('missing code of an old build reloads the page once at the target route', async ({ page, server }) => {
  // Disable prefetching, so that the code is missing when it is needed.
  await page.addInitScript(() => Object.assign(window, { requestIdleCallback: () => 0 }));
  await page.goto(`${server.url}/start`);
  await at(page, 'start').waitFor();
  await mark(page);
  let pages = 0;
  page.on('request', (request) => void (pages += request.isNavigationRequest() ? 1 : 0));
  await page.route('**/assets/**', (route) => (pages === 0 ? route.fulfill({ status: 404, body: '' }) : route.continue()));
  await page
    .getByRole('button', { name: 'Get started' })
    .or(page.getByRole('link', { name: 'Get started' }))
    .click();
  await at(page, 'register').getByRole('textbox').first().waitFor();
  expect(await isSameVisit(page)).toBe(false);
  expect(pages).toBe(1);
});
