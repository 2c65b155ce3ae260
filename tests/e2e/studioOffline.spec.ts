import { expect, type Page, test } from '@playwright/test';
import { type RunningServer, startServer } from './support/server.ts';
import { beginChange, compiled, desktop, enterStudio, fileText } from './support/studio.ts';

let server: RunningServer;
test.beforeAll(async () => {
  server = await startServer();
});
test.afterAll(() => server.stop());

test.setTimeout(180_000);
test.use(desktop);

const shown = (page: Page) => page.locator('[data-current]');
const goTo = (page: Page, name: string) =>
  shown(page).getByRole('navigation', { name: 'This change' }).getByRole('link', { name, exact: true }).click();

const file = 'locales/en/errors.json';

/** What each page of the change shows once it has been read. */
const read: readonly (readonly [link: string, seen: (page: Page) => Promise<void>])[] = [
  ['Overview', (page) => expect(shown(page).getByText('imageCodeAfterSendsPerAddress is').first()).toBeVisible(compiled)],
  ['Words', (page) => expect(shown(page).getByText(/^[\d,]+ rows?$/)).toBeVisible(compiled)],
  [
    'Flows',
    (page) =>
      expect(
        shown(page)
          .getByRole('button', { name: /^Work and income/ })
          .first(),
      ).toBeVisible(compiled),
  ],
  ['Conditions', (page) => expect(shown(page).getByText('Named condition “isEmployed”')).toBeVisible(compiled)],
  ['Review', (page) => expect(shown(page).getByText('Is that the right word?')).toBeVisible(compiled)],
  ['Files', (page) => expect(shown(page).getByText('flows/login.json, line 13')).toBeVisible(compiled)],
];

test('T17 without a connection, the pages of a change that were opened stay readable, with their time', async ({ page, context }) => {
  await enterStudio(page, server, 'editor');
  await beginChange(page, 'In a tunnel');
  await goTo(page, 'Review');
  await page.getByLabel('Comment', { exact: true }).fill('Is that the right word?', compiled);
  await page.getByRole('button', { name: 'Send the comment' }).click();
  for (const [link, seen] of read) {
    await goTo(page, link);
    await seen(page);
  }
  const asOf = shown(page).getByText(/^As of \w+ \d+/);
  await expect(asOf).toHaveCount(0);
  await context.setOffline(true);
  for (const [link, seen] of read) {
    await goTo(page, link);
    await seen(page);
    await expect(asOf, link).toBeVisible();
  }
  await expect(page.locator('.toasts')).toBeEmpty();
  await shown(page).getByLabel('Find a file').fill('en/errors');
  await page.getByRole('navigation', { name: 'Files' }).getByRole('button', { name: 'en/errors' }).last().click();
  await expect(fileText(page, file)).toContainText('No connection');

  // A page that was never opened says what still works, and how to get there.
  await goTo(page, 'Preview');
  await expect(page.getByRole('heading', { name: 'No connection' })).toBeFocused();
  await expect(shown(page).getByText('The pages that you have opened stay readable')).toBeVisible();
  await expect(shown(page).getByRole('link', { name: 'Preview', exact: true })).toHaveAttribute('aria-current', 'page');
  await shown(page).getByRole('button', { name: 'Back', exact: true }).click();
  await expect(fileText(page, file)).toContainText('No connection');
  await goTo(page, 'Overview');
  await expect(asOf).toBeVisible();
  await context.setOffline(false);
  await expect(asOf).toHaveCount(0, { timeout: 20_000 });
});

test('T17 what a person has read of a change is not stored in the browser, and is gone with the session', async ({ page, context }) => {
  const stored = () =>
    page.evaluate(async () => {
      const opened = indexedDB.open('hakbang');
      await new Promise((resolve) => (opened.onsuccess = resolve));
      const hasStore = opened.result.objectStoreNames.contains('drafts');
      const asked = hasStore ? opened.result.transaction('drafts').objectStore('drafts').getAllKeys() : undefined;
      if (asked) await new Promise((resolve) => (asked.onsuccess = resolve));
      opened.result.close();
      return asked?.result ?? [];
    });
  const asOf = shown(page).getByText(/^As of \w+ \d+/);
  await enterStudio(page, server, 'editor');
  await beginChange(page, 'Secret plan');
  const address = page.url();
  await goTo(page, 'Words');
  await expect(shown(page).getByText(/^[\d,]+ rows?$/)).toBeVisible(compiled);
  await context.setOffline(true);
  await goTo(page, 'Overview');
  await expect(page.getByRole('heading', { level: 1, name: 'Secret plan' })).toBeVisible();
  await expect(asOf).toBeVisible();
  expect(await stored()).toEqual([]);

  await context.setOffline(false);
  await expect(asOf).toHaveCount(0, { timeout: 20_000 });
  await page.getByRole('link', { name: 'My sessions' }).click();
  await page.getByRole('button', { name: 'Log out', exact: true }).click();
  await page.waitForURL(/\/studio\/login/);
  await page.goto(address);
  await page.waitForURL(/\/studio\/login/);
  expect(await stored()).toEqual([]);
});
