import { expect, type Page, test } from '@playwright/test';
import { withListedPhotos } from '../support/listedPhoto.ts';
import { openAt } from './support/api.ts';
import { fillForm, photo } from './support/fill.ts';
import { expectAccessible, nextButton } from './support/journey.ts';
import { type RunningServer, startServer } from './support/server.ts';

let server: RunningServer;
test.beforeAll(async () => {
  server = await startServer({ change: ({ edit }) => withListedPhotos(edit) });
});
test.afterAll(() => server.stop());

const item = (page: Page, index: number) => page.locator('[data-field="contacts"] .photo').nth(index);
const picture = async () => ({ name: 'friend.jpg', mimeType: 'image/jpeg', buffer: await photo() });
const choose = async (page: Page, index: number) =>
  item(page, index)
    .locator('input[type=file]')
    .first()
    .setInputFiles(await picture());
const contactsOf = (snapshot: { answers: Record<string, Record<string, unknown>> }) =>
  snapshot.answers['contact']?.['contacts'] as { name: string; picture?: string }[];

test('R05 R12 a photo goes along with its list item when another item is removed, also during the upload', async ({ page }) => {
  const borrower = await openAt(page, server, 'contact');
  await fillForm(page, 'contact');
  await choose(page, 0);
  await expect(item(page, 0).getByText('Saved')).toBeVisible();

  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/api/files', async (route) => {
    await held;
    await route.continue();
  });
  await choose(page, 2);
  await expect(item(page, 2).getByText('Sending the photo …')).toBeVisible();
  await page
    .getByRole('button', { name: /remove/i })
    .nth(1)
    .click();
  await expect(item(page, 1).getByText('Sending the photo …')).toBeVisible();
  release();
  await expect(item(page, 1).getByText('Saved')).toBeVisible();
  await expect(item(page, 1).locator('canvas')).toBeVisible();
  await expectAccessible(page, 'photos in a list');
  await nextButton(page).click();
  await page.waitForURL('**/callTime');

  await expect.poll(async () => (await borrower.snapshot()).position.step?.id).toBe('callTime');
  const contacts = contactsOf(await borrower.snapshot());
  expect(contacts.map(({ name }) => name)).toEqual(['Luz Santos', 'Tess Cruz']);
  const [first, second] = contacts.map((each) => each.picture);
  expect(first).toMatch(/^[\w-]{24}$/);
  expect(second).toMatch(/^[\w-]{24}$/);
  expect(second).not.toBe(first);

  await borrower.reach('review', {}, { from: 'callTime' });
  await page.goto(`${server.url}/review`);
  const row = page.locator('.review-row', { hasText: 'Tess Cruz' });
  await expect(row).toContainText('Picture: Photo');
  await expect(row).not.toContainText(String(first));
});

test('R05 E01 a photo of a list item without a connection says so, and is sent on request', async ({ page, context }) => {
  await openAt(page, server, 'contact');
  await fillForm(page, 'contact');
  await page.waitForLoadState('networkidle');
  await context.setOffline(true);
  await choose(page, 1);
  const alert = item(page, 1).getByRole('alert');
  await expect(alert).toBeVisible({ timeout: 20_000 });
  await context.setOffline(false);
  await alert.getByRole('button', { name: 'Try again' }).click();
  await expect(item(page, 1).getByText('Saved')).toBeVisible({ timeout: 15_000 });
});
