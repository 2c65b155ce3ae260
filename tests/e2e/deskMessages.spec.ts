import { expect, type Page, test } from '@playwright/test';
import { violationsOf } from '../support/axe.ts';
import { registerByApi } from './support/api.ts';
import { enterDesk } from './support/desk.ts';
import { type RunningServer, startServer } from './support/server.ts';

let server: RunningServer;
test.beforeAll(async () => {
  server = await startServer();
});
test.afterAll(() => server.stop());

test.use({ isMobile: false, hasTouch: false, viewport: { width: 1280, height: 900 }, userAgent: 'Mozilla/5.0 (X11; Linux x86_64)' });

/** Opens the page of a customer who has just registered. */
async function openCustomer(page: Page): Promise<void> {
  const { phone } = await registerByApi(page.request, server);
  await page.getByRole('link', { name: 'Customers' }).click();
  await page.getByLabel('Search text').fill(phone);
  await page.getByRole('button', { name: 'Search' }).click();
  await page.getByRole('link', { name: /^Open / }).click();
}

test('D08 support writes to a customer and sees before what she will read', async ({ page }) => {
  await enterDesk(page, server, 'support');
  await openCustomer(page);
  await page.getByText('Messages and consents', { exact: true }).click();
  await page.getByRole('button', { name: 'Send a message' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: 'Message' }).selectOption('Call us');
  await expect(dialog.getByText(/^Hakbang: we have a question and could not reach you\. Call us: /)).toBeVisible();
  expect(await violationsOf(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(page.getByText('Sent.')).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await page.getByRole('button', { name: 'Send a message' }).click();
  await dialog.getByRole('combobox', { name: 'Message' }).selectOption('Call us');
  await expect(dialog.getByText('The borrower had this message today.')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Send', exact: true })).toHaveCount(0);
});

test('D02 support writes to the customers of the selected rows, each in her language', async ({ page }) => {
  await enterDesk(page, server, 'support');
  for (const language of ['English', 'Filipino']) {
    await openCustomer(page);
    await page.getByText('Actions', { exact: true }).click();
    await page.getByText('Language', { exact: true }).last().click();
    await page.getByRole('combobox', { name: 'Language' }).selectOption(language);
    await page.getByLabel('Reason').first().fill('She asked on the phone.');
    await page.getByRole('button', { name: 'Change language' }).click();
    await expect(page.getByText('The language is changed.')).toBeVisible();
    await page.getByText('Deletion', { exact: true }).click();
    await page.getByLabel('Reason').first().fill('She asked on the phone.');
    await page.getByRole('button', { name: 'Record request' }).click();
    await expect(page.getByText('The request is recorded.')).toBeVisible();
  }
  await page.getByRole('link', { name: 'Queue' }).click();
  await page.getByRole('link', { name: /^Privacy/ }).click();
  const rows = page.getByRole('checkbox', { name: /^Select / });
  await expect(rows).toHaveCount(2);
  for (const row of await rows.all()) await row.check();
  await page.getByRole('combobox', { name: 'Send message' }).selectOption('It takes longer');
  await page.getByRole('button', { name: 'Send message' }).click();
  await expect(page.getByRole('heading', { name: 'What 2 customers will read' })).toBeVisible();
  await expect(page.getByText(/^Hakbang: our answer takes longer/)).toBeVisible();
  await expect(page.getByText(/^Hakbang: mas matagal ang sagot namin/)).toBeVisible();
  expect(await violationsOf(page)).toEqual([]);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(page.getByText('Sent.')).toBeVisible();
});
