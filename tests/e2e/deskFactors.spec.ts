import { expect, type Page, test } from '@playwright/test';
import { violationsOf } from '../support/axe.ts';
import { enterDesk } from './support/desk.ts';
import { type RunningServer, startServer } from './support/server.ts';

let server: RunningServer;
test.beforeAll(async () => {
  server = await startServer();
});
test.afterAll(() => server.stop());

test.use({ viewport: { width: 1280, height: 900 }, userAgent: 'Mozilla/5.0 (X11; Linux x86_64)', isMobile: false, hasTouch: false });

/** The code that the authenticator app of a demo person shows now. */
async function codeOf(page: Page, name: string): Promise<string> {
  const html = await (await page.request.get(`${server.url}/dev/staff`)).text();
  return new RegExp(`${name}</strong>.*?<code>.*?</code>.*?<code>(\\d{6})</code>`, 's').exec(html)?.[1] ?? '';
}

test('D01 an action on rights asks for a code in a dialog, then goes on by itself', async ({ page }) => {
  await enterDesk(page, server, 'admin');
  await page.getByRole('link', { name: 'People' }).click();
  await page.getByLabel('Login name').fill('ana.reyes');
  await page.getByLabel('Role').selectOption('Reviewer');
  await page.getByRole('textbox', { name: 'First password' }).fill('correct horse battery');
  await page.request.post(`${server.url}/dev/clock`, { data: { to: new Date(Date.now() + 6 * 60_000).toISOString() } });
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await expect(dialog).toBeVisible();
  expect(await violationsOf(page)).toEqual([]);
  // Closing it drops the action.
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page.getByText(/^otpauth/)).toBeHidden();
  // A second tap within a second counts as one.
  await expect(async () => {
    await page.getByRole('button', { name: 'Add', exact: true }).click({ timeout: 500 });
    await expect(dialog).toBeVisible({ timeout: 500 });
  }).toPass();
  // A complete code sends itself.
  await expect(dialog.getByLabel('Code')).toBeFocused();
  await dialog.getByLabel('Code').fill('000000');
  await expect(dialog.getByRole('link', { name: 'This code is wrong or was used before.' })).toBeVisible();
  await dialog.getByLabel('Code').fill(await codeOf(page, 'demo-admin'));
  await expect(dialog).toBeHidden();
  await expect(page.getByText(/otpauth:\/\/totp\/Hakbang:ana\.reyes\?secret=[A-Z2-7]{32}/)).toBeVisible();
});
