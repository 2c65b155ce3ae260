import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './support/journey.ts';
import { complaints } from './support/complaints.ts';
import {
  acceptedBorrower,
  current,
  drawSignature,
  figure,
  indebtedBorrower,
  loanOf,
  reached,
  repay,
  settle,
  shown,
  travel,
  travelToNoon,
} from './support/money.ts';
import { type RunningServer, startServer } from './support/server.ts';

let server: RunningServer;
test.beforeAll(async () => {
  test.setTimeout(180_000);
  server = await startServer();
  await travelToNoon(server);
});
test.afterAll(() => server.stop());

/** Playwright blocks service workers in these tests, and the browser logs that. */
const ours = (consoleErrors: readonly string[]) => consoleErrors.filter((line) => !line.includes('blocked by Playwright'));
const button = (page: Page, name: string | RegExp) => shown(page).getByRole('button', { name });

async function open(page: Page, route: string, screen: string): Promise<void> {
  await page.goto(server.url + route);
  await current(page, screen).locator('h1').first().waitFor();
}

/** Waits until the figures of the choice are there and the button to continue is enabled. */
async function chosen(page: Page): Promise<void> {
  await expect(figure(page, 'You receive')).toBeVisible();
  await expect(button(page, 'See the costs and the agreement')).toBeEnabled();
}

async function arrive(page: Page, screen: string): Promise<void> {
  await current(page, screen).locator('h1').first().waitFor();
  // Where something is chosen, wait for its figures.
  if (screen === 'appointLoan' || screen === 'easyReloan') await chosen(page);
  await expectAccessible(page, screen);
}

test('L09 L10 L11 L17 E16 Easy Re-loan is turned on, the next loan follows a settled one and earns a voucher, and using one keeps it on', async ({
  page,
}) => {
  test.setTimeout(240_000);
  const consoleErrors = complaints(page);
  const borrower = await indebtedBorrower(page, server);
  await open(page, '/my', 'my');
  await shown(page).getByRole('link', { name: 'Easy Re-loan' }).or(button(page, 'Easy Re-loan')).first().click();
  await arrive(page, 'easyReloan');
  await expect(shown(page).getByText('₱110')).toBeVisible();
  await shown(page).getByRole('textbox', { name: 'How much do you need?' }).fill('3000');
  await expect(figure(page, 'What it costs in all')).not.toHaveText('');
  await button(page, 'See the costs and the agreement').click();
  await arrive(page, 'easyReloanAgreement');
  await expect(shown(page).getByText('Easy Re-loan agreement and disclosure statement').first()).toBeVisible();
  await button(page, 'Agree and turn on Easy Re-loan').click();
  await expect(shown(page).getByText('Easy Re-loan is on').first()).toBeVisible();
  expect(await (await borrower.get('/api/easy-reloan')).json()).toMatchObject({ rewards: { activation: 'provisional' } });

  // Settled after the days that a reward needs: the next loan is announced at once and sent some minutes later.
  await travel(server, 3);
  await repay(server, borrower);
  await open(page, '/easyReloan', 'easyReloan');
  await expect(shown(page).getByText('Your next loan is on its way')).toBeVisible();
  await travel(server, 0.01);
  expect(await reached(server, borrower, 'active')).toMatchObject({ principalCents: 300_000 });
  await open(page, '/easyReloan', 'easyReloan');
  await expect(shown(page).getByText('₱50').first()).toBeVisible();
  await chosen(page);
  await expectAccessible(page, 'easyReloan after a loan');

  // Once one of its vouchers pays part of a repayment, Easy Re-loan stays on.
  await open(page, '/repay', 'repay');
  await shown(page).getByText('₱50', { exact: false }).first().click();
  await button(page, /^Pay/).click();
  await current(page, 'ksResult').locator('h1').first().waitFor();
  await expect
    .poll(async () => {
      await settle(server, 'collection');
      return (await (await borrower.get('/api/coupons')).json()) as object;
    })
    .toMatchObject({ used: [{ type: 'easyReloanStreak' }] });
  await open(page, '/easyReloan', 'easyReloan');
  // The page never offers what the server refuses; it names customer service instead.
  await expect(shown(page).getByText('so it cannot be turned off here. Customer service can help you')).toBeVisible();
  await expect(button(page, 'Turn off Easy Re-loan')).toHaveCount(0);
  const refused = await borrower.post('/api/easy-reloan/off');
  expect([refused.status(), await refused.json()]).toMatchObject([409, { code: 'easyReloanVoucherUsed' }]);
  expect(await (await borrower.get('/api/easy-reloan')).json()).toMatchObject({ state: 'on' });
  expect(ours(consoleErrors)).toEqual([]);
});

test('L13 S31 S10 a loan is booked from the home screen, signed, listed, and disbursed on its day', async ({ page }) => {
  test.setTimeout(240_000);
  const consoleErrors = complaints(page);
  const borrower = await acceptedBorrower(page, server);
  await open(page, '/homeIndex', 'homeIndex');
  await shown(page).getByRole('link', { name: 'Book a loan for later' }).or(button(page, 'Book a loan for later')).first().click();
  await arrive(page, 'appointLoan');
  await shown(page).getByRole('combobox', { name: 'When do you need it?' }).selectOption({ index: 1 });
  await shown(page).getByRole('textbox', { name: 'How much do you need?' }).fill('5000');
  await shown(page).getByText('30 days').click();
  await expect(figure(page, 'You receive')).toHaveText('₱4,921.00');
  await button(page, 'See the costs and the agreement').click();
  await arrive(page, 'bookingAgreement');
  await drawSignature(page);
  await button(page, 'Sign and book').click();
  await arrive(page, 'appointLoanList');
  await expect(shown(page).getByText('Booked', { exact: true }).first()).toBeVisible();
  expect(await loanOf(borrower)).toMatchObject({ state: 'none' });

  await travel(server, 2);
  expect(await reached(server, borrower, 'active')).toMatchObject({ principalCents: 500_000, receivedCents: 492_100 });
  await borrower.enter(page.context());
  await open(page, '/appointLoanList', 'appointLoanList');
  await expect(shown(page).getByText('Sent').first()).toBeVisible();
  await open(page, '/loan', 'loan');
  await expect(shown(page).getByText('Loan agreement and disclosure statement').first()).toBeVisible();
  expect(ours(consoleErrors)).toEqual([]);
});
