import { type BrowserContext, type BrowserContextOptions, expect, type Page, request, test } from '@playwright/test';
import type { Loan } from '../../server/contract/loans.ts';
import { type ApiBorrower, registerByApi } from './support/api.ts';
import { expectNoEnglish, expectNoKey } from './support/english.ts';
import { expectLargeTextFits, expectNoWider } from './support/fits.ts';
import { expectAccessible } from './support/journey.ts';
import { press, tabTo } from './support/keyboard.ts';
import { complaints } from './support/complaints.ts';
import {
  acceptedBorrower,
  current,
  drawSignature,
  figure,
  loanOf,
  order,
  reached,
  settle,
  shown,
  travel,
  usualChoice,
  withdraw,
} from './support/money.ts';
import { type RunningServer, startServer } from './support/server.ts';

let server: RunningServer;
/** A borrower who is ten days late, with a failed payment. */
let late: { borrower: ApiBorrower; cookies: Awaited<ReturnType<BrowserContext['storageState']>>; loanId: string; repaymentId: string };

test.beforeAll(async () => {
  test.setTimeout(180_000);
  server = await startServer();
  const calls = await request.newContext();
  const borrower = await registerByApi(calls, server);
  await borrower.reach('nowhere');
  await borrower.submit();
  await withdraw(borrower);
  const { id: loanId = '' } = await reached(server, borrower, 'active');
  await travel(server, 40);
  await order(server, 'collection', 'declinedFails');
  const { payoffCents: expectedCents } = await loanOf(borrower);
  const asked = await borrower.post('/api/repayments', { loanId, kind: 'full', expectedCents });
  const { id: repaymentId } = (await asked.json()) as { id: string };
  await settle(server, 'collection');
  late = { borrower, cookies: await calls.storageState(), loanId, repaymentId };
  await calls.dispose();
});
test.afterAll(() => server?.stop());

async function open(page: Page, route: string, screen: string): Promise<void> {
  await page.goto(server.url + route);
  await current(page, screen).locator('h1').first().waitFor();
}

const pressButton = (page: Page, name: string | RegExp) =>
  shown(page).getByRole('button', { name }).or(shown(page).getByRole('link', { name })).first().click();

/** Goes from the offer to signing the agreement, with a typed name. */
async function readyToSign(page: Page): Promise<void> {
  await open(page, '/withdrawPage', 'withdrawPage');
  await pressButton(page, 'See all costs');
  await current(page, 'withdrawConfirm').locator('h1').first().waitFor();
  await pressButton(page, 'Go on to sign');
  await pressButton(page, 'Type your name instead');
  await shown(page).getByRole('textbox', { name: 'Your full name' }).fill('Maria Santos');
}

const loansOf = async (borrower: ApiBorrower) => (await (await borrower.get('/api/loans')).json()) as { open: Loan[]; closed: Loan[] };

const screensOfALoan = () => [
  ['/homeIndex', 'homeIndex'],
  ['/billIndex', 'billIndex'],
  ['/bill', 'bill'],
  [`/repaidDetail?loan=${late.loanId}`, 'repaidDetail'],
  ['/repay', 'repay'],
  ['/extension', 'extension'],
  ['/repayPlan', 'repayPlan'],
  ['/repayRecords', 'repayRecords'],
  [`/KSResult?repayment=${late.repaymentId}`, 'ksResult'],
  ['/loanInfo', 'loanInfo'],
  ['/loan', 'loan'],
  ['/my', 'my'],
  ['/coupon', 'coupon'],
  ['/couponInvalid', 'couponInvalid'],
  ['/allWithdraw', 'allWithdraw'],
];

const screensBeforeALoan = [
  ['/homeIndex', 'homeIndex'],
  ['/withdrawPage', 'withdrawPage'],
  ['/withdrawConfirm', 'withdrawConfirm'],
  ['/signature', 'signature'],
  ['/loan', 'loan'],
  ['/confirmCode', 'confirmCode'],
];

