import { expect } from '@playwright/test';
import { expectNoEnglish } from './support/english.ts';
import { fillForm } from './support/fill.ts';
import { expectAccessible, freshPhone, nextButton, walk } from './support/journey.ts';
import { test } from './support/shared.ts';

test.describe.configure({ mode: 'parallel' });

test.use({ navigationTimeout: 20_000 });

const offered = [
  { code: 'hi', name: 'हिन्दी' },
  { code: 'fil', name: 'Pilipino' },
];

for (const { code, name } of offered) {
  test(`G03 the whole journey in ${code}: chosen without a reload, kept, accessible, with no English left`, async ({ page, server }) => {
    test.setTimeout(240_000);
    await page.goto(`${server.url}/start`);
    await page.evaluate(() => Object.assign(window, { sameVisit: true }));
    await page.getByRole('button', { name, exact: true }).click();
    await expect(page.locator('html')).toHaveAttribute('lang', code);
    expect(await page.evaluate(() => localStorage.getItem('language'))).toBe(code);
    const check = async (step: string) => {
      await expectAccessible(page, `${code} ${step}`);
      await expectNoEnglish(page, step);
    };
    await check('start');
    await page.locator('[data-current] .button').first().click();
    await page.waitForURL('**/register');
    expect(await page.evaluate(() => 'sameVisit' in window)).toBe(true);
    await nextButton(page).click();
    await page.locator('.field-problem:visible').first().waitFor();
    await check('register');

    const phone = freshPhone();
    await fillForm(page, 'phone', { phone, privacyAccepted: true });
    await nextButton(page).click();
    await page.waitForURL('**/verifyCode');
    await check('verifyCode');
    await fillForm(page, 'verify', { code: await server.lastCode(phone) });
    await page.waitForURL('**/homeIndex');
    await check('home');

    await page.goto(`${server.url}/identityInfo`);
    await expect(page.locator('html')).toHaveAttribute('lang', code);
    await walk(page, { visit: check });
    await page.waitForURL('**/homeIndex');
    await expect(page.getByText('₱').first()).toBeVisible();
    await check('decision');
    await page.goto(`${server.url}/loanInfo`);
    await check('loanInfo');
  });
}

test('G03 the SMS with the code is in the chosen language', async ({ page, server }) => {
  const phone = freshPhone();
  await page.goto(`${server.url}/login`);
  await page.getByRole('button', { name: 'हिन्दी', exact: true }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'hi');
  await fillForm(page, 'phone', { phone, privacyAccepted: true });
  await nextButton(page).click();
  await page.waitForURL('**/verifyCode');
  expect(await server.lastSms(phone)).toMatch(/\p{Script=Devanagari}/u);
});

test('G03 unsaved input survives a language change', async ({ page, server }) => {
  await page.goto(`${server.url}/login`);
  await page.getByRole('textbox').first().fill('91712');
  await page.getByRole('button', { name: 'Pilipino' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'fil');
  await expect(page.getByRole('textbox').first()).toHaveValue('917 12');
});

test('G04 the three complete languages are offered, Chinese is not, even on request', async ({ page, request, server }) => {
  await page.goto(`${server.url}/start`);
  await expect(page.locator('.languages button')).toHaveText(['English', 'हिन्दी', 'Pilipino']);
  const answer = await request.get(`${server.url}/start`, { headers: { 'accept-language': 'zh-CN,zh;q=0.9', cookie: 'language=zh' } });
  expect(await answer.text()).toMatch(/<html[^>]* lang="en"/);
});
