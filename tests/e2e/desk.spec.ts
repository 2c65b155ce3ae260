import { expect, type Page, test } from '@playwright/test';
import { violationsOf } from '../support/axe.ts';
import { registerByApi } from './support/api.ts';
import { enterDesk } from './support/desk.ts';
import { indebtedBorrower } from './support/money.ts';
import { addPerson } from './support/enrol.ts';
import { type RunningServer, startServer } from './support/server.ts';

let server: RunningServer;
test.beforeAll(async () => {
  server = await startServer();
});
test.afterAll(() => server.stop());

test.use({ viewport: { width: 1280, height: 900 }, userAgent: 'Mozilla/5.0 (X11; Linux x86_64)', isMobile: false, hasTouch: false });

const enter = (page: Page, role: string) => enterDesk(page, server, role);

test('D01 staff log in with name, password and code, and log out again', async ({ page }) => {
  await page.goto(`${server.url}/dev/staff`);
  await page.getByRole('button', { name: 'Create people of each role' }).click();
  const row = await page
    .getByRole('listitem')
    .filter({ hasText: /demo-underwriter\s/ })
    .innerText();
  const [, password = '', code = ''] = /password\s+(\S+)\s+code now\s+(\d{6})/.exec(row) ?? [];
  await page.goto(`${server.url}/desk`);
  await expect(page).toHaveURL(/\/desk\/login$/);
  await page.getByLabel('Name').fill('demo-underwriter');
  await page.getByRole('textbox', { name: 'Password' }).fill('wrong password');
  await page.getByLabel('Code').fill(code);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(page.getByText('Name, password or code is wrong')).toBeVisible();
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(page).toHaveURL(/\/desk\/queue$/);
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(page).toHaveURL(/\/desk\/login$/);
  await page.goto(`${server.url}/desk/customers`);
  await expect(page).toHaveURL(/\/desk\/login$/);
});

test('D08 support finds a customer by her phone number and ends her sessions', async ({ page }) => {
  const borrower = await registerByApi(page.request, server);
  await enter(page, 'support');
  // Opened in a new tab, a link leads to the same page.
  await expect(page.getByRole('link', { name: 'Customers' })).toHaveAttribute('href', '/desk/customers');
  await page.getByRole('link', { name: 'Customers' }).click();
  await page.getByLabel('Search text').fill(`0${borrower.phone}`);
  await page.getByRole('button', { name: 'Search' }).click();
  await page.getByRole('link', { name: /^Open / }).click();
  await expect(page.getByText('Customer since')).toBeVisible();
  await page.getByText('Devices and sessions').click();
  await expect(page.getByRole('table', { name: 'Open sessions' })).toBeVisible();
  expect(await violationsOf(page)).toEqual([]);
  await page.getByText('Actions', { exact: true }).click();
  await page.getByText('End sessions', { exact: true }).click();
  await page.getByLabel('Reason').fill('Her phone was stolen.');
  await page.getByRole('button', { name: 'End all sessions' }).click();
  await expect(page.getByText('All sessions have ended.')).toBeVisible();
  await page.getByText('Devices and sessions').click();
  await expect(page.getByText('Not logged in anywhere.')).toBeVisible();
});

test('D08 D12 an admin is shown no way to customers, and the address of the page finds nobody', async ({ page }) => {
  await enter(page, 'admin');
  await expect(page.getByRole('link', { name: 'People' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Customers' })).toHaveCount(0);
  const searches: string[] = [];
  page.on('request', (request) => request.url().includes('/api/staff/searches') && searches.push(request.url()));
  await page.goto(new URL('/desk/customers', page.url()).href);
  await expect(page.getByRole('link', { name: 'People' })).toBeVisible();
  await expect(page.getByText('Your role does not allow searching for customers. Ask an admin.')).toBeVisible();
  await page.getByLabel('Search text').fill('A-4D2B-763C');
  await page.getByRole('button', { name: 'Search' }).click();
  await expect(page.getByRole('link', { name: /^Open / })).toHaveCount(0);
  expect(searches).toEqual([]);
});

test('D10 a cancellation that support proposes waits for a second person, who approves it', async ({ page, browser }) => {
  const borrower = await indebtedBorrower(page, server);
  await enter(page, 'support');
  await page.getByRole('link', { name: 'Customers' }).click();
  await page.getByLabel('Search text').fill(`0${borrower.phone}`);
  await page.getByRole('button', { name: 'Search' }).click();
  await page.getByRole('link', { name: /^Open / }).click();
  await page.getByRole('link', { name: /^HK-/ }).click();
  await expect(page.getByText('If unpaid until')).toBeVisible();
  await page.getByLabel('Days from today').fill('70');
  await expect(page.getByText('Days overdue').locator('..')).toContainText(/[1-9]/);
  await page.getByText('Actions', { exact: true }).click();
  await page.getByText('Cancel this loan').click();
  await page.getByLabel('Reason').fill('She changed her mind.');
  await page.getByRole('button', { name: 'Propose the cancellation' }).click();
  await expect(page.getByText(/^Waits for a second person/)).toBeVisible();
  expect(await violationsOf(page)).toEqual([]);
  await page.getByRole('link', { name: 'Approvals' }).click();
  await expect(page.getByText('You proposed this, so somebody else decides it.')).toBeVisible();
  const other = await (await browser.newContext({ viewport: { width: 1280, height: 900 } })).newPage();
  await enter(other, 'underwriter');
  await other.getByRole('link', { name: 'Approvals' }).click();
  await other.getByRole('button', { name: 'Decide what demo-support proposed' }).click();
  await other.getByLabel('Note').fill('The file is complete.');
  await other.getByRole('button', { name: 'Approve' }).click();
  await expect(other.getByText('Nothing waits for a second person.')).toBeVisible();
  await other.context().close();
  await page.goBack();
  await page.getByText('Payouts and collections').click();
  await expect(page.getByRole('table', { name: 'Collections' })).toContainText('Return of a cancelled loan');
});

test('D10 whoever an admin adds gets a link, and access once another admin agrees', async ({ page }) => {
  await enter(page, 'admin');
  await addPerson(page, 'ana.reyes', 'Reviewer');
  await expect(page.getByText('It works once, after another admin has approved the access', { exact: false })).toBeVisible();
  await page.getByRole('link', { name: 'ana.reyes' }).click();
  await expect(page.getByText('A change waits for a second person.')).toBeVisible();
  await expect(page.getByText('No access', { exact: true })).toBeVisible();
  expect(await violationsOf(page)).toEqual([]);
});