/** Creates a page for a borrower in a language. */
async function pageOf(context: BrowserContext, borrower: ApiBorrower, language: string): Promise<Page> {
  await borrower.enter(context);
  await context.addInitScript((code) => localStorage.setItem('language', code), language);
  // The preload hints of the page must use this language too.
  await context.addCookies([{ name: 'language', value: language, url: server.url }]);
  return context.newPage();
}

for (const [language, colorScheme] of [
  ['en', 'dark'],
  ['hi', 'light'],
  ['fil', 'light'],
] as const) {
  test(`G03 G13 G14 S11 S15 S18 S20 S21 S25 S38 every screen of a loan in ${language}: its texts, accessible, no wider than a phone`, async ({
    browser,
  }) => {
    test.setTimeout(240_000);
    const options: BrowserContextOptions = {
      ...(test.info().project.use as BrowserContextOptions),
      colorScheme,
      viewport: { width: 360, height: 740 },
    };
    const visits: [BrowserContext, ApiBorrower, string[][]][] = [];
    const lateContext = await browser.newContext({ ...options, storageState: late.cookies });
    visits.push([lateContext, late.borrower, screensOfALoan()]);
    const newContext = await browser.newContext(options);
    const chooser = await acceptedBorrower(await newContext.newPage(), server);
    await chooser.post('/api/loans', usualChoice);
    visits.push([newContext, chooser, screensBeforeALoan]);
    for (const [context, borrower, screens] of visits) {
      const page = await pageOf(context, borrower, language);
      const consoleErrors = complaints(page);
      for (const [route = '', screen = ''] of screens) {
        await open(page, route, screen);
        await expect(page.locator('html')).toHaveAttribute('lang', language);
        await expect(shown(page).locator('.skeleton')).toHaveCount(0);
        await expectAccessible(page, `${language} ${route}`);
        await (language === 'en' ? expectNoKey : expectNoEnglish)(page, route);
        await expectNoWider(page, route);
        await expectLargeTextFits(page, route);
      }
      expect(consoleErrors).toEqual([]);
      await context.close();
    }
  });
}

test('S29 the result of a payment is shown without a session, and only its state', async ({ page }) => {
  await open(page, `/KSResult?repayment=${late.repaymentId}`, 'ksResult');
  await expect(shown(page).getByText('It did not go through')).toBeVisible();
  await expect(shown(page).getByText('Order number')).toHaveCount(0);
  await expect(shown(page).getByText('₱')).toHaveCount(0);
  await expectAccessible(page, 'result without a session');
  await pressButton(page, 'Log in to see the details');
  await current(page, 'login').waitFor();
  await open(page, '/KSResult?repayment=nobody', 'ksResult');
  await expect(shown(page).getByText('We could not find this payment.')).toBeVisible();
});

test('G02 back from the statement, amount and term are unchanged; deep links lead to the missing step', async ({ page }) => {
  await acceptedBorrower(page, server);
  for (const [route, screen, words] of [
    ['/withdrawConfirm', 'withdrawConfirm', 'Choose an amount first.'],
    ['/signature', 'signature', 'There is nothing to sign yet.'],
    ['/repaidDetail', 'repaidDetail', 'Choose a loan first.'],
    ['/repay', 'repay', 'Nothing to repay'],
  ] as const) {
    await open(page, route, screen);
    await expect(shown(page).getByText(words)).toBeVisible();
  }
  await open(page, '/withdrawPage', 'withdrawPage');
  await shown(page).getByRole('textbox', { name: 'How much do you need?' }).fill('3000');
  await shown(page).getByText('21 days').click();
  await pressButton(page, 'See all costs');
  await current(page, 'withdrawConfirm').waitFor();
  await page.goBack();
  await current(page, 'withdrawPage').waitFor();
  await expect(shown(page).getByRole('textbox', { name: 'How much do you need?' })).toHaveValue('3,000');
  await expect(shown(page).getByRole('radio', { name: /21 days/ })).toBeChecked();
  await page.goForward();
  await expect(figure(page, 'Loan amount')).toHaveText('₱3,000.00');
});

