import { expect } from '@playwright/test';
import { expectAccessible } from './support/journey.ts';
import { registerByApi } from './support/api.ts';
import { acceptedBorrower, current, indebtedBorrower, repay, shown } from './support/money.ts';
import { test } from './support/shared.ts';

test('S17 S40 a message arrives, is counted, is read once, and links to its subject', async ({ page, server }) => {
  const borrower = await acceptedBorrower(page, server);
  await borrower.enter(page.context());
  await page.goto(`${server.url}/my`);
  const unread = (await (await borrower.get('/api/messages/unread')).json()) as { notify: number; total: number };
  expect(unread.notify).toBe(1);
  await expect(shown(page).getByRole('link', { name: `Messages ${unread.total}` })).toBeVisible();
  await shown(page)
    .getByRole('link', { name: /^Messages/ })
    .click();

  const row = shown(page).getByRole('link', { name: /New.*Your application is accepted/s });
  await expect(row).toBeVisible();
  await expectAccessible(page, 'message centre');
  await row.click();
  await expect(current(page, 'msgDetail').getByRole('heading', { level: 1 })).toHaveText('Your application is accepted');
  await expect.poll(async () => ((await (await borrower.get('/api/messages/unread')).json()) as { notify: number }).notify).toBe(0);
  await page.goBack();
  await expect(shown(page).getByText('New', { exact: true })).toHaveCount(0);

  await shown(page)
    .getByRole('tab', { name: /Activities/ })
    .click();
  await expect(shown(page).getByRole('link', { name: /You have a coupon to use/ })).toBeVisible();
  await shown(page).getByRole('button', { name: 'Mark all as read' }).click();
  await expect(shown(page).getByText('New', { exact: true })).toHaveCount(0);
  await shown(page)
    .getByRole('link', { name: /You have a coupon to use/ })
    .click();
  await current(page, 'msgDetail').getByRole('link', { name: 'Open' }).click();
  await expect(current(page, 'coupon')).toBeVisible();
});

test('S10 a coupon is announced once, the focus returns, and banners move by hand', async ({ page, server }) => {
  // No announcement covers a decision, or a screen of somebody who has to pay.
  const borrower = await indebtedBorrower(page, server);
  await repay(server, borrower);
  await borrower.enter(page.context());
  await page.goto(`${server.url}/my`);
  await page.evaluate(() => {
    const held = JSON.parse(localStorage.getItem('hakbang') ?? '{}') as Record<string, unknown>;
    localStorage.setItem('hakbang', JSON.stringify({ ...held, closed: {} }));
  });
  await page.goto(`${server.url}/homeIndex`);
  const dialog = page.getByRole('dialog', { name: 'A coupon is waiting' });
  await expect(dialog).toBeVisible();
  await expectAccessible(page, 'announcement');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();

  const banners = shown(page).getByRole('region', { name: 'Good to know' });
  await banners.getByRole('button', { name: 'Next' }).scrollIntoViewIfNeeded();
  await expect(banners.getByRole('group', { name: '1 of 3' })).toBeInViewport({ ratio: 0.9 });
  await banners.getByRole('button', { name: 'Next' }).click();
  await expect(banners.getByRole('group', { name: '2 of 3' })).toBeInViewport({ ratio: 0.9 });
  await banners.getByRole('button', { name: 'Previous' }).click();
  await expect(banners.getByRole('group', { name: '1 of 3' })).toBeInViewport({ ratio: 0.9 });

  await page.reload();
  await expect(shown(page).getByRole('region', { name: 'Good to know' })).toBeVisible();
  await expect(dialog).toBeHidden();
});

test('S30 S40 questions are searched in the language of the app, and the video has captions', async ({ page, server }) => {
  const borrower = await registerByApi(page.request, server);
  await borrower.enter(page.context());
  await page.goto(`${server.url}/helpCenter`);
  const search = shown(page).getByRole('searchbox', { name: 'Search questions and answers' });
  await search.fill('EXTENSION');
  await expect(shown(page).getByRole('status').filter({ hasText: '1 answer' })).toBeVisible();
  await shown(page).getByText('What does an extension do?').click();
  await expect(shown(page).getByText('It moves the due date by 8 days.')).toBeVisible();
  await search.fill('unicorn');
  await expect(shown(page).getByText('Nothing was found.')).toBeVisible();
  await shown(page).getByRole('button', { name: 'Clear the search' }).click();
  // The last question read is open on return.
  await page.reload();
  await expect(shown(page).getByText('It moves the due date by 8 days.')).toBeVisible();

  await page.goto(`${server.url}/videoIndex`);
  const film = shown(page).locator('video');
  await expect(film).toHaveJSProperty('paused', true);
  await expect(film.locator('track[default]')).toHaveAttribute('srclang', 'en');
  await film.evaluate((element: HTMLVideoElement) => {
    element.muted = true;
    return element.play();
  });
  await expect.poll(() => film.evaluate((element: HTMLVideoElement) => element.currentTime)).toBeGreaterThan(0.2);
});

test('S16 an external link says so and sends no referrer', async ({ page, server }) => {
  const borrower = await registerByApi(page.request, server);
  await borrower.enter(page.context());
  await page.goto(`${server.url}/triLink`);
  const link = shown(page).getByRole('link', { name: /Leaves the app: www\.bsp\.gov\.ph/ });
  await expect(link).toHaveAttribute('rel', 'noopener noreferrer');
  await expect(link).toHaveAttribute('target', '_blank');
});
