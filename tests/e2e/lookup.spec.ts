import { expect, type Page, test } from '@playwright/test';
import { withLookups } from '../support/lookupField.ts';
import { openAt } from './support/api.ts';
import { fillForm } from './support/fill.ts';
import { expectAccessible, nextButton } from './support/journey.ts';
import { type RunningServer, startServer } from './support/server.ts';

let server: RunningServer;
test.beforeAll(async () => {
  server = await startServer({ change: ({ edit }) => withLookups(edit) });
});
test.afterAll(() => server.stop());

const field = (page: Page) => page.getByRole('combobox', { name: 'Where were you born?' });
const searchBox = (page: Page) => page.getByRole('dialog').getByRole('combobox');

test('R07 an entry is found by typing, chosen by keyboard, stored, and shown in the review', async ({ page }) => {
  const requests: string[] = [];
  page.on('request', (request) => request.url().includes('/api/lookups/') && requests.push(request.url()));
  const borrower = await openAt(page, server, 'address');
  await fillForm(page, 'address');
  await field(page).press('Enter');
  await expect(searchBox(page)).toBeFocused();
  await expect(page.getByText('Type a few letters of the name.')).toBeVisible();
  await page.keyboard.type('mandaue', { delay: 20 });
  const option = page.getByRole('option', { name: 'Mandaue City, Cebu' });
  await expect(option).toBeVisible();
  // Debounced, so not every key sends a request.
  expect(requests.length).toBeLessThanOrEqual(2);
  await expectAccessible(page, 'lookup');
  await page.keyboard.press('Enter');
  await expect(field(page)).toBeFocused();
  await expect(field(page)).toHaveText('Mandaue City, Cebu');
  await nextButton(page).click();
  await page.waitForURL('**/bankInfo');
  await expect
    .poll(async () => (await borrower.snapshot()).answers['address'])
    .toMatchObject({ birthTown: { code: '31300', name: 'Mandaue City, Cebu' } });
  await borrower.reach('review', {}, { from: 'bank' });
  await page.goto(`${server.url}/review`);
  await expect(page.locator('.review-row', { hasText: 'Where were you born?' })).toContainText('Mandaue City, Cebu');
});

test('R07 a slow answer to an earlier text does not replace a later one; nothing found and no network are said', async ({
  page,
  context,
}) => {
  await openAt(page, server, 'address');
  await page.route('**/api/lookups/**', async (route) => {
    if (route.request().url().includes('text=ceb')) await new Promise((resolve) => setTimeout(resolve, 1200));
    await route.continue().catch(() => undefined);
  });
  await field(page).click();
  await searchBox(page).fill('ceb');
  await page.waitForTimeout(400);
  await searchBox(page).fill('davao');
  await expect(page.getByRole('option').first()).toContainText('Davao');
  await page.waitForTimeout(1200);
  await expect(page.getByRole('option').first()).toContainText('Davao');

  await searchBox(page).fill('zzzzz');
  await expect(page.getByRole('dialog').getByRole('status')).toContainText(/nothing|no /i);
  await expect(page.getByRole('option')).toHaveCount(0);

  await context.setOffline(true);
  await searchBox(page).fill('iloilo');
  await expect(page.getByRole('dialog')).toContainText('The list could not be loaded.');
  await context.setOffline(false);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('option').first()).toContainText('Iloilo');
  await page.getByRole('option').first().click();
  await expect(field(page)).toContainText('Iloilo');
});