test('L05 two tabs that agree to the same loan make one loan, and the other tab moves on', async ({ page }) => {
  const borrower = await acceptedBorrower(page, server);
  await readyToSign(page);
  const other = await page.context().newPage();
  await open(other, '/signature', 'signature');
  await drawSignature(other);
  await pressButton(page, /^Sign and receive/);
  await current(page, 'loanInfo').waitFor();
  await pressButton(other, /^Sign and receive/);
  await other.getByRole('alertdialog').getByRole('button').first().click();
  await pressButton(other, 'See how it stands');
  await current(other, 'loanInfo').waitFor();
  expect((await loansOf(borrower)).open).toHaveLength(1);
});

test('without a connection the offer says so and continues by itself; a lost answer makes no second loan', async ({ page }) => {
  const borrower = await acceptedBorrower(page, server);
  await open(page, '/withdrawPage', 'withdrawPage');
  await expect(figure(page, 'You receive')).toHaveText(/₱/);
  await page.context().setOffline(true);
  await shown(page).getByText('30 days').click();
  await expect(shown(page).getByText('You are offline. The figures come as soon as you are back.')).toBeVisible();
  await page.context().setOffline(false);
  await expect(figure(page, 'You repay on')).toHaveText('₱5,830.00');

  await readyToSign(page);
  let lost = 0;
  await page.route('**/api/loans/*/withdrawal', async (route) => {
    if (lost > 0) return route.continue();
    lost += 1;
    await route.fetch();
    return route.abort('connectionreset');
  });
  await pressButton(page, /^Sign and receive/);
  await expect.poll(() => lost).toBe(1);
  // The page retries by itself under the same idempotency key.
  await current(page, 'loanInfo').waitFor();
  await expect(shown(page).getByText('Agreed and signed')).toBeVisible();
  expect((await loansOf(borrower)).open).toHaveLength(1);
});

test('S13 S35 S36 with the keyboard alone: the term, the statement, the typed signature, the money received', async ({ page }) => {
  const borrower = await acceptedBorrower(page, server);
  await open(page, '/allWithdraw', 'allWithdraw');
  await tabTo(page, shown(page).getByRole('radio').first());
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(shown(page).getByRole('radio', { name: /30 days/ })).toBeChecked();
  await expect(figure(page, 'You repay on')).toHaveText('₱10,600.00');
  await press(page, shown(page).getByRole('button', { name: 'See all costs' }));
  await current(page, 'withdrawConfirm').locator('h1').first().waitFor();
  await press(page, shown(page).getByRole('button', { name: 'Go on to sign' }));
  await current(page, 'signature').locator('h1').first().waitFor();
  await press(page, shown(page).getByRole('button', { name: 'Type your name instead' }));
  await expect(shown(page).getByRole('textbox', { name: 'Your full name' })).toBeFocused();
  await page.keyboard.type('Maria Santos');
  await press(page, shown(page).getByRole('button', { name: /^Sign and receive/ }));
  await current(page, 'loanInfo').locator('h1').first().waitFor();
  await reached(server, borrower, 'active');
  await expect(shown(page).getByText('The money is here')).toBeVisible({ timeout: 20_000 });
});

test('S36 L08 a signature is undone stroke by stroke, cleared, and asked for when it is missing', async ({ page }) => {
  const borrower = await acceptedBorrower(page, server);
  await borrower.post('/api/loans', usualChoice);
  await open(page, '/signature', 'signature');
  const strokes = shown(page).locator('.signature-stroke[d]:not([d=""])');
  await drawSignature(page);
  await expect(strokes).toHaveCount(2);
  await pressButton(page, 'Undo');
  await expect(strokes).toHaveCount(1);
  await pressButton(page, 'Clear');
  await expect(strokes).toHaveCount(0);
  await pressButton(page, /^Sign and receive/);
  await expect(shown(page).locator('.field-problem').first()).toBeVisible();
  expect(await loanOf(borrower)).not.toMatchObject({ state: 'disbursing' });
});
