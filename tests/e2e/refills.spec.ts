import { type BrowserContextOptions, expect, type Page, request, test } from '@playwright/test';
import { type ApiBorrower, registerByApi } from './support/api.ts';
import { exampleOf, fillForm, ownNumbers } from './support/fill.ts';
import { expectAccessible, nextButton } from './support/journey.ts';
import {
  acceptedBorrower,
  current,
  figure,
  indebtedBorrower,
  isSameVisit,
  loanOf,
  mark,
  order,
  reached,
  settle,
  shown,
  usualChoice,
  withdraw,
} from './support/money.ts';
import { manyFromOneAddress, type RunningServer, startServer } from './support/server.ts';
import { atDesk, cancelAtDesk } from './support/staff.ts';

const freshSeconds = 60;

let server: RunningServer;
/** A server whose logins stay fresh for only a minute. Its borrower logs in first, and the minute passes during other tests. */
let strict: RunningServer;
let stale: { borrower: ApiBorrower; cookies: Awaited<ReturnType<Page['request']['storageState']>>; since: number };

test.beforeAll(async () => {
  test.setTimeout(180_000);
  strict = await startServer({
    change: (copy) => {
      manyFromOneAddress(copy);
      copy.edit<{ freshMinutes: number }>('flows/login.json', (login) => void (login.freshMinutes = freshSeconds / 60));
    },
  });
  const calls = await request.newContext();
  const borrower = await registerByApi(calls, strict);
  stale = { borrower, since: Date.now(), cookies: await calls.storageState() };
  await borrower.reach('nowhere');
  await borrower.submit();
  server = await startServer();
});
test.afterAll(async () => {
  await Promise.all([server, strict].map((each) => each?.stop()));
});

const rowOf = (page: Page, field: string) => page.locator(`[data-field="${field}"]:visible`);
const press = (page: Page, name: string | RegExp) =>
  shown(page).getByRole('button', { name }).or(shown(page).getByRole('link', { name })).first().click();

async function open(page: Page, route: string, screen: string, { url } = server): Promise<void> {
  await page.goto(url + route);
  await current(page, screen).locator('h1').first().waitFor();
}

/** Withdraws with a fault queued at the provider, and opens home. */
async function failedPayout(page: Page, fault: string, couponType?: string): Promise<ApiBorrower> {
  const borrower = await acceptedBorrower(page, server);
  await order(server, 'payout', fault);
  const coupon = couponType && (await couponsOf(borrower)).withdrawal.find(({ type }) => type === couponType);
  await withdraw(borrower, coupon ? { couponId: coupon.id } : {});
  await open(page, '/homeIndex', 'homeIndex');
  await settle(server, 'payout');
  return borrower;
}

interface Coupons {
  withdrawal: { id: string; type: string; state: string }[];
  used: { type: string }[];
}
const couponsOf = async (borrower: ApiBorrower) => (await (await borrower.get('/api/coupons')).json()) as Coupons;

/** Returns the editable fields; all others are locked. */
async function openFields(page: Page, fields: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const field of fields) {
    const control = rowOf(page, field).locator('input:not([type=file]), select, button').first();
    // A locked field with a stored answer shows no control at all.
    if ((await control.count()) === 0) continue;
    const locked = await control.evaluate(
      (element: HTMLInputElement) => element.disabled || element.readOnly || element.getAttribute('aria-disabled') === 'true',
    );
    if (!locked) found.push(field);
  }
  return found;
}

const another = () => {
  const { account } = ownNumbers()['bank'] ?? {};
  return { payoutMethod: 'bank', bankName: 'bpi', account, accountConfirmation: account };
};

test('L12 E08 an account that cannot receive money asks only for the payout account, and the loan continues with its coupon', async ({
  page,
}) => {
  const borrower = await failedPayout(page, 'accountFails', 'welcome');
  await expect(shown(page).getByText('We could not send the money')).toBeVisible({ timeout: 20_000 });
  await expect(figure(page, 'Why')).toHaveText('The account cannot receive money');
  await expectAccessible(page, 'payout failed');
  expect(await loanOf(borrower)).toMatchObject({ state: 'bankRefill', couponCents: 5000, refusesNew: true });

  await press(page, 'Correct it');
  await current(page, 'bankInfo').locator('h1').first().waitFor();
  await expect(rowOf(page, 'payoutMethod')).toContainText('This account cannot receive money. Please give another one.');
  await expectAccessible(page, 'bank sent back');
  // Another step is locked, whatever the URL says.
  const forged = await borrower.saveStep('personalMore', { ...exampleOf('personalMore'), loanPurpose: 'other' });
  expect(await forged.json()).toMatchObject({ code: 'outOfOrder' });

  await fillForm(page, 'bank', another());
  await nextButton(page).click();
  await page.waitForURL('**/review');
  await press(page, 'Send application');
  await page.waitForURL('**/homeIndex');
  await expect(shown(page).getByText('Your money is on its way')).toBeVisible();
  expect(await loanOf(borrower)).toMatchObject({ state: 'disbursing' });
  await mark(page);
  await settle(server, 'payout');
  await expect(shown(page).getByText('Expires in 30 days')).toBeVisible({ timeout: 30_000 });
  expect(await isSameVisit(page)).toBe(true);
  expect(await loanOf(borrower)).toMatchObject({ state: 'active', couponCents: 5000, receivedCents: 497_100 });
  expect((await couponsOf(borrower)).used).toMatchObject([{ type: 'welcome' }]);
});

