import { expect, type Page } from '@playwright/test';
import { openAt } from './support/api.ts';
import { fillForm } from './support/fill.ts';
import { expectAccessible, nextButton } from './support/journey.ts';
import { test } from './support/shared.ts';

const skipButton = (page: Page) => page.getByRole('button', { name: 'Skip this step' });
const title = (page: Page) => page.getByRole('heading', { name: 'When may we call you?', level: 1 });
const section = (page: Page) => page.locator('.review-section', { has: page.getByRole('heading', { name: 'When may we call you?' }) });

test('R09 a person skips an optional step, sees it in the review, answers it later and skips it again', async ({ page, server }) => {
  const borrower = await openAt(page, server, 'callTime');
  await expect(page.getByText('Only if we have a question about your application. You can skip this step.')).toBeVisible();
  await expectAccessible(page, 'callTime');
  await skipButton(page).focus();
  await page.keyboard.press('Enter');
  await page.waitForURL('**/addressInfo');
  expect((await borrower.snapshot()).answers).not.toHaveProperty('callTime');
  await borrower.reach('review', {}, { from: 'address' });
  await page.goto(`${server.url}/review`);
  await expect(section(page)).toContainText('You skipped this step.');
  await section(page).getByRole('link', { name: 'Change' }).click();
  // The review has a main button too, and stays until the step is loaded.
  await title(page).waitFor();
  await nextButton(page).click();
  await expect(page.locator('[data-field="time"]')).toContainText('Choose a time.');
  await fillForm(page, 'callTime');
  await expect(page.getByRole('button', { name: 'Remove these answers and skip' })).toBeVisible();
  await nextButton(page).click();
  await page.waitForURL('**/review');
  await expect(section(page)).toContainText('Around noon');
  await section(page).getByRole('link', { name: 'Change' }).click();
  await title(page).waitFor();
  await page.getByRole('button', { name: 'Remove these answers and skip' }).click();
  await page.waitForURL('**/review');
  await expect(section(page)).toContainText('You skipped this step.');
  expect((await borrower.snapshot()).answers).not.toHaveProperty('callTime');
});

test('R09 E01 a step skipped offline waits on the phone and is sent when the network is back', async ({ page, context, server }) => {
  const borrower = await openAt(page, server, 'callTime');
  await nextButton(page).waitFor();
  await page.waitForLoadState('networkidle');
  await context.setOffline(true);
  await skipButton(page).click();
  await page.waitForURL('**/addressInfo');
  expect((await borrower.snapshot()).position.step?.id).toBe('callTime');
  await context.setOffline(false);
  await expect.poll(async () => (await borrower.snapshot()).position.step?.id, { timeout: 30_000 }).toBe('address');
});

test('R09 a step that is not optional has no button to skip it', async ({ page, server }) => {
  await openAt(page, server, 'work');
  await nextButton(page).waitFor();
  await expect(skipButton(page)).toHaveCount(0);
});
