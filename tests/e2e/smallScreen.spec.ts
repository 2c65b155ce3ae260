import { expect, type Locator } from '@playwright/test';
import { openAt } from './support/api.ts';
import { fillForm } from './support/fill.ts';
import { nextButton } from './support/journey.ts';
import { acceptedBorrower, current, reached, shown, withdraw } from './support/money.ts';
import { test } from './support/shared.ts';

test.use({ viewport: { width: 320, height: 568 }, hasTouch: true, isMobile: true });

const boxOf = async (locator: Locator) => {
  const box = await locator.boundingBox();
  if (!box) throw new Error('It is not on the screen.');
  return box;
};

test('at 320 × 568 Withdraw is above the tabs in each language, and no dialog covers the decision', async ({ page, server }) => {
  const borrower = await acceptedBorrower(page, server);
  await borrower.enter(page.context());
  for (const language of ['en', 'hi', 'fil']) {
    await page.context().addCookies([{ name: 'language', value: language, url: server.url }]);
    await page.addInitScript((code) => localStorage.setItem('language', code), language);
    await page.goto(`${server.url}/homeIndex`);
    const button = current(page, 'homeIndex').locator('.status .button').first();
    await expect(button).toBeVisible();
    await expect(page.getByRole('dialog')).toBeHidden();
    const [own, tabs] = [await boxOf(button), await boxOf(page.locator('.tabs:visible'))];
    expect(own.y + own.height, language).toBeLessThanOrEqual(tabs.y);
  }
});

test('the schedule of the agreement is not cut off at 320 or 390 px', async ({ page, server }) => {
  const borrower = await acceptedBorrower(page, server);
  await withdraw(borrower);
  await reached(server, borrower, 'active');
  await borrower.enter(page.context());
  await page.goto(`${server.url}/loan`);
  const schedule = shown(page).locator('.document-table', { hasText: 'Due date' }).first();
  await expect(schedule).toBeVisible();
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 844 });
    const hidden = () => schedule.evaluate((element) => element.scrollWidth - element.clientWidth);
    await expect.poll(hidden, { message: `px of the schedule that are cut off at ${width}` }).toBeLessThanOrEqual(0);
  }
});

test("the offline notice keeps the step's header visible", async ({ page, context, server }) => {
  await openAt(page, server, 'personalBasic');
  await nextButton(page).waitFor();
  await page.waitForLoadState('networkidle');
  await context.setOffline(true);
  await fillForm(page, 'personalBasic');
  await nextButton(page).click();
  await current(page, 'baseInfo2').waitFor();
  await expect(page.locator('.offline')).toContainText('Your answers are safe on this phone');
  const covered = await shown(page)
    .locator('.bar-step')
    .evaluate((bar) => {
      const { left, right, top, height } = bar.getBoundingClientRect();
      const points = [left + 20, (left + right) / 2, right - 20];
      return points.filter((x) => !bar.contains(document.elementFromPoint(x, top + height / 2)));
    });
  expect(covered).toEqual([]);
});