test('L12 E10 wrong account details show the reason at their fields, and the payout method stays locked', async ({ page }) => {
  const borrower = await failedPayout(page, 'bankDetailsFail');
  await expect(shown(page).getByText('We could not send the money')).toBeVisible({ timeout: 20_000 });
  await expect(figure(page, 'Why')).toHaveText('The payout details are not right');
  await press(page, 'Correct it');
  await current(page, 'bankInfo').locator('h1').first().waitFor();
  await expect(rowOf(page, 'account')).toContainText('The account could not be found. Please check the details.');
  expect(await openFields(page, ['payoutMethod', 'bankName', 'account'])).toEqual(['bankName', 'account']);
  const { account, accountConfirmation } = another();
  await fillForm(page, 'bank', { account, accountConfirmation });
  await nextButton(page).click();
  await page.waitForURL('**/review');
  await press(page, 'Send application');
  await page.waitForURL('**/homeIndex');
  expect(await reached(server, borrower, 'active')).toMatchObject({ receivedCents: 492_100 });
});

test('L12 E09 an unreadable ID photo asks only for the photo, then decides again and allows a withdrawal', async ({ page }) => {
  const borrower = await failedPayout(page, 'identityPhotoFails', 'welcome');
  await expect(shown(page).getByText('We need a few details once more')).toBeVisible({ timeout: 40_000 });
  await expect(shown(page).locator('.corrections')).toContainText('Photo of your ID');
  await expect(shown(page).locator('.corrections')).toContainText('The photo was unclear.');
  // The coupon is returned for the next withdrawal.
  expect((await couponsOf(borrower)).withdrawal).toMatchObject([{ type: 'welcome', state: 'available' }]);
  await press(page, 'Correct it');
  await current(page, 'identityInfo').locator('h1').first().waitFor();
  expect(await openFields(page, ['firstName', 'lastName', 'idType', 'idNumber'])).toEqual([]);
  await fillForm(page, 'identity', { idPhoto: 'new' });
  await nextButton(page).click();
  await page.waitForURL('**/review');
  await press(page, 'Send application');
  await page.waitForURL('**/homeIndex');
  await expect(shown(page).getByText('Your application is accepted')).toBeVisible();
  await withdraw(borrower);
  await reached(server, borrower, 'active');
});

test('L12 E11 identity details that do not match are asked again, each with its reason', async ({ page }) => {
  await failedPayout(page, 'identityDetailsFail');
  await expect(shown(page).getByText('We need a few details once more')).toBeVisible({ timeout: 40_000 });
  await press(page, 'Correct it');
  await current(page, 'identityInfo').locator('h1').first().waitFor();
  await expect(rowOf(page, 'firstName')).toContainText('This does not match your ID. Please correct it.');
  // Shown once, above all fields concerned, and announced at each.
  await expect(shown(page).locator('.field-correction')).toHaveCount(1);
  await expect(page.getByRole('textbox', { name: 'Last name' })).toHaveAccessibleDescription(/This does not match your ID/);
  await expectAccessible(page, 'identity sent back');
  expect(await openFields(page, ['firstName', 'lastName', 'idType'])).toEqual(['firstName', 'lastName', 'idType']);
  await fillForm(page, 'identity', { firstName: 'Maria Luz', ...ownNumbers()['identity'] });
  await nextButton(page).click();
  await page.waitForURL('**/review');
  await press(page, 'Send application');
  await page.waitForURL('**/homeIndex');
  await expect(shown(page).getByText('Your application is accepted')).toBeVisible();
});

test('L06 a failed payment says so, books nothing, and can be repeated', async ({ page }) => {
  const borrower = await indebtedBorrower(page, server);
  await order(server, 'collection', 'declinedFails');
  await open(page, '/repay', 'repay');
  await press(page, /^Pay ₱/);
  await current(page, 'ksResult').locator('h1').first().waitFor();
  await mark(page);
  await settle(server, 'collection');
  await expect(shown(page).getByText('It did not go through')).toBeVisible({ timeout: 20_000 });
  expect(await isSameVisit(page)).toBe(true);
  await expectAccessible(page, 'failed');
  expect(await loanOf(borrower)).toMatchObject({ state: 'active', paidCents: 0 });
  await press(page, 'Try again');
  await current(page, 'repay').locator('h1').first().waitFor();
  await press(page, /^Pay ₱/);
  await settle(server, 'collection');
  await expect(shown(page).getByText('Thank you, it has arrived')).toBeVisible({ timeout: 20_000 });
  expect(await loanOf(borrower)).toMatchObject({ state: 'settled' });
});

