import { readFile } from 'node:fs/promises';
import { type Browser, expect, type Page, test } from '@playwright/test';
import { extractText, getDocumentProxy } from 'unpdf';
import { violationsOf } from '../support/axe.ts';
import { enterDesk, referredApplication } from './support/desk.ts';
import { acceptedBorrower, heldMoney, indebtedBorrower, loanOf, order, reached, repay, withdraw } from './support/money.ts';
import { type RunningServer, startServer } from './support/server.ts';

let server: RunningServer;
test.beforeAll(async () => {
  server = await startServer();
});
test.afterAll(() => server.stop());

test.use({ isMobile: false, hasTouch: false, viewport: { width: 1280, height: 900 }, userAgent: 'Mozilla/5.0 (X11; Linux x86_64)' });
test.setTimeout(180_000);

async function openLoan(page: Page, orderNumber: string): Promise<void> {
  await page.getByRole('link', { name: 'Customers' }).click();
  await page.getByLabel('Search text').fill(orderNumber);
  await page.getByRole('button', { name: 'Search' }).click();
  await page.getByRole('link', { name: /^Open / }).click();
  await page.getByRole('table', { name: 'Loans' }).getByRole('link', { name: orderNumber }).click();
  await expect(page.getByRole('heading', { level: 1, name: `Loan ${orderNumber}` })).toBeVisible();
}

const part = (page: Page, name: string) => page.getByText(name, { exact: true }).first().click();
const row = (page: Page, table: string, name: RegExp) => page.getByRole('table', { name: table }).getByRole('row', { name });

async function colleague(browser: Browser, role: string): Promise<Page> {
  const page = await (await browser.newContext({ viewport: { width: 1280, height: 900 } })).newPage();
  await enterDesk(page, server, role);
  return page;
}

/** Decides the only proposal of a colleague. */
async function approve(page: Page, maker: string): Promise<void> {
  await page.getByRole('link', { name: 'Approvals' }).click();
  await page.getByRole('button', { name: `Decide what ${maker} proposed` }).click();
  await page.getByLabel('Note').fill('The file is complete.');
  await page.getByRole('button', { name: 'Approve' }).click();
  await expect(page.getByText('Nothing waits for a second person.')).toBeVisible();
}

test('D09 a loan shows its schedule, what is owed on any day, transfers and postings; its statement is a PDF in her language', async ({
  page,
}) => {
  const borrower = await indebtedBorrower(page, server);
  const { orderNumber = '', payoffCents = 0 } = await loanOf(borrower);
  await enterDesk(page, server, 'support');
  await openLoan(page, orderNumber);
  await expect(row(page, 'Schedule', /^1 .*₱5,000\.00 ₱300\.00 ₱5,300\.00/)).toBeVisible();
  const owed = page.getByText('Total', { exact: true }).first().locator('..');
  await expect(owed).toContainText(`₱${(payoffCents / 100).toLocaleString('en-PH', { minimumFractionDigits: 2 })}`);
  await page.getByRole('slider', { name: 'Days from today' }).fill('40');
  await expect(page.getByText('Late charge', { exact: true }).first().locator('..')).toContainText('₱50.00');
  const onDay = await page.getByText('If unpaid until', { exact: true }).locator('..').innerText();
  expect(await violationsOf(page)).toEqual([]);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download the statement' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(new RegExp(`^loan-statement-${orderNumber}-\\d{4}-\\d\\d-\\d\\d\\.pdf$`));
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(await readFile(await download.path()))));
  const statement = text.join(' ').replace(/\s+/g, ' ');
  expect(statement).toContain(`Order ${orderNumber}`);
  expect(statement).toContain('Late charge ₱50.00');
  expect(onDay.replace(/\s+/g, ' ')).toMatch(/If unpaid until .*\d{4}/);

  await part(page, 'Payouts and collections');
  await expect(row(page, 'Payouts', /^po-.* Paid ₱4,921\.00/)).toBeVisible();
  await part(page, 'Postings');
  await expect(row(page, 'Postings', /Paid out/)).toBeVisible();
  await expect(row(page, 'Journal entries', /receivable\.principal.*₱5,000\.00/)).toBeVisible();
});

