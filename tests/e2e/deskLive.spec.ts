import { expect, test } from '@playwright/test';
import { enterDesk, referredApplication } from './support/desk.ts';
import { type RunningServer, startServer } from './support/server.ts';

let server: RunningServer;
test.beforeAll(async () => {
  server = await startServer();
});
test.afterAll(() => server.stop());

test.use({ isMobile: false, hasTouch: false, viewport: { width: 1280, height: 900 }, userAgent: 'Mozilla/5.0 (X11; Linux x86_64)' });

test('D02 the queue shows what happened elsewhere at once, by one stream', async ({ page, browser }) => {
  const number = await referredApplication(page, server);
  await enterDesk(page, server, 'underwriter');
  const row = page.getByRole('row', { name: number });
  await expect(row).toBeVisible();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  const other = await (await browser.newContext({ viewport: { width: 1280, height: 900 } })).newPage();
  await enterDesk(other, server, 'underwriter');
  await other.getByRole('button', { name: 'Next item' }).click();
  await expect(row).toContainText('until');
  const second = await referredApplication(page, server);
  await expect(page.getByRole('row', { name: second })).toBeVisible();
  expect(asked.filter((path) => path === '/api/staff/changes').length).toBeLessThanOrEqual(1);
});

test('D02 without the stream, the queue asks at intervals', async ({ page }) => {
  await page.route('**/api/staff/changes*', (route) => route.abort());
  await enterDesk(page, server, 'underwriter');
  await page.clock.install();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Queue' })).toBeVisible();
  await expect(page.getByRole('table')).toBeVisible();
  const number = await referredApplication(page, server);
  await page.clock.runFor(31_000);
  await expect(page.getByRole('row', { name: number })).toBeVisible();
});
