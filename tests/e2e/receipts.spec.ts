import { expect, type Page, test } from '@playwright/test';
import sharp from 'sharp';
import { pdfOf } from '../support/pdf.ts';
import { withReceipts } from '../support/receipts.ts';
import { openAt } from './support/api.ts';
import { fillForm, photo } from './support/fill.ts';
import { expectAccessible, nextButton } from './support/journey.ts';
import { type RunningServer, startServer } from './support/server.ts';

test.use({ serviceWorkers: 'allow', navigationTimeout: 20_000 });

let server: RunningServer;
test.beforeAll(async () => {
  server = await startServer({ change: ({ edit }) => withReceipts(edit) });
});
test.afterAll(() => server.stop());

const bill = (page: Page) => page.locator('[data-field="bill"]');
const receipt = (page: Page, index: number) => page.locator('[data-field="receipts"] .file').nth(index);
const pdf = async (name: string, pages = 1) => ({ name, mimeType: 'application/pdf', buffer: await pdfOf(pages) });

test('R05 a person sends a PDF and a photo, removes one, and finds them in the review', async ({ page }) => {
  const borrower = await openAt(page, server, 'address');
  await fillForm(page, 'address');
  await expect(bill(page).getByText('PDF, photo, at most 1 MB, 3 pages')).toBeVisible();
  const chooser = page.waitForEvent('filechooser');
  await bill(page).getByRole('button', { name: 'Choose a file' }).press('Enter');
  await (await chooser).setFiles(await pdf('meralco-october.pdf'));
  await expect(bill(page)).toContainText('meralco-october.pdf');
  await expect(bill(page).getByText('Saved')).toBeVisible();

  await page.getByRole('button', { name: 'Add a receipt' }).click();
  await receipt(page, 0)
    .locator('input')
    .setInputFiles(await pdf('first.pdf'));
  await page.getByRole('button', { name: 'Add a receipt' }).click();
  await receipt(page, 1)
    .locator('input')
    .setInputFiles({ name: 'IMG_001.jpg', mimeType: 'image/jpeg', buffer: await photo() });
  await expect(receipt(page, 1).getByText('Saved')).toBeVisible();
  await expectAccessible(page, 'files');
  await page.screenshot({ path: test.info().outputPath('receipts.png'), fullPage: true });

  await receipt(page, 0).getByRole('button', { name: 'Remove the file' }).click();
  await expect(receipt(page, 0)).not.toContainText('first.pdf');
  await expect(receipt(page, 0).getByRole('button', { name: 'Choose a file' })).toBeFocused();
  await nextButton(page).click();
  await expect(page.locator('[data-field="receipts"]').getByText('Please choose the scan.').first()).toBeVisible();
  await receipt(page, 0)
    .locator('input')
    .setInputFiles(await pdf('second.pdf'));
  await expect(receipt(page, 0).getByText('Saved')).toBeVisible();
  await nextButton(page).click();
  await page.waitForURL('**/bankInfo');
  await expect.poll(async () => (await borrower.snapshot()).answers['address']).toMatchObject({ receipts: [{}, {}] });

  await page.goto(`${server.url}/addressInfo`);
  await expect(receipt(page, 0)).toContainText('second.pdf');
  await expect(receipt(page, 1)).toContainText('IMG_001.jpg');
  await borrower.reach('review', {}, { from: 'bank' });
  await page.goto(`${server.url}/review`);
  const row = page.locator('.review-row', { hasText: 'Electricity bill' });
  const download = page.waitForEvent('download');
  await row.getByRole('link', { name: 'meralco-october.pdf' }).click();
  expect((await download).suggestedFilename()).toMatch(/\.pdf$/);
  await page.screenshot({ path: test.info().outputPath('review.png'), fullPage: true });
});

test('R05 E06 a refused file says why, and another one can be chosen', async ({ page }) => {
  await openAt(page, server, 'address');
  const choose = async (file: { name: string; mimeType: string; buffer: Buffer }) => bill(page).locator('input').setInputFiles(file);
  await choose({ name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from('a,b') });
  await expect(bill(page).getByRole('alert')).toContainText('This type of file is not accepted here.');
  await choose(await pdf('long.pdf', 4));
  await expect(bill(page).getByRole('alert')).toContainText('too many pages');
  await expect(bill(page).getByRole('button', { name: 'Try again' })).toHaveCount(0);
  await choose(await pdf('short.pdf'));
  await expect(bill(page).getByText('Saved')).toBeVisible();
});

test('R05 a photo is resized before each attempt to send it', async ({ page }) => {
  await openAt(page, server, 'address');
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
  const large = await sharp({ create: { width: 3000, height: 3000, channels: 3, background: '#888', noise } })
    .jpeg({ quality: 95 })
    .toBuffer();
  const sizes: number[] = [];
  await page.route('**/api/files', async (route) => {
    sizes.push(route.request().postDataBuffer()?.length ?? 0);
    await route.fulfill({ status: 403, json: { code: 'forbidden', status: 403 } });
  });
  await bill(page).locator('input').setInputFiles({ name: 'bill.jpg', mimeType: 'image/jpeg', buffer: large });
  await bill(page).getByRole('button', { name: 'Try again' }).click();
  await expect.poll(() => sizes.length).toBe(2);
  expect(sizes[1]).toBe(sizes[0]);
});

test('R05 E01 a file chosen offline waits on the phone, survives a reload, and is sent when the network is back', async ({
  page,
  context,
}) => {
  await openAt(page, server, 'address');
  await nextButton(page).waitFor();
  await page.waitForLoadState('networkidle');
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated', undefined, { timeout: 20_000 });
  await context.setOffline(true);
  await bill(page)
    .locator('input')
    .setInputFiles(await pdf('waits.pdf'));
  await expect(bill(page).getByText('The file is kept on this phone')).toBeVisible({ timeout: 15_000 });
  await page.reload();
  await expect(bill(page)).toContainText('waits.pdf', { timeout: 15_000 });
  await context.setOffline(false);
  await expect(bill(page).getByText('Saved')).toBeVisible({ timeout: 20_000 });
});
