import { readFileSync } from 'node:fs';
import { expect, type Page, test } from '@playwright/test';
import { ownNumbers } from './support/fill.ts';
import { expectAccessible } from './support/journey.ts';
import { complaints } from './support/complaints.ts';
import { current, indebtedBorrower, repay, shown } from './support/money.ts';
import { manyFromOneAddress, type RunningServer, startServer } from './support/server.ts';

let server: RunningServer;
test.beforeAll(async () => {
  server = await startServer({ change: manyFromOneAddress });
});
test.afterAll(() => server.stop());

const rowOf = (page: Page, field: string) => page.locator(`[data-field="${field}"]:visible`);
const button = (page: Page, name: string | RegExp) => shown(page).getByRole('button', { name });

async function open(page: Page, route: string, screen: string): Promise<void> {
  await page.goto(server.url + route);
  await current(page, screen).locator('h1').first().waitFor();
}

async function enterWallet(page: Page, number: string): Promise<void> {
  await rowOf(page, 'payoutMethod').locator('input[value="wallet"]').check({ force: true });
  await rowOf(page, 'walletProvider').locator('select').selectOption('gcash');
  await rowOf(page, 'wallet').getByRole('textbox').fill(number);
  await button(page, 'Change account').click();
}

test('S19 V11 a re-loan borrower changes the account twice; the same account is refused at its field', async ({ page }) => {
  const consoleErrors = complaints(page);
  const borrower = await indebtedBorrower(page, server);
  await repay(server, borrower);
  await open(page, '/my', 'my');
  await open(page, '/changeBank', 'changeBank');
  await expect(shown(page).getByText('BDO Unibank')).toBeVisible();
  await expectAccessible(page, 'changeBank');
  await enterWallet(page, '09175550123');
  await expect.poll(async () => (await borrower.get('/api/account')).json()).toMatchObject({ method: 'wallet', masked: '•••• 0123' });

  await open(page, '/changeBank', 'changeBank');
  await expect(shown(page).getByText('•••• 0123')).toBeVisible();
  await enterWallet(page, '9175550123');
  await expect(rowOf(page, 'wallet').getByText('This is the account we already have.')).toBeVisible();

  const { account } = ownNumbers()['bank'] as { account: string };
  await rowOf(page, 'payoutMethod').locator('input[value="bank"]').check({ force: true });
  // The list of banks is a sheet here, because the list on its own page belongs to the application.
  await rowOf(page, 'bankName').getByRole('combobox').click();
  await page.getByRole('dialog').getByRole('option', { name: 'BPI', exact: true }).click();
  await rowOf(page, 'account').getByRole('textbox').fill(account);
  await rowOf(page, 'accountConfirmation').getByRole('textbox').fill(account);
  // Within the tap guard's second, but with different answers.
  await button(page, 'Change account').click();
  await expect
    .poll(async () => (await borrower.get('/api/account')).json())
    .toMatchObject({ method: 'bank', institution: 'bpi', masked: `•••• ${account.slice(-4)}` });
  expect(consoleErrors.filter((line) => !line.includes('422'))).toEqual([]);
});

test('P02 before the first loan is settled the screen says why the account cannot change', async ({ page }) => {
  await indebtedBorrower(page, server);
  await open(page, '/changeBank', 'changeBank');
  await expect(shown(page).getByText('after your first loan is settled')).toBeVisible();
  await expect(button(page, 'Change account')).toHaveCount(0);
});

test('S25 L15 the agreement is read on its screen and downloaded as PDF', async ({ page }) => {
  await indebtedBorrower(page, server);
  await open(page, '/loan', 'loan');
  await expect(shown(page).getByText('Loan agreement and disclosure statement').first()).toBeVisible();
  await expect(shown(page).getByRole('cell', { name: '₱5,000.00' }).first()).toBeVisible();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    shown(page)
      .getByRole('button', { name: /PDF|download/i })
      .first()
      .click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^loan-agreement-[\w-]+\.pdf$/);
  expect(
    readFileSync(await download.path())
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-');
});
