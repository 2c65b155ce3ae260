import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './support/journey.ts';
import { lendVectorLoan } from '../support/vectorLoan.ts';
import { complaints } from './support/complaints.ts';
import {
  acceptedBorrower,
  current,
  drawSignature,
  figure,
  isSameVisit,
  loanOf,
  mark,
  settle,
  shown,
  travel,
  travelToNoon,
} from './support/money.ts';
import { type ConfigurationCopy, manyFromOneAddress, type RunningServer, startServer } from './support/server.ts';

function vectorsProduct(copy: ConfigurationCopy): void {
  manyFromOneAddress(copy);
  lendVectorLoan((path, change) => copy.edit(path, change), [14, 30]);
}

let server: RunningServer;
test.beforeAll(async () => {
  test.setTimeout(120_000);
  server = await startServer({ change: vectorsProduct });
  await travelToNoon(server);
});
test.afterAll(() => server.stop());

async function open(page: Page, route: string, screen: string): Promise<void> {
  await page.goto(server.url + route);
  await current(page, screen).locator('h1').first().waitFor();
}

/** Follows a link or button of the screen and checks the target screen. */
async function follow(page: Page, name: string | RegExp, screen: string): Promise<void> {
  await shown(page).getByRole('button', { name }).or(shown(page).getByRole('link', { name })).first().click();
  await current(page, screen).locator('h1').first().waitFor();
  await expectAccessible(page, screen);
}

/** The provider confirms while the page is open. The page updates by itself. */
async function confirmed(page: Page, provider: 'payout' | 'collection', news: string): Promise<void> {
  await mark(page);
  await settle(server, provider);
  await expect(shown(page).getByText(news)).toBeVisible({ timeout: 20_000 });
  expect(await isSameVisit(page)).toBe(true);
}

const card = (page: Page) => shown(page).locator('.status').first();

test('L02 L03 L04 L05 L06 L07 L08 S13 S14 S35 S36 S37 the whole life of a loan, and a second one without a new signature', async ({
  page,
}) => {
  test.setTimeout(180_000);
  const consoleErrors = complaints(page);
  const borrower = await acceptedBorrower(page, server);

  // Accepted: the limit, the term, and what they mean (LV-01).
  await open(page, '/homeIndex', 'homeIndex');
  await expect(shown(page).getByText('Your application is accepted')).toBeVisible();
  await expect(shown(page).getByText('₱10,000').first()).toBeVisible();
  await expectAccessible(page, 'accepted');
  await follow(page, 'Only a part', 'withdrawPage');
  await shown(page).getByRole('textbox', { name: 'How much do you need?' }).fill('5000');
  await shown(page).getByText('14 days').click();
  await expect(figure(page, 'You receive')).toHaveText('₱4,921.00');
  await expect(figure(page, 'You repay on')).toHaveText('₱5,140.00');
  await expect(figure(page, 'What it costs in all')).toHaveText('₱219.00');

  // The statement, with the coupon of the first acceptance (LV-03).
  await follow(page, 'See all costs', 'withdrawConfirm');
  await expect(figure(page, 'Taken off in all')).toHaveText('− ₱79.00');
  await expect(figure(page, 'Effective rate per 30 days')).toHaveText('9.78%');
  await shown(page).getByText('₱50 off').click();
  await expect(figure(page, 'Taken off in all')).toHaveText('− ₱29.00');
  await expect(figure(page, 'You receive')).toHaveText('₱4,971.00');
  await expect(figure(page, 'You pay back in all')).toHaveText('₱5,140.00');
  await expectAccessible(page, 'with a coupon');

  // Sign with a finger. The money arrives while the page is open.
  await follow(page, 'Go on to sign', 'signature');
  await drawSignature(page);
  await expectAccessible(page, 'signed');
  await follow(page, 'Sign and receive ₱4,971', 'loanInfo');
  await expect(shown(page).getByText(/^Sent to your account/)).toBeVisible();
  await confirmed(page, 'payout', 'The money is here');
  await expectAccessible(page, 'received');
  await follow(page, 'See the bill', 'billIndex');
  await expect(shown(page).getByText('Expires in 14 days')).toBeVisible();

  // A day before the due date: eight more days (LV-15).
  await travel(server, 13);
  await open(page, '/homeIndex', 'homeIndex');
  await expect(card(page)).toContainText('Expires in 1 day');
  await expect(card(page)).toContainText('₱5,130');
  await open(page, '/billIndex', 'billIndex');
  await follow(page, 'I need more time', 'extension');
  await expect(figure(page, 'Extension fee')).toHaveText('₱80.00');
  await expect(figure(page, 'Interest of the whole term')).toHaveText('₱140.00');
  await expect(figure(page, 'Left after it')).toHaveText(/^₱5,000\.00, due /);
  await follow(page, /^Pay ₱220 and extend/, 'ksResult');
  await expect(figure(page, 'Pay exactly')).toHaveText('₱220.00');
  await confirmed(page, 'collection', 'Thank you, it has arrived');
  await expectAccessible(page, 'extension paid');
  await follow(page, 'Go to Home', 'homeIndex');
  await expect(card(page)).toContainText('Expires in 9 days');

  // Due: only the principal is left.
  await travel(server, 9);
  await open(page, '/homeIndex', 'homeIndex');
  await expect(card(page)).toContainText('Due today');
  await expect(card(page)).toContainText('₱5,000');
  await expectAccessible(page, 'due');

  // Ten days overdue: ₱50 once and 0.16 % a day, together at most 5 % in 30 days: ₱83.33 (lending.md, overdue).
  await travel(server, 10);
  await open(page, '/homeIndex', 'homeIndex');
  await expect(card(page)).toContainText('Overdue (10 days)');
  await expectAccessible(page, 'overdue');
  // The screen shows the debt, since when, and the cost of another day, but no past due date.
  await open(page, '/loanInfo', 'loanInfo');
  await expect(card(page)).toContainText(/Overdue \(10 days\).*₱5,083\.33.*It was due on/s);
  await expect(shown(page).getByText('₱8.33 is added tomorrow: ₱5,091.66 in all')).toBeVisible();
  await expect(shown(page).getByText(/pay back by/)).toHaveCount(0);
  await expectAccessible(page, 'overdue loan');
  await follow(page, 'Repay', 'repay');
  await expect(figure(page, 'Principal')).toHaveText('₱5,000.00');
  await expect(figure(page, 'Late charge')).toHaveText('₱50.00');
  await expect(figure(page, 'Overdue penalty')).toHaveText('₱33.33');
  await follow(page, /^Pay ₱5,083/, 'ksResult');
  await expect(figure(page, 'Pay exactly')).toHaveText('₱5,083.33');
  await confirmed(page, 'collection', 'Thank you, it has arrived');
  await follow(page, 'Go to Home', 'homeIndex');
  await expect(shown(page).getByText('All paid, thank you')).toBeVisible();
  await expectAccessible(page, 'settled');

  // A second loan reuses the signature on file but asks for a new consent.
  await follow(page, 'Withdraw', 'allWithdraw');
  await shown(page).getByText('30 days').click();
  await follow(page, 'See all costs', 'withdrawConfirm');
  await expect(shown(page).getByText('Your signature on file is used for this agreement.')).toBeVisible();
  await follow(page, /^Agree and receive/, 'loanInfo');
  await confirmed(page, 'payout', 'The money is here');
  expect(await loanOf(borrower)).toMatchObject({ state: 'active', principalCents: 1_000_000 });
  expect(consoleErrors).toEqual([]);
});
