import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './support/journey.ts';
import { complaints } from './support/complaints.ts';
import { current, figure, indebtedBorrower, loanOf, settle, shown, travel, travelToNoon } from './support/money.ts';
import { manyFromOneAddress, type RunningServer, startServer } from './support/server.ts';

let server: RunningServer;
test.beforeAll(async () => {
  test.setTimeout(120_000);
  // All kinds of coupons at once: the shipped ones, granted at the first acceptance.
  server = await startServer({
    change: (copy) => {
      manyFromOneAddress(copy);
      copy.edit<{ grants: object[] }>('flows/lending/coupons.json', (coupons) => {
        coupons.grants = ['welcome', 'onTime', 'addDesktop'].map((coupon) => ({ on: 'firstAcceptance', coupon, once: true }));
      });
    },
  });
  await travelToNoon(server);
});
test.afterAll(() => server?.stop());

async function open(page: Page, route: string, screen: string): Promise<void> {
  await page.goto(server.url + route);
  await current(page, screen).locator('h1').first().waitFor();
}

const option = (page: Page, coupon: string) => shown(page).locator('.coupon-option').filter({ hasText: coupon });
const tab = (page: Page, name: string) => shown(page).getByRole('tab', { name });

const refused = {
  minimum: 'This coupon cannot be used: the required amount was not paid.',
  fullOnly: 'Add-to-homescreen vouchers can only be used for full repayment, not for an extension.',
};

test('E14 E15 S20 S37 S39 coupons of a repayment: refused with the reason, used once, then found among the used and the expired', async ({
  page,
}) => {
  const consoleErrors = complaints(page);
  const borrower = await indebtedBorrower(page, server);
  const coupons = (await (await borrower.get('/api/coupons')).json()) as { platform: { id: string; type: string }[] };
  const idOf = (wanted: string) => coupons.platform.find(({ type }) => type === wanted)?.id;

  // An extension costs ₱380, the interest of the term and the fee. That is less than ₱2,000, and not the whole loan.
  await open(page, '/extension', 'extension');
  await expect(option(page, 'Homescreen voucher')).toContainText(refused.fullOnly);
  await expect(option(page, 'Coupon for paying on time')).toContainText(refused.minimum);
  for (const name of ['Homescreen voucher', 'Coupon for paying on time'])
    await expect(option(page, name).getByRole('radio')).toBeDisabled();
  await expect(option(page, 'No coupon').getByRole('radio')).toBeChecked();
  await expectAccessible(page, 'extension with coupons');
  const { id: loanId } = await loanOf(borrower);
  const extend = { loanId, kind: 'extension', expectedCents: 38_000 };
  for (const [type, code] of [
    ['addDesktop', 'couponFullRepaymentOnly'],
    ['onTime', 'couponMinimumNotPaid'],
  ] as const) {
    expect(await (await borrower.post('/api/repayments', { ...extend, couponId: idOf(type) })).json()).toMatchObject({ code });
  }

  // Full repayment: ₱5,010 after a day, of which the coupon pays ₱200 (LV-18, LV-19).
  await open(page, '/repay', 'repay');
  await option(page, 'Homescreen voucher').click();
  await expectAccessible(page, 'repay with a coupon');
  await expect(figure(page, 'Your coupon saves')).toHaveText('₱200.00');
  await expect(figure(page, 'To pay today')).toHaveText('₱4,810.00');
  await shown(page).getByRole('button', { name: 'Pay ₱4,810', exact: true }).click();
  await current(page, 'ksResult').locator('h1').first().waitFor();
  await expect(figure(page, 'Pay exactly')).toHaveText('₱4,810.00');
  await expect(figure(page, 'Coupon')).toHaveText('₱200.00');
  await settle(server, 'collection');
  await expect(shown(page).getByText('Thank you, it has arrived')).toBeVisible({ timeout: 20_000 });
  expect(await loanOf(borrower)).toMatchObject({ state: 'settled', paidCents: 501_000 });

  await open(page, '/coupon', 'coupon');
  await tab(page, 'Used').click();
  await expect(shown(page).locator('.coupon')).toHaveText([/₱200 off.*Homescreen voucher.*used on/]);
  await travel(server, 31);
  await open(page, '/coupon', 'coupon');
  await tab(page, 'Expired').click();
  await expect(shown(page).locator('.coupon')).toHaveText([/₱50 off.*Welcome coupon.*ended on/]);
  await expectAccessible(page, 'expired');
  await tab(page, 'repay').click();
  await expect(shown(page).locator('.coupon')).toHaveText([/₱100 off.*Coupon for paying on time.*from ₱2,000/]);

  // Expired and used coupons cannot be chosen anywhere.
  await open(page, '/withdrawPage', 'withdrawPage');
  await expect(shown(page).locator('.coupon')).toHaveCount(0);
  expect(consoleErrors).toEqual([]);
});
