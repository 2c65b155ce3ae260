import { type Browser, expect, type Page, test } from '@playwright/test';
import { violationsOf } from '../support/axe.ts';
import { enterDesk } from './support/desk.ts';
import { indebtedBorrower, loanOf, repay } from './support/money.ts';
import { type RunningServer, startServer } from './support/server.ts';

let server: RunningServer;
test.beforeAll(async () => {
  server = await startServer();
});
test.afterAll(() => server.stop());

test.use({ isMobile: false, hasTouch: false, viewport: { width: 1280, height: 900 }, userAgent: 'Mozilla/5.0 (X11; Linux x86_64)' });
test.setTimeout(180_000);

async function search(page: Page, text: string): Promise<void> {
  await page.getByRole('link', { name: 'Customers' }).click();
  await page.getByLabel('Search text').fill(text);
  await page.getByRole('button', { name: 'Search' }).click();
}

const part = (page: Page, name: string) => page.getByText(name, { exact: true }).first().click();
const row = (page: Page, table: string, name: RegExp) => page.getByRole('table', { name: table }).getByRole('row', { name });

async function colleague(browser: Browser, role: string): Promise<Page> {
  const page = await (await browser.newContext({ viewport: { width: 1280, height: 900 } })).newPage();
  await enterDesk(page, server, role);
  return page;
}

test('D08 a customer is found by a mangled order number, her phone or her name; her page shows all that concerns her, and support acts on it', async ({
  page,
}) => {
  const borrower = await indebtedBorrower(page, server);
  const { orderNumber = '' } = await loanOf(borrower);
  await repay(server, borrower);
  await enterDesk(page, server, 'support');
  await search(page, 'mar');
  await expect(page.getByText(orderNumber)).toBeVisible();
  await search(page, `0${borrower.phone}`);
  await expect(page.getByText(orderNumber)).toBeVisible();
  await search(page, `  ${orderNumber.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o')}`);
  await page.getByRole('link', { name: /^Open / }).click();

  await expect(row(page, 'Applications', /^A-.*Accepted/)).toBeVisible();
  await expect(row(page, 'Loans', new RegExp(`${orderNumber} Settled`))).toBeVisible();
  await expect(row(page, 'Payments', new RegExp(`${orderNumber} Repayment Received`))).toBeVisible();
  await expect(row(page, 'Coupons', /Welcome coupon Available/)).toBeVisible();
  await expect(page.getByText(/^BDO Unibank •••• \d{4}$/)).toBeVisible();
  expect(await violationsOf(page)).toEqual([]);
  await part(page, 'Messages and consents');
  await expect(row(page, 'Messages', /^Your money was sent .* of loan HK-/)).toBeVisible();
  await expect(page.getByRole('table', { name: 'Accepted documents' }).or(page.getByText('Nothing accepted yet.'))).toBeVisible();
  await part(page, 'Devices and sessions');
  await expect(page.getByRole('table', { name: 'Open sessions' })).toBeVisible();
  await expect(page.getByRole('table', { name: 'Devices' }).or(page.getByText('No device yet.'))).toBeVisible();

  await part(page, 'Actions');
  await part(page, 'Unlock');
  await page.getByLabel('Reason').fill('She called and proved who she is.');
  await page.getByRole('button', { name: 'Unlock', exact: true }).click();
  await expect(page.getByText('The number is unlocked.')).toBeVisible();
  await part(page, 'End sessions');
  await page.getByLabel('Reason').fill('Her phone was stolen.');
  await page.getByRole('button', { name: 'End all sessions' }).click();
  await part(page, 'Devices and sessions');
  await expect(page.getByText('Not logged in anywhere.')).toBeVisible();
  await part(page, 'Actions');
  await page.getByText('Language', { exact: true }).last().click();
  await page.getByRole('combobox', { name: 'Language' }).selectOption('Filipino');
  await page.getByLabel('Reason').fill('She asked for it.');
  await page.getByRole('button', { name: 'Change language' }).click();
  await expect(page.getByText('The language is changed.')).toBeVisible();

  await page.getByText('Payout account', { exact: true }).last().click();
  await page.getByText('The details are wrong').click();
  await page.getByRole('button', { name: 'See what the borrower will read' }).click();
  await expect(page.getByText('The borrower will read this:')).toBeVisible();
  await expect(page.getByText(/paki-check ang account mo|account mo sa app/)).toBeVisible();
  await page.getByRole('button', { name: 'Ask for another account' }).click();
  await expect(page.getByText('The borrower was asked to correct their details already.')).toBeVisible();
  await part(page, 'Applications and loans');
  await expect(row(page, 'Applications', /^A-.*(Account|Bank|correct)/i)).toBeVisible();
});

test('D08 a deletion that support records, with a note of its own, is proposed and completed by a colleague; the page hears of it', async ({
  page,
  browser,
}) => {
  const borrower = await indebtedBorrower(page, server);
  await repay(server, borrower);
  await enterDesk(page, server, 'support');
  await search(page, `0${borrower.phone}`);
  await page.getByRole('link', { name: /^Open / }).click();
  const address = page.url();
  await part(page, 'Actions');
  await part(page, 'Deletion');
  await page.getByLabel('Reason').fill('She wrote a letter.');
  await page.getByRole('button', { name: 'Record request' }).click();
  await expect(page.getByText('Deletion was requested')).toBeVisible();
  await part(page, 'Work and notes');
  await page.getByRole('link', { name: /^D-/ }).click();
  await page.getByRole('textbox', { name: 'Note' }).fill('The letter is in the file.');
  await page.getByRole('button', { name: 'Add note' }).click();
  await expect(page.getByRole('cell', { name: 'The letter is in the file.' })).toBeVisible();
  await page.goto(address);
  await part(page, 'Work and notes');
  await expect(row(page, 'Notes', /The letter is in the file\. demo-support/)).toBeVisible();

  await page.getByText('See what goes and what stays').click();
  await page.getByRole('button', { name: 'Propose the deletion' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Propose the deletion' }).click();
  await expect(page.getByText(/^Waits for a second person since demo-support/)).toBeVisible();

  const other = await colleague(browser, 'support-2');
  await other.getByRole('link', { name: 'Approvals' }).click();
  await other.getByRole('button', { name: 'Decide what demo-support proposed' }).click();
  await other.getByRole('textbox', { name: 'Note' }).fill('The letter is genuine.');
  await other.getByRole('button', { name: 'Approve' }).click();
  await expect(other.getByText('Nothing waits for a second person.')).toBeVisible();
  await expect(page.getByText(/^Waits for a second person/)).toBeHidden();
  await page.goto(address);
  await expect(page.getByText('This account was deleted. Only what the law requires is still here.')).toBeVisible();
});
