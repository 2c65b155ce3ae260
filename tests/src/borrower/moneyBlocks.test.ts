import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { violationsOf } from '../../support/axe.ts';
import { logOf, openStage, overflowing, type Stage } from './stage/browser.ts';

/** A busy machine may slow a page down. */
const slowly = { timeout: 10_000 };

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage?.close());

const calls = async (page: Page, operation: string) => (await logOf(page)).filter((line) => line.startsWith(operation));

/** All kinds of blocks on one page, because loading a page takes longer than checking it. */
const all = '';

test.each(['light', 'dark'])('every block renders and is accessible in the %s theme', async (theme) => {
  const page = await stage.page(all, `theme=${theme}`);
  await page.getByText('You receive').first().waitFor();
  expect(await violationsOf(page)).toEqual([]);
  expect((await logOf(page)).filter((line) => line.startsWith('report'))).toEqual([]);
  await page.close();
});

test('every block fits 320 px at double text size in the longest language', async () => {
  const page = await stage.page(all, 'language=fil&termDays=90', 320);
  await page.getByText('Matatanggap mo').first().waitFor();
  await page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
  expect(await overflowing(page)).toEqual([]);
  await page.close();
});

describe('K02 the choice of a repayment', () => {
  test('shows what each choice costs, settles and leaves, and the cost of settling today', async () => {
    const page = await stage.page('repayment');
    const choices = page.getByRole('navigation', { name: 'What to pay' });
    expect(await choices.getByRole('link').allInnerTexts()).toEqual([
      expect.stringMatching(/In full\s+₱5,050\.00\s+Settles the loan/),
      expect.stringMatching(/More time\s+₱220\.00\s+Moves the rest, ₱5,000\.00, to June 23, 2026/),
    ]);
    expect(await choices.locator('[aria-current]').innerText()).toContain('More time');
    await page.getByText('Settling the loan today would cost ₱5,050.00 instead: ₱120.00 less in all.').waitFor();
    expect(await page.getByText('₱5,000.00, due June 23, 2026').isVisible()).toBe(true);
    await page.close();
  });

  test('shows what a chosen coupon saves and what remains to pay', async () => {
    const page = await stage.page('repayment');
    await page.getByText('Your coupon saves').waitFor();
    const rows = await page.locator('.facts-row').allInnerTexts();
    expect(rows.map((row) => row.replaceAll(/\s+/g, ' '))).toEqual([
      'Extension fee ₱80.00',
      'Interest of the whole term ₱140.00',
      'In all ₱220.00',
      'Your coupon saves ₱50.00',
      'To pay today ₱170.00',
      'Left after it ₱5,000.00, due June 23, 2026',
    ]);
    await page.close();
  });

  test('presents the timeline to screen readers as a table by day and choice', async () => {
    const page = await stage.page('repayment');
    const table = page.getByRole('table', { name: 'What each choice costs, by day' });
    expect(await table.getByRole('columnheader').allInnerTexts()).toEqual(['Day', 'In full', 'More time']);
    const late = table.getByRole('row').filter({ has: page.getByRole('rowheader', { name: /7 days late/ }) });
    expect(await late.getByRole('cell').allInnerTexts()).toEqual(['₱5,199.96', 'not possible']);
    await page.close();
  });
});

