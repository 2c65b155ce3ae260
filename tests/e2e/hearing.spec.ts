import { expect, type Page } from '@playwright/test';
import { openAt } from './support/api.ts';
import { exampleOf, fillForm } from './support/fill.ts';
import { freshPhone, nextButton } from './support/journey.ts';
import { acceptedBorrower, current, indebtedBorrower, loanOf, shown } from './support/money.ts';
import { test } from './support/shared.ts';

// What a screen reader announces, and where focus is afterwards.
test.use({ navigationTimeout: 20_000 });

/** Holds back the calls of an operation until they are released. */
async function hold(page: Page, path: string): Promise<() => void> {
  const held = Promise.withResolvers<void>();
  await page.route(path, async (route) => {
    await held.promise;
    await route.continue();
  });
  return held.resolve;
}

test('S32 G14 a wrong code is announced, and typing the next code replaces it', async ({ page, server }) => {
  const phone = freshPhone();
  await page.goto(`${server.url}/register`);
  await fillForm(page, 'phone', { phone, privacyAccepted: true });
  await nextButton(page).click();
  await page.waitForURL('**/verifyCode');
  const right = await server.lastCode(phone);
  const code = shown(page).locator('[data-field="code"] input');
  await expect(code).toBeFocused();
  await page.keyboard.type(Array.from(right, (digit) => (Number(digit) + 1) % 10).join(''));
  await expect(shown(page).getByRole('alert')).toContainText('The code is incorrect');
  await expect(code).toBeFocused();
  // The double-tap guard lets one tap per second through.
  await page.waitForTimeout(1000);
  await page.keyboard.type(right);
  await page.waitForURL('**/homeIndex');
});

test('G14 a refused save is announced, with links to the errors', async ({ page, server }) => {
  await openAt(page, server, 'work');
  await current(page, 'workInfo').locator('h1').waitFor();
  await page.route('**/steps/work', (route) =>
    route.fulfill({
      status: 422,
      contentType: 'application/problem+json',
      body: JSON.stringify({ type: 'about:blank', status: 422, code: 'invalidAnswers', problems: [{ code: 'pattern', path: '/income' }] }),
    }),
  );
  await fillForm(page, 'work', exampleOf('work'));
  await nextButton(page).click();
  await expect(shown(page).getByRole('alert').getByRole('link')).toHaveCount(1);
});

test('G14 a screen announces its heading before its data, and that it is loading', async ({ page, server }) => {
  await acceptedBorrower(page, server);
  await page.goto(`${server.url}/homeIndex`);
  await shown(page).getByText('₱').first().waitFor();
  const letGo = await hold(page, '**/api/loans/current');
  await page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('[data-current] .links a, [data-current] .links button')]
      .find(({ textContent }) => textContent.includes('pplication'))
      ?.click(),
  );
  const screen = current(page, 'loanInfo');
  await expect(screen.getByRole('heading', { level: 1, name: 'Your loan application' })).toBeFocused();
  await expect(page).toHaveTitle(/^Your loan application/);
  const status = screen.getByRole('status').filter({ hasText: 'Loading' });
  await expect(status).toHaveCount(1);
  letGo();
  await expect(status).toHaveCount(0);
  await expect(screen.locator('h1')).toHaveCount(1);
});

test('S09 G14 after the bank is chosen the focus returns to the bank', async ({ page, server }) => {
  await openAt(page, server, 'bank');
  await fillForm(page, 'bank', { payoutMethod: 'bank' });
  const bank = current(page, 'bankInfo').locator('[data-field="bankName"] button');
  await bank.click();
  await current(page, 'bankName').getByRole('option').or(current(page, 'bankName').locator('[role=radio], li button')).nth(3).click();
  await current(page, 'bankInfo').waitFor();
  await expect(bank).toBeFocused();
});

test('S35 back from the agreement the scroll position is restored', async ({ page, server }) => {
  await acceptedBorrower(page, server);
  await page.goto(`${server.url}/withdrawPage`);
  await shown(page).getByRole('button', { name: 'See all costs' }).click();
  const agreement = current(page, 'withdrawConfirm')
    .getByRole('link', { name: /Read/ })
    .or(current(page, 'withdrawConfirm').getByRole('button', { name: /Read/ }))
    .first();
  await agreement.scrollIntoViewIfNeeded();
  const before = await page.evaluate(() => window.scrollY);
  expect(before).toBeGreaterThan(200);
  await agreement.click();
  await current(page, 'loan').locator('h1').waitFor();
  await page.goBack();
  await current(page, 'withdrawConfirm').waitFor();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(before);
});

test('S29 payment details are copied with one tap', async ({ page, server, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const borrower = await indebtedBorrower(page, server);
  const { id, payoffCents } = await loanOf(borrower);
  const begun = await borrower.post('/api/repayments', { loanId: id, kind: 'full', expectedCents: payoffCents });
  const { id: repaymentId } = (await begun.json()) as { id: string };
  await page.goto(`${server.url}/KSResult?repayment=${repaymentId}`);
  await shown(page).getByRole('button', { name: 'Copy the amount', exact: true }).click();
  await expect(shown(page).getByRole('status').filter({ hasText: 'Copied' })).toHaveCount(1);
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe((Number(payoffCents) / 100).toFixed(2));
});

test('S40 P01 after logging out Back shows nothing of a payment', async ({ page, server }) => {
  const borrower = await indebtedBorrower(page, server);
  const { id, payoffCents } = await loanOf(borrower);
  const begun = await borrower.post('/api/repayments', { loanId: id, kind: 'full', expectedCents: payoffCents });
  const { id: repaymentId } = (await begun.json()) as { id: string };
  await page.goto(`${server.url}/KSResult?repayment=${repaymentId}`);
  await shown(page).getByRole('button', { name: 'Go to Home' }).click();
  await current(page, 'homeIndex').waitFor();
  await page.getByRole('link', { name: 'Me', exact: true }).click();
  await current(page, 'my').getByRole('button', { name: 'Log out' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Log out' }).click();
  await page.waitForURL('**/start');
  for (let times = 0; times < 2; times += 1) {
    await page.goBack();
    await current(page, 'login').waitFor();
  }
  await expect(page.getByText('Your payment')).toHaveCount(0);
});
