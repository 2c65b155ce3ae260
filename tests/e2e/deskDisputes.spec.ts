import { expect, type Page, test } from '@playwright/test';
import { violationsOf } from '../support/axe.ts';
import { enterDesk } from './support/desk.ts';
import { indebtedBorrower, loanOf } from './support/money.ts';
import { type RunningServer, startServer } from './support/server.ts';

let server: RunningServer;
test.beforeAll(async () => void (server = await startServer()));
test.afterAll(() => server.stop());

test.use({ isMobile: false, hasTouch: false, viewport: { width: 1280, height: 900 }, userAgent: 'Mozilla/5.0 (X11; Linux x86_64)' });
test.setTimeout(120_000);

async function openLoan(page: Page, orderNumber: string): Promise<void> {
  await page.getByRole('link', { name: 'Customers' }).click();
  await page.getByLabel('Search text').fill(orderNumber);
  await page.getByRole('button', { name: 'Search' }).click();
  await page.getByRole('link', { name: /^Open / }).click();
  await page.getByRole('table', { name: 'Loans' }).getByRole('link', { name: orderNumber }).click();
}

test('D02 support records a dispute about a loan, finds it in its queue, and resolves it', async ({ page }) => {
  const borrower = await indebtedBorrower(page, server);
  const { orderNumber = '' } = await loanOf(borrower);
  await enterDesk(page, server, 'support');
  const misunderstood: string[] = [];
  page.on('response', (response) => void (response.status() === 400 && misunderstood.push(response.url())));
  await openLoan(page, orderNumber);
  await page.getByRole('button', { name: 'Record a dispute' }).click();
  const dialog = page.getByRole('dialog', { name: `Dispute about ${orderNumber}` });
  await dialog.getByRole('button', { name: 'Record dispute' }).click();
  await expect(dialog.getByText('Choose what the borrower disputes.').first()).toBeVisible();
  await dialog.getByRole('combobox', { name: 'What the borrower disputes' }).selectOption('Does not accept charges');
  await dialog.getByRole('textbox', { name: 'What the borrower said' }).fill('Nobody told her about the late charge.');
  expect(await violationsOf(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Record dispute' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText(/^Disputed: C-/)).toBeVisible();
  expect(misunderstood).toEqual([]);

  await page.getByRole('link', { name: 'Queue' }).click();
  await page.getByRole('link', { name: /^Disputes/ }).click();
  await page.getByRole('link', { name: /^C-/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: /^Dispute C-/ })).toBeVisible();
  await expect(page.getByText('Nobody told her about the late charge.')).toBeVisible();
  expect(await violationsOf(page)).toEqual([]);
  await page.getByRole('combobox', { name: 'Outcome' }).selectOption('The borrower is right in part');
  await page.getByRole('textbox', { name: 'Why, and what was done' }).fill('Half of the charge was waived.');
  await page.getByRole('button', { name: 'Resolve dispute' }).click();
  await expect(page.getByText('Half of the charge was waived.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Resolve dispute' })).toBeHidden();
  await page.getByRole('link', { name: 'The loan' }).click();
  await page.getByText('Payouts and collections', { exact: true }).first().click();
  await expect(
    page.getByRole('table', { name: 'Disputes' }).getByRole('row', { name: /Resolved.*The borrower is right in part/ }),
  ).toBeVisible();
});