test('D09 a failed payout shows why, in words, and a cancellation that is proposed waits for a colleague', async ({ page, browser }) => {
  const failing = await acceptedBorrower(page, server);
  await order(server, 'payout', 'accountFails');
  await withdraw(failing);
  const { orderNumber: failed = '' } = await reached(server, failing, 'bankRefill');
  const borrower = await indebtedBorrower(page, server);
  const { orderNumber = '' } = await loanOf(borrower);
  await enterDesk(page, server, 'support');
  await openLoan(page, failed);
  await part(page, 'Payouts and collections');
  await expect(row(page, 'Payouts', /^po-.* Failed .*Account cannot receive/)).toBeVisible();

  await openLoan(page, orderNumber);
  await part(page, 'Actions');
  await page.getByLabel('Reason').first().fill('She changed her mind.');
  await page.getByRole('button', { name: 'Propose the cancellation' }).click();
  await expect(page.getByText(/^Waits for a second person since demo-support/)).toBeVisible();
  await expect(page.getByText('This waits for a second person already')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Propose the cancellation' })).toBeHidden();
  const other = await colleague(browser, 'underwriter');
  await approve(other, 'demo-support');
  // The loan's page gets a live update.
  await expect(page.getByText(/^Waits for a second person/)).toBeHidden();
  await part(page, 'Payouts and collections');
  await expect(row(page, 'Collections', /Return of a cancelled loan/)).toBeVisible();
});

test('D09 what a borrower paid too much is shown on the loan, and its refund is recorded with the reference of the transfer', async ({
  page,
}) => {
  const borrower = await indebtedBorrower(page, server);
  const { orderNumber = '' } = await loanOf(borrower);
  await order(server, 'collection', 'paysMore');
  await repay(server, borrower);
  await enterDesk(page, server, 'support');
  await openLoan(page, orderNumber);
  await expect(page.getByText('Promised until').locator('..')).toContainText(/\d{4}/);
  await part(page, 'Actions');
  await expect(page.getByText('Send ₱50.00 to the account of the loan first.', { exact: false })).toBeVisible();
  await page.getByRole('button', { name: 'Record refund' }).click();
  await expect(page.getByRole('link', { name: 'Enter the reference of the transfer.' })).toBeVisible();
  expect(await violationsOf(page)).toEqual([]);
  await page.getByLabel('Reference of the transfer').fill('BDO-2026-77');
  await page.getByLabel('Reason').first().fill('Bookkeeping has sent it.');
  await page.getByRole('button', { name: 'Record refund' }).click();
  await expect(page.getByText('The refund is recorded. The borrower is told.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Record refund' })).toBeHidden();
});

test('D09 held money stands in the queue with a proposal of where it belongs, and is allocated once a second person agrees', async ({
  page,
  browser,
}) => {
  const borrower = await indebtedBorrower(page, server);
  const { orderNumber = '' } = await loanOf(borrower);
  await heldMoney(server, borrower);
  await enterDesk(page, server, 'support');
  await page.getByRole('link', { name: orderNumber }).click();
  await page.getByRole('link', { name: 'Open what it is about' }).click();
  await expect(page.getByRole('heading', { level: 1, name: `Held money for loan ${orderNumber}` })).toBeVisible();
  await expect(page.getByText('Into the loan', { exact: true })).toBeVisible();
  await expect(row(page, 'Why', /It is exactly what we asked for\./)).toBeVisible();
  await page.getByLabel('Reason').fill('It is exactly what she owes.');
  expect(await violationsOf(page)).toEqual([]);
  await page.getByRole('button', { name: 'Put it into the loan' }).click();
  await expect(page.getByText(/^Waits for a second person since demo-support/)).toBeVisible();
  const other = await colleague(browser, 'underwriter');
  await approve(other, 'demo-support');
  await expect(page.getByText('This money is placed. Nothing is left to do.')).toBeVisible();
  await page.getByRole('link', { name: 'Open the loan' }).click();
  await part(page, 'Postings');
  await expect(row(page, 'Postings', /Payment/)).toBeVisible();
});

test('D09 D10 a limit above the threshold waits for a second underwriter, and is not offered again meanwhile', async ({
  page,
  browser,
}) => {
  const number = await referredApplication(page, server);
  await enterDesk(page, server, 'underwriter');
  await page.getByRole('link', { name: number }).click();
  const see = async () => {
    await page.getByRole('button', { name: 'Accept' }).click();
    const dialog = page.getByRole('dialog', { name: `Accept ${number}` });
    await dialog.getByRole('textbox', { name: 'Limit' }).fill('25000');
    await dialog.getByRole('button', { name: 'See what the borrower will read' }).click();
    return dialog;
  };
  const dialog = await see();
  await expect(dialog.getByText('A limit this high takes effect when a second underwriter approves it.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Propose this limit' }).click();
  await expect(page.getByText(/^Waits for a second person since demo-underwriter/)).toBeVisible();
  await page.keyboard.press('Escape');
  const again = await see();
  await expect(again.getByText('A limit for this application waits for a second person already.')).toBeVisible();
  await expect(again.getByRole('button', { name: 'Propose this limit' })).toBeHidden();
  await page.keyboard.press('Escape');
  const other = await colleague(browser, 'underwriter-2');
  await approve(other, 'demo-underwriter');
  await page.reload();
  await expect(page.getByText('Accepted').first()).toBeVisible();
});
