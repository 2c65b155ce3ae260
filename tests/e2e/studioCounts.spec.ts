import { expect, test } from '@playwright/test';
import { violationsOf } from '../support/axe.ts';
import { registerByApi } from './support/api.ts';
import { type RunningServer, startServer } from './support/server.ts';
import { beginChange, desktop, enterStudio } from './support/studio.ts';

// Counts are cached for a minute, so this server must not have served them before.
let server: RunningServer;
test.beforeAll(async () => {
  server = await startServer();
});
test.afterAll(() => server.stop());

test.use(desktop);
test.setTimeout(180_000);

test('T08 ten borrowers who stand at a step are counted in the drawing and in the list, and one is not', async ({ page, playwright }) => {
  for (let each = 0; each < 11; each += 1) {
    const request = await playwright.request.newContext();
    await (await registerByApi(request, server)).reach(each === 0 ? 'personalMore' : 'personalBasic');
    await request.dispose();
  }
  await enterStudio(page, server, 'editor');
  const change = await beginChange(page, 'Who is where');
  const drawing = page.getByRole('region', { name: 'Drawing of onboarding' });
  await page.goto(`${server.url}${change}/flows?graph=flow-onboarding`);
  await expect(drawing.getByRole('button', { name: 'About you 10 are here now 11 came' })).toBeVisible({ timeout: 60_000 });
  await expect(drawing.getByRole('button', { name: 'A little more about you', exact: true })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Step by step' })).toContainText('10 are here now; 11 came');
  expect(await violationsOf(page)).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await violationsOf(page)).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
});