describe('the offer of a loan', () => {
  const amount = (page: Page) => page.getByRole('textbox', { name: 'How much do you need?' });

  test('starts in the middle; slider, steps and typing choose the same amount', async () => {
    const page = await stage.page('offer');
    expect(await amount(page).inputValue()).toBe('2,900');
    await page.getByRole('button', { name: 'More: ₱3,000' }).click();
    expect(await amount(page).inputValue()).toBe('3,000');
    await page.getByRole('slider').press('End');
    expect(await amount(page).inputValue()).toBe('4,870.5');
    expect(await page.getByRole('slider').getAttribute('aria-valuetext')).toBe('₱4,870.50');
    await page.getByRole('button', { name: 'Less: ₱4,800' }).click();
    await amount(page).fill('1,500');
    expect(await page.getByRole('slider').inputValue()).toBe('5');
    await page.close();
  });

  test('hides what its figures would move until they arrive', async () => {
    const page = await stage.page(all, 'hold=loans.quote');
    const below = [page.getByRole('button', { name: 'Continue' }).first(), page.getByText('Your payments').first()];
    await page.locator('.offer > .skeleton-first').first().waitFor();
    const visible = () => Promise.all(below.map((each) => each.isVisible()));
    expect(await visible()).toEqual([false, false]);
    await page.evaluate(() => window.stage.letGo());
    await expect.poll(visible, slowly).toEqual([true, true]);
    await page.close();
  });

  test('requests figures after the input settles, and dims the last ones meanwhile', async () => {
    const page = await stage.page('offer');
    await page.getByText('₱2,981.20', { exact: true }).waitFor();
    const before = (await calls(page, 'loans.quote')).length;
    // Change it in one go, because on a busy machine key presses could be further apart than the debounce.
    await page.getByRole('slider').evaluate((slider: HTMLInputElement) => {
      for (const step of [20, 21, 22, 23, 24]) {
        // Bypass React's own setter, as a user's input does.
        Reflect.set(HTMLInputElement.prototype, 'value', String(step), slider);
        slider.dispatchEvent(new Event('input', { bubbles: true }));
      }
    });
    await page.locator('.offer-figures[data-stale]').waitFor();
    await page.getByText('₱3,495.20', { exact: true }).waitFor();
    expect((await calls(page, 'loans.quote')).length - before).toBe(1);
    expect(await page.locator('output', { hasText: 'You repay' }).textContent()).toContain('You repay on March 16, 2026: ₱3,495.20');
    await page.close();
  });

  test.each([
    ['500', 'The smallest amount is ₱1,000.'],
    ['9000', 'You can borrow up to ₱4,870.50 now.'],
    ['1550', 'Please choose a multiple of ₱100.'],
  ])('says what is wrong with %s and does not go on with it', async (typed, problem) => {
    const page = await stage.page('offer');
    await amount(page).fill(typed);
    await page.getByRole('alert').filter({ hasText: problem }).waitFor();
    await page.getByRole('button', { name: 'Continue' }).click({ force: true });
    expect(await calls(page, 'loans.prepare')).toEqual([]);
    await page.close();
  });

  test('passes amount and term to its action', async () => {
    const page = await stage.page('offer');
    await amount(page).fill('1200');
    await page.getByRole('radio', { name: '90 days' }).check();
    await page.getByText('₱1,416.00', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect.poll(() => calls(page, 'loans.prepare'), slowly).toEqual(['loans.prepare {"amountCents":120000,"termDays":90}']);
    await page.close();
  });

  test('says when it is offline, and requests again when the network is back', async () => {
    const page = await stage.page('offer');
    await page.getByText('₱2,981.20', { exact: true }).waitFor();
    await page.evaluate(() => window.stage.setOnline(false));
    await amount(page).fill('2000');
    await page.getByText('You are offline.').waitFor();
    await page.evaluate(() => window.stage.setOnline(true));
    await page.getByText('₱2,056.00', { exact: true }).waitFor();
    expect(await page.getByText('You are offline.').count()).toBe(0);
    await page.close();
  });

  test('of a loan that is sent later shows the number of days but no date', async () => {
    const page = await stage.page('later');
    const said = page.locator('output', { hasText: 'You repay' });
    await expect.poll(() => said.textContent(), slowly).toContain('You repay 14 days after it is sent: ₱2,981.20');
    expect(await page.locator('.offer').innerText()).not.toContain('2026');
    await page.close();
  });

  test('of the whole limit asks for the term only', async () => {
    const page = await stage.page('all');
    await page.getByText('Your whole limit').waitFor();
    expect(await page.getByRole('slider').count()).toBe(0);
    await page.getByText('You receive').first().waitFor();
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect.poll(() => calls(page, 'loans.prepare'), slowly).toEqual(['loans.prepare {"amountCents":487050,"termDays":14}']);
    await page.close();
  });
});

describe('the disclosure', () => {
  test('shows each charge in pesos and centavos, the rate, and late charges', async () => {
    const page = await stage.page('disclosure', 'termDays=90');
    const text = await page.locator('.disclosure').textContent();
    for (const said of [
      '− ₱50.00',
      '− ₱20.00',
      '− ₱9.00',
      '+ ₱5.00',
      '₱4,926.00',
      '₱5,900.00',
      '8.64%',
      '₱974.00',
      '0.16%',
      'May 16, 2026',
    ])
      expect(text).toContain(said);
    await page.close();
  });

  test('follows the language without a reload', async () => {
    const page = await stage.page('disclosure');
    await page.evaluate(() => window.stage.setLanguage('fil'));
    await page.getByText('Saan napupunta ang bawat pisong babayaran mo').waitFor();
    expect(await page.getByText('Where each peso').count()).toBe(0);
    await page.close();
  });
});

describe('the choice of a coupon', () => {
  test('caps the saving at the price, and says before the choice what lapses', async () => {
    const page = await stage.page('coupons');
    const option = page.locator('.coupon-option').filter({ hasText: 'Large voucher' });
    await option.waitFor();
    expect(await option.innerText()).toMatch(
      /₱35\.60 off[^]*It is worth ₱200\. The other ₱164\.40 lapses, because a coupon can be used once\./,
    );
    await page.close();
  });

  test('shows it at once, passes it to the action, and accepts none', async () => {
    const page = await stage.page('coupons');
    await page.getByRole('radio', { name: '₱200 off' }).check();
    await page.getByText('Chosen: c2').waitFor();
    await page.getByRole('radio', { name: 'No coupon' }).check();
    await expect.poll(() => page.getByText('Chosen:').count(), slowly).toBe(0);
    expect(await calls(page, 'coupons.choose')).toEqual(['coupons.choose {"couponId":"c2"}', 'coupons.choose {}']);
    await page.close();
  });

  test('E15 disables unusable coupons and says why', async () => {
    const page = await stage.page('coupons');
    expect(await page.getByRole('radio', { name: 'Home screen coupon' }).isDisabled()).toBe(true);
    await page.getByText('can only be used for full repayment').waitFor();
    await page.close();
  });

  test('restores the previous choice after a refusal', async () => {
    const page = await stage.page('coupons');
    await page.evaluate(() => (window.stage.refuse['coupons.choose'] = 'couponUnavailable'));
    await page.getByRole('radio', { name: '₱200 off' }).click();
    await expect.poll(() => page.getByRole('radio', { name: 'No coupon' }).isChecked(), slowly).toBe(true);
    await page.close();
  });
});

test('a chosen coupon that has disappeared is dropped, not sent', async () => {
  const page = await stage.page('localCoupons');
  await page.getByRole('radio', { name: '₱200 off' }).check();
  await page.getByText('Chosen: c2').waitFor();
  await page.evaluate(() => window.stage.screen.set('local.couponId', 'used'));
  await expect.poll(() => page.evaluate(() => window.stage.screen.evaluate('local.?couponId')), slowly).toBe(undefined);
  expect(await page.getByRole('radio', { name: 'No coupon' }).isChecked()).toBe(true);
  await page.close();
});

test('a long list shows a page, and more when asked', async () => {
  const page = await stage.page('couponList');
  expect(await page.getByRole('article').count()).toBe(3);
  await page.getByRole('button', { name: 'Show more' }).click();
  expect(await page.getByRole('article').count()).toBe(5);
  expect(await page.getByRole('button', { name: 'Show more' }).count()).toBe(0);
  await page.close();
});

test('a table shown as cards keeps its headings for screen readers', async () => {
  const page = await stage.page('table');
  expect(await page.getByRole('columnheader').allTextContents()).toEqual(['When', 'What for', 'Amount']);
  expect(await page.getByRole('row').count()).toBe(3);
  await page.getByRole('button', { name: 'Show more' }).click();
  expect(await page.getByRole('row').count()).toBe(5);
  await page.close();
});

test('tabs have one tab stop, arrow keys choose, and the panel is named by its tab; links mark the current one', async () => {
  const page = await stage.page('segments');
  const gone = page.getByRole('tab', { name: 'Used and expired' });
  expect(await gone.getAttribute('aria-selected')).toBe('true');
  await gone.focus();
  await page.keyboard.press('ArrowRight');
  expect(await page.getByRole('tab', { name: 'Ready' }).getAttribute('aria-selected')).toBe('true');
  await page.getByRole('tabpanel', { name: 'Ready' }).waitFor();
  expect(await page.getByRole('link', { name: 'This way' }).getAttribute('aria-current')).toBe('page');
  await page.getByRole('link', { name: 'The other way' }).click();
  expect(await logOf(page)).toContain('go /there');
  await page.close();
});

test('pending work is polled until it is done, and the change is announced', async () => {
  const page = await stage.page('progress');
  await expect.poll(async () => (await calls(page, 'loans.current')).length, slowly).toBeGreaterThan(1);
  const status = page.locator('output', { hasText: 'Where your money is' });
  expect(await status.textContent()).toBe('Where your money is: We are sending it, in progress');
  await page.evaluate(() => window.stage.setLoan('active'));
  await expect.poll(() => status.textContent(), slowly).toBe('Where your money is: It has arrived, done');
  const asked = (await calls(page, 'loans.current')).length;
  await page.waitForTimeout(2500);
  expect((await calls(page, 'loans.current')).length).toBe(asked);
  await page.close();
});

test('a file opens at the address that the operation returned', async () => {
  const page = await stage.page('small');
  await page.getByRole('button', { name: 'Save the file' }).click();
  await expect.poll(() => logOf(page), slowly).toContain('open /files/agreement.pdf');
  await page.close();
});