test('L05 with an open loan no screen offers a withdrawal', async ({ page }) => {
  const borrower = await indebtedBorrower(page, server);
  for (const [route, screen] of [
    ['/allWithdraw', 'allWithdraw'],
    ['/withdrawPage', 'withdrawPage'],
  ] as const) {
    await open(page, route, screen);
    await expect(shown(page).getByText('One loan at a time')).toBeVisible();
  }
  await open(page, '/withdrawConfirm', 'withdrawConfirm');
  await expect(shown(page).getByText('You have already agreed to a loan.')).toBeVisible();
  expect(await (await borrower.post('/api/loans', usualChoice)).json()).toMatchObject({ code: 'openLoan' });
});

test('L14 after a cancellation and the return of the money the coupon is released and a new loan is possible', async ({ page }) => {
  const borrower = await failedPayout(page, 'settlesAtOnce', 'welcome');
  const { id } = await reached(server, borrower, 'active');
  await cancelAtDesk((role) => atDesk(server, role), String(id), 'The borrower changed her mind.');
  await expect
    .poll(async () => {
      await settle(server, 'collection');
      return (await loanOf(borrower)).state;
    })
    .toBe('cancelled');
  await open(page, '/homeIndex', 'homeIndex');
  await expect(shown(page).getByText('Your loan was cancelled. Nothing is owed.')).toBeVisible();
  await expect(shown(page).getByText('1 coupon')).toBeVisible();
  await expectAccessible(page, 'cancelled');
});

test('while withdrawals are paused the screen says so, and afterwards the borrower can continue', async ({ page }) => {
  await acceptedBorrower(page, server);
  await open(page, '/withdrawPage', 'withdrawPage');
  await press(page, 'See all costs');
  await current(page, 'withdrawConfirm').locator('h1').first().waitFor();
  await press(page, 'Go on to sign');
  await press(page, 'Type your name instead');
  await shown(page).getByRole('textbox', { name: 'Your full name' }).fill('Maria Santos');
  const desk = await atDesk(server, 'underwriter');
  const pause = (paused: boolean) => desk('PUT', '/api/staff/withdrawals', { paused, reason: 'The provider is down.' });
  await pause(true);
  try {
    await press(page, /^Sign and receive/);
    const said = page.getByRole('alertdialog');
    await expect(said).toContainText('Withdrawals are paused for a short time. Please try again later.');
    await said.getByRole('button').first().click();
    await page.goto(`${server.url}/homeIndex`);
    await expect(shown(page).getByText('Withdrawals are paused')).toBeVisible();
    await expectAccessible(page, 'paused');
  } finally {
    await pause(false);
  }
  await page.reload();
  await expect(shown(page).getByText('Your loan statement is ready')).toBeVisible();
});

test('on an old session money needs a code, and the drawn signature survives it', async ({ browser }) => {
  test.setTimeout(180_000);
  const { borrower, cookies, since } = stale;
  const context = await browser.newContext({ ...(test.info().project.use as BrowserContextOptions), storageState: cookies });
  await borrower.enter(context);
  const page = await context.newPage();
  await open(page, '/withdrawPage', 'withdrawPage', strict);
  await press(page, 'See all costs');
  await current(page, 'withdrawConfirm').locator('h1').first().waitFor();
  await press(page, 'Go on to sign');
  await press(page, 'Type your name instead');
  await shown(page).getByRole('textbox', { name: 'Your full name' }).fill('Maria Santos');
  await page.waitForTimeout(Math.max(0, since + (freshSeconds + 1) * 1000 - Date.now()));
  await press(page, /^Sign and receive/);
  await current(page, 'confirmCode').locator('h1').first().waitFor();
  await expectAccessible(page, 'confirmCode');
  await press(page, 'Send me the code');
  await expect(shown(page).getByText(/^We sent a code of 4 digits/)).toBeVisible();
  await fillForm(page, 'freshCode', { code: await strict.lastCode(borrower.phone) });
  await current(page, 'signature').locator('h1').first().waitFor();
  await expect(shown(page).getByRole('textbox', { name: 'Your full name' })).toHaveValue('Maria Santos');
  await press(page, /^Sign and receive/);
  await current(page, 'loanInfo').locator('h1').first().waitFor();
  await context.close();
});
