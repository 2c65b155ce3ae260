import { type Browser, type BrowserContextOptions, expect, type Page, test } from '@playwright/test';
import { openAt } from './support/api.ts';
import { exampleOf, fillForm } from './support/fill.ts';
import { nextButton, onboarding, register } from './support/journey.ts';
import { manyFromOneAddress, type RunningServer, startServer } from './support/server.ts';

/** The shortest interval between two codes that the configuration allows. */
const resendAfterSeconds = 10;

test.use({ navigationTimeout: 60_000 });

let server: RunningServer;
test.beforeAll(async () => {
  test.setTimeout(120_000);
  server = await startServer({
    change: (copy) => {
      manyFromOneAddress(copy);
      // One person logs in on two devices within a minute.
      copy.edit<{ resendAfterSeconds: number }>('flows/login.json', (login) => (login.resendAfterSeconds = resendAfterSeconds));
    },
  });
});
test.afterAll(() => server.stop());

const row = (page: Page, field: string) => page.locator(`[data-current] [data-field="${field}"]`);
const at = (page: Page, screen: string) => page.locator(`[data-current][data-screen="${screen}"]`);
const byId = (step: string) => onboarding.steps.find(({ id }) => id === step)!;

/** The values in the controls of the screen. */
const shownAnswers = (page: Page) =>
  page.locator('[data-current] form:visible').evaluate((form) =>
    [...form.querySelectorAll<HTMLElement>('input:not([type=file]), select, textarea, .control-choice')].map((control) => {
      if (control instanceof HTMLInputElement && ['radio', 'checkbox'].includes(control.type)) return control.checked;
      return 'value' in control && control.tagName !== 'BUTTON' ? control.value : control.textContent;
    }),
  );

/** Another phone or computer, which shares no data with this one. */
const otherDevice = async (browser: Browser) => (await browser.newContext(test.info().project.use as BrowserContextOptions)).newPage();

test('F01 F05 F08 F09 F10 closing the tab at each half-filled step loses nothing on this device', async ({ page, context }) => {
  test.setTimeout(240_000);
  await openAt(page, server, 'identity');
  let tab = page;
  for (const { form, route } of onboarding.steps) {
    if (!form) continue;
    const answers = Object.entries(exampleOf(form));
    const half = Math.ceil(answers.length / 2);
    await nextButton(tab).waitFor();
    await fillForm(tab, form, Object.fromEntries(answers.slice(0, half)));
    // Longer than the draft's delay, shorter than a person takes.
    await tab.waitForTimeout(600);
    const before = await shownAnswers(tab);
    await tab.close();
    tab = await context.newPage();
    // The last page of the flow redirects to the borrower's position.
    await tab.goto(`${server.url}/review`);
    await tab.waitForURL(`**${route}`);
    await nextButton(tab).waitFor();
    await expect.poll(() => shownAnswers(tab), route).toEqual(before);
    await fillForm(tab, form, Object.fromEntries(answers.slice(half)));
    await nextButton(tab).click();
    await tab.waitForURL((url) => url.pathname !== route);
  }
  await tab.waitForURL('**/review');
});

test('another device opens the same step with the earlier answers, and secrets masked until changed', async ({ page, browser }) => {
  test.setTimeout(240_000);
  const borrower = await openAt(page, server, 'personalMore');
  const other = await otherDevice(browser);
  await page.waitForTimeout(resendAfterSeconds * 1000);
  await register(other, server, borrower.phone);
  await other.goto(`${server.url}/review`);
  await other.waitForURL('**/baseInfo2');
  await other.goto(`${server.url}/identityInfo`);
  await expect(row(other, 'firstName').getByRole('textbox')).toHaveValue('Maria');
  await expect(row(other, 'idNumber')).toContainText('••••');
  await expect(row(other, 'idNumber').getByRole('textbox')).toHaveCount(0);
  expect(await other.content()).not.toContain('CRN011123456789');
  // Stored answers need no retyping. The connection is cut, and the step is saved after the person has come back to it.
  const save = Promise.withResolvers<void>();
  let isCut = true;
  await other.route('**/steps/identity', async (route) => {
    if (isCut) return route.abort('connectionreset');
    await save.promise;
    await route.continue();
  });
  await nextButton(other).click();
  await other.waitForURL('**/baseInfo2');
  isCut = false;
  await other.goto(`${server.url}/identityInfo`);
  await row(other, 'idNumber').getByRole('button').click();
  const input = row(other, 'idNumber').getByRole('textbox');
  await expect(input).toBeFocused();
  const saved = other.waitForResponse('**/steps/identity');
  save.resolve();
  expect((await saved).status()).toBe(200);
  await other.waitForTimeout(500);
  await expect(input).toBeFocused();
  await expect(input).toHaveValue('');
  // A borrower who pressed Change by mistake can keep the saved answer.
  await input.fill('CRN0');
  await row(other, 'idNumber').getByRole('button', { name: 'Keep the saved answer' }).click();
  await expect(row(other, 'idNumber')).toContainText('••••');
  await expect(input).toHaveCount(0);
  await expect(row(other, 'idNumber').getByRole('button', { name: 'Change' })).toBeFocused();
  await other.context().close();
});

