import { type Browser, expect, type Page, test } from '@playwright/test';
import { violationsOf } from '../support/axe.ts';
import { enterDesk } from './support/desk.ts';
import { acceptedBorrower, indebtedBorrower, loanOf, travel } from './support/money.ts';
import { type RunningServer, startServer } from './support/server.ts';

let server: RunningServer;
test.beforeAll(async () => {
  server = await startServer();
});
test.afterAll(() => server.stop());

test.use({ isMobile: false, hasTouch: false, viewport: { width: 1280, height: 900 }, userAgent: 'Mozilla/5.0 (X11; Linux x86_64)' });

async function openCustomer(page: Page, text: string): Promise<void> {
  await page.getByRole('link', { name: 'Customers' }).click();
  await page.getByLabel('Search text').fill(text);
  await page.getByRole('button', { name: 'Search' }).click();
  await page.getByRole('link', { name: /^Open / }).click();
}

/** Opens a loan's page as staff do, by the number that the borrower quotes. */
async function openLoan(page: Page, orderNumber: string): Promise<void> {
  await openCustomer(page, orderNumber.toLowerCase().replaceAll('-', ' '));
  await page.getByRole('link', { name: orderNumber }).click();
  await expect(page.getByRole('heading', { level: 1, name: `Loan ${orderNumber}` })).toBeVisible();
}

/** Logs a colleague in on another computer. */
async function colleague(browser: Browser, role: string): Promise<Page> {
  const page = await (await browser.newContext({ viewport: { width: 1280, height: 900 } })).newPage();
  await enterDesk(page, server, role);
  return page;
}

test('D09 D10 a waiver shows what is left and what she reads; above the threshold an underwriter finds it in the queue', async ({
  page,
  browser,
}) => {
  const borrower = await indebtedBorrower(page, server);
  const { orderNumber = '' } = await loanOf(borrower);
  await travel(server, 70);
  await enterDesk(page, server, 'support');
  await openLoan(page, orderNumber);
  await page.getByText('Actions', { exact: true }).click();
  await page.getByText('Waive', { exact: true }).click();
  await page.getByLabel('Late charge').fill('50');
  await page.getByLabel('Interest').fill('200');
  await page.getByLabel('Reason').fill('She was in hospital and sent a paper.');
  await page.getByRole('button', { name: 'See what is left' }).click();
  const table = page.getByRole('table', { name: 'What is owed today' });
  await expect(table.getByRole('row', { name: /Late charge/ })).toContainText(/₱50\.00.*₱0\.00/);
  await expect(page.getByText(/250 of interest and charges on loan .* are waived/)).toBeVisible();
  expect(await violationsOf(page)).toEqual([]);
  await page.getByRole('button', { name: 'Propose the waiver' }).click();
  await expect(page.getByText(/^Waits for a second person since demo-support/)).toBeVisible();

  const other = await colleague(browser, 'underwriter');
  await other.getByText('Second person').first().click();
  await other.getByRole('link', { name: orderNumber }).click();
  await other.getByRole('link', { name: 'Open what it is about' }).click();
  await expect(other.getByText('Waive charges and interest')).toBeVisible();
  await expect(other.getByText('Of it interest').locator('..')).toContainText('₱200.00');
  await other.getByRole('button', { name: 'Decide what demo-support proposed' }).click();
  await other.getByLabel('Note').fill('The paper is in the file.');
  expect(await violationsOf(other)).toEqual([]);
  await other.getByRole('button', { name: 'Approve' }).click();
  await expect(other.getByText('Nothing waits for a second person.')).toBeVisible();
  await other.context().close();

  await page.reload();
  await page.getByText('Postings', { exact: true }).first().click();
  await expect(page.getByRole('table', { name: 'Journal entries' })).toContainText('income.waived');
});

test('D09 D10 an underwriter writes off a loan that is long overdue, and a colleague approves it from the page of the loan', async ({
  page,
  browser,
}) => {
  const borrower = await indebtedBorrower(page, server);
  const { orderNumber = '' } = await loanOf(borrower);
  await travel(server, 121);
  await enterDesk(page, server, 'underwriter');
  await openLoan(page, orderNumber);
  await page.getByText('Actions', { exact: true }).click();
  await page.getByText('Write off', { exact: true }).click();
  await page.getByLabel('Reason').fill('Nobody found her for half a year.');
  await page.getByRole('button', { name: 'See what is given up' }).click();
  await expect(page.getByText(/we have closed loan/)).toBeVisible();
  await page.getByRole('button', { name: 'Propose the write-off' }).click();
  await expect(page.getByText(/^Waits for a second person since demo-underwriter/)).toBeVisible();

  const other = await colleague(browser, 'support');
  await openLoan(other, orderNumber);
  await other.getByText('Open approvals').click();
  await other.getByRole('button', { name: 'Decide what demo-underwriter proposed' }).click();
  await other.getByLabel('Note').fill('She cannot be found.');
  await other.getByRole('button', { name: 'Approve' }).click();
  await expect(other.getByText('Nothing waits for a second person.')).toBeVisible();
  await openLoan(other, orderNumber);
  await expect(other.getByText('Written off').first()).toBeVisible();
  await other.context().close();
});

test('D08 D10 a deletion that support recorded shows what goes and what stays, and waits for a colleague', async ({ page }) => {
  const borrower = await acceptedBorrower(page, server);
  await enterDesk(page, server, 'support');
  await openCustomer(page, `0${borrower.phone}`);
  await page.getByText('Actions', { exact: true }).click();
  await page.getByText('Deletion', { exact: true }).click();
  await page.getByLabel('Reason').fill('She wrote a letter.');
  await page.getByRole('button', { name: 'Record request' }).click();
  await page.getByText('See what goes and what stays').click();
  const goes = page.getByRole('table', { name: 'What goes' });
  await expect(goes.getByRole('row', { name: /^Answers/ })).toBeVisible();
  await expect(page.getByRole('table', { name: 'What stays' }).getByRole('row', { name: /^Applications/ })).toBeVisible();
  await expect(page.getByText('There was no loan, so the key is destroyed and nobody can read what stays.')).toBeVisible();
  expect(await violationsOf(page)).toEqual([]);
  await page.getByRole('button', { name: 'Propose the deletion' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Propose the deletion' }).click();
  await expect(page.getByText(/^Waits for a second person since demo-support/)).toBeVisible();
  await page.getByText('Open approvals').click();
  await expect(page.getByText('You proposed this, so somebody else decides it.')).toBeVisible();
});
