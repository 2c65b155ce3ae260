import { expect, type Page, test } from '@playwright/test';
import type { Flow } from '../../engine/config/flow.ts';
import { openAt } from './support/api.ts';
import { fillForm } from './support/fill.ts';
import { expectAccessible, nextButton } from './support/journey.ts';
import { type RunningServer, startServer } from './support/server.ts';

let server: RunningServer;
test.beforeAll(async () => {
  const optional = (flow: Flow) => {
    for (const step of flow.steps) if (step.id === 'contact') step.optional = true;
  };
  server = await startServer({ change: ({ edit }) => edit<Flow>('flows/onboarding.flow.json', optional) });
});
test.afterAll(() => server.stop());

const skipButton = (page: Page) => page.getByRole('button', { name: 'Skip this step' });
const section = (page: Page) => page.locator('.review-section', { has: page.getByRole('heading', { name: 'How to reach you' }) });

test('R09 a person skips an optional step, sees it in the review, answers it later and skips it again', async ({ page }) => {
  const borrower = await openAt(page, server, 'contact');
  await expectAccessible(page, 'contact');
  await skipButton(page).focus();
  await page.keyboard.press('Enter');
  await page.waitForURL('**/addressInfo');
  expect((await borrower.snapshot()).answers).not.toHaveProperty('contact');
  await borrower.reach('review', {}, { from: 'address' });
  await page.goto(`${server.url}/review`);
  await expect(section(page)).toContainText('You skipped this step.');
  await section(page).getByRole('link', { name: 'Change' }).click();

  await fillForm(page, 'contact');
  await expect(page.getByRole('button', { name: 'Remove these answers and skip' })).toBeVisible();
  await nextButton(page).click();
  await page.waitForURL('**/review');
  await expect(section(page)).toContainText('Luz');
  await section(page).getByRole('link', { name: 'Change' }).click();
  await page.getByRole('button', { name: 'Remove these answers and skip' }).click();
  await page.waitForURL('**/review');
  await expect(section(page)).toContainText('You skipped this step.');
  expect((await borrower.snapshot()).answers).not.toHaveProperty('contact');
});

test('R09 E01 a step skipped offline waits on the phone and is sent when the network is back', async ({ page, context }) => {
  const borrower = await openAt(page, server, 'contact');
  await nextButton(page).waitFor();
  await page.waitForLoadState('networkidle');
  await context.setOffline(true);
  await skipButton(page).click();
  await page.waitForURL('**/addressInfo');
  expect((await borrower.snapshot()).position.step?.id).toBe('contact');
  await context.setOffline(false);
  await expect.poll(async () => (await borrower.snapshot()).position.step?.id, { timeout: 30_000 }).toBe('address');
});

test('R09 a step that is not optional has no button to skip it', async ({ page }) => {
  await openAt(page, server, 'work');
  await nextButton(page).waitFor();
  await expect(skipButton(page)).toHaveCount(0);
});