test('a deep link beyond the position leads to the position', async ({ page }) => {
  await openAt(page, server, 'personalMore');
  for (const route of ['/workInfo', '/bankInfo', '/faceInfo', '/review']) {
    await page.goto(server.url + route);
    await page.waitForURL('**/baseInfo2');
    await expect(at(page, 'baseInfo2')).toBeVisible();
  }
});

test('G02 going back, by arrow or browser, restores every answer', async ({ page }) => {
  await openAt(page, server, 'personalMore');
  await nextButton(page).waitFor();
  await fillForm(page, 'personalMore');
  await nextButton(page).click();
  await at(page, 'workInfo').waitFor();
  await page.locator('input[value="student"]').check({ force: true });
  await row(page, 'schoolName').getByRole('textbox').fill('University of the Phil');

  await at(page, 'workInfo').locator('header button').first().click();
  await at(page, 'baseInfo2').waitFor();
  await expect(row(page, 'loanPurpose').locator('select')).toHaveValue('medical');
  await at(page, 'baseInfo2').locator('header button').first().click();
  await at(page, 'baseInfo').waitFor();
  await page.goBack();
  await at(page, 'baseInfo2').or(at(page, 'workInfo')).first().waitFor();
  // A draft is saved 400 ms after the last key, so wait before the page is killed.
  await page.waitForTimeout(1000);
  await page.goto(`${server.url}/workInfo`);
  await expect(row(page, 'schoolName').getByRole('textbox')).toHaveValue('University of the Phil');
});

test('an answer is changed from the review, and Next leads back to it', async ({ page }) => {
  await openAt(page, server, 'review');
  const review = at(page, 'review');
  await review.locator(`a[href="${byId('work').route}"]`).click();
  await at(page, 'workInfo').waitFor();
  await row(page, 'companyName').getByRole('textbox').fill('Bago Trading');
  await nextButton(page).click();
  await review.waitFor();
  await expect(review.getByText('Bago Trading')).toBeVisible();
});

test('two tabs: one asks before it overwrites what the other saved', async ({ page, context }) => {
  const borrower = await openAt(page, server, 'personalMore');
  await nextButton(page).waitFor();
  const second = await context.newPage();
  await second.goto(`${server.url}/baseInfo2`);
  await nextButton(second).waitFor();
  await fillForm(page, 'personalMore');
  await nextButton(page).click();
  await at(page, 'workInfo').waitFor();
  await expect.poll(async () => (await borrower.snapshot()).answers['personalMore']).toMatchObject({ loanPurpose: 'medical' });
  await fillForm(second, 'personalMore', { ...exampleOf('personalMore'), loanPurpose: 'rent' });
  await nextButton(second).click();
  await expect(second.locator('[data-current] .notice').first()).toBeVisible();
  expect((await borrower.snapshot()).answers['personalMore']).toMatchObject({ loanPurpose: 'medical' });
  // The same button ignores presses within a second of the last one (G08).
  await second.waitForTimeout(1000);
  await nextButton(second).click();
  await at(second, 'workInfo').waitFor();
  await expect.poll(async () => (await borrower.snapshot()).answers['personalMore']).toMatchObject({ loanPurpose: 'rent' });
});

test('E01 offline the screen says so, keeps the input, and sends it when the network is back', async ({ page, context }) => {
  const borrower = await openAt(page, server, 'personalMore');
  await nextButton(page).waitFor();
  await page.waitForLoadState('networkidle');
  await context.setOffline(true);
  await expect(page.locator('.offline')).toBeVisible();
  await fillForm(page, 'personalMore');
  await nextButton(page).click();
  await expect(page.getByText(/No connection/).first()).toBeVisible();
  expect((await borrower.snapshot()).position.step?.id).toBe('personalMore');
  await context.setOffline(false);
  await expect(page.locator('.offline')).toHaveCount(0);
  await expect.poll(async () => (await borrower.snapshot()).position.step?.id).toBe('work');
  expect((await borrower.snapshot()).answers['personalMore']).toMatchObject(exampleOf('personalMore'));
});
