import { type BrowserContext, expect, type Page, type Route } from '@playwright/test';
import { registerByApi } from './support/api.ts';
import { expectAccessible } from './support/journey.ts';
import { current, indebtedBorrower, repay } from './support/money.ts';
import { test } from './support/shared.ts';

test.use({ navigationTimeout: 20_000 });

const asOf = (page: Page) => page.locator('[data-current]').getByText(/^As of \w+ \d+/);
const title = (page: Page) => page.locator('[data-current]').getByText(/^Expires in \d+ days$/);

/** The times in local storage, under the names from the specification. */
const times = (page: Page) =>
  page.evaluate(() => {
    const { homeData, orderData } = JSON.parse(localStorage.getItem('hakbang') ?? '{}') as Record<string, unknown>;
    return { homeData, orderData };
  });

const anyTime = { at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) };

/** Number of entries in the draft store, and whether any of them contains a text in the clear. */
const onDevice = (page: Page, text = '') =>
  page.evaluate(async (wanted) => {
    const opened = indexedDB.open('hakbang');
    await new Promise((resolve) => (opened.onsuccess = resolve));
    if (!opened.result.objectStoreNames.contains('drafts')) return { entries: 0, isReadable: false };
    const store = opened.result.transaction('drafts').objectStore('drafts');
    const asked = [store.getAllKeys(), store.getAll()] as const;
    await new Promise((resolve) => (asked[1].onsuccess = resolve));
    opened.result.close();
    const texts = (asked[1].result as { data?: ArrayBuffer }[]).map(({ data }) => (data ? new TextDecoder('latin1').decode(data) : ''));
    return {
      entries: asked[0].result.filter((key) => key === 'draft:answers').length,
      isReadable: wanted !== '' && texts.some((each) => each.includes(wanted)),
    };
  }, text);

/** Shows home and bill to a borrower with a loan, so that they are cached. */
async function seen(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/homeIndex`);
  await title(page).waitFor();
  await expect.poll(() => times(page)).toEqual({ homeData: anyTime, orderData: anyTime });
  await page.goto(`${url}/billIndex`);
  await current(page, 'billIndex').getByRole('button', { name: 'Repay' }).first().waitFor();
}

/** Holds back API calls until they are released. */
async function silence(context: BrowserContext): Promise<() => Promise<void>> {
  const held: Route[] = [];
  const hold = (route: Route) => void held.push(route);
  await context.route('**/api/**', hold);
  return async () => {
    await context.unroute('**/api/**', hold);
    await Promise.all(held.map((route) => route.continue().catch(() => undefined)));
  };
}

function cancellations(page: Page): string[] {
  const sent: string[] = [];
  page.on('request', (each) => each.method() === 'POST' && each.url().includes('cancellation-request') && sent.push(each.url()));
  return sent;
}

test('G09 the last known home is shown at once on a cold start, with its time, until the server answers', async ({
  page,
  context,
  server,
}) => {
  const borrower = await indebtedBorrower(page, server);
  await seen(page, server.url);
  const letGo = await silence(context);
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 844 });
    await page.goto(`${server.url}/homeIndex`);
    await expect(title(page)).toBeVisible();
    await expect(current(page, 'homeIndex')).toContainText('To settle it today');
    await expect(asOf(page)).toBeVisible();
    await page.screenshot({ path: test.info().outputPath(`home-${width}.png`) });
  }
  await expectAccessible(page, 'a home that was kept');
  // For the order, only the time is stored in the clear.
  expect(await times(page)).toEqual({ homeData: anyTime, orderData: anyTime });
  expect(await onDevice(page, 'payoffCents')).toEqual({ entries: 1, isReadable: false });
  const place = await title(page).boundingBox();
  await letGo();
  await expect(asOf(page)).toHaveCount(0);
  expect(await title(page).boundingBox()).toEqual(place);

  await repay(server, borrower);
  await page.reload();
  await expect(title(page)).toHaveCount(0);
  await expect(current(page, 'homeIndex')).toContainText('settled');
});

test('G09 the order is shown in each language until the new data replaces it', async ({ page, context, server }) => {
  const borrower = await indebtedBorrower(page, server);
  await seen(page, server.url);
  const letGo = await silence(context);
  const words = { en: /^As of/, fil: /^Huling update:/, hi: /तक की जानकारी$/ };
  for (const [language, line] of Object.entries(words)) {
    await page.evaluate((code) => localStorage.setItem('language', code), language);
    await context.addCookies([{ name: 'language', value: language, url: server.url }]);
    await page.goto(`${server.url}/billIndex`);
    const stale = page.locator('[data-current] .as-of');
    await expect(stale).toHaveText(line);
    await page.screenshot({ path: test.info().outputPath(`bill-${language}.png`) });
    const cut = await stale.locator('span').evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth);
    expect(cut, language).toBe(false);
  }
  await repay(server, borrower);
  await letGo();
  await expect(current(page, 'billIndex').locator('.as-of')).toHaveCount(0);
  await expect(
    current(page, 'billIndex')
      .locator('a, button')
      .filter({ hasText: /Repay|Magbayad|चुकाएँ/ }),
  ).toHaveCount(0);
});

test('G09 an action waits for the server and is cancelled when the bill has changed', async ({ page, context, server }) => {
  const borrower = await indebtedBorrower(page, server);
  await seen(page, server.url);
  const sent = cancellations(page);
  const ask = page.locator('[data-current]').getByRole('button', { name: 'Ask to cancel' });
  const question = page.getByRole('alertdialog');

  const letGo = await silence(context);
  await page.goto(`${server.url}/billIndex`);
  await expect(asOf(page)).toBeVisible();
  await ask.click();
  await expect(ask).toHaveAttribute('aria-busy', 'true');
  await expect(question).toHaveCount(0);
  await letGo();
  // Nothing has changed, so the question appears.
  await question.getByRole('button', { name: 'No' }).click();

  const letGoAgain = await silence(context);
  await page.goto(`${server.url}/billIndex`);
  await expect(asOf(page)).toBeVisible();
  await ask.click();
  await repay(server, borrower);
  await letGoAgain();
  await expect(page.locator('.toasts')).toContainText('This has just changed. Look at it again before you go on.');
  await expect(question).toHaveCount(0);
  expect(sent).toEqual([]);
});

test('G09 an action without the server is refused with a message', async ({ page, context, server }) => {
  await indebtedBorrower(page, server);
  await seen(page, server.url);
  const sent = cancellations(page);
  await context.route('**/api/**', (route) => route.abort());
  await page.goto(`${server.url}/billIndex`);
  await expect(asOf(page)).toBeVisible();
  await page.locator('[data-current]').getByRole('button', { name: 'Ask to cancel' }).click();
  await expect(page.locator('.toasts')).toContainText('No connection.', { timeout: 20_000 });
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  expect(sent).toEqual([]);
});

test.describe('without a network', () => {
  test.use({ serviceWorkers: 'allow' });

  test('G09 E01 home and order survive a reload; actions that need the server say so', async ({ page, context, server }) => {
    await indebtedBorrower(page, server);
    await seen(page, server.url);
    await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated', undefined, { timeout: 20_000 });
    await page.waitForFunction(async () => (await caches.match('/shell.html')) !== undefined);
    // Visit once more, so that the service worker caches their parts.
    await seen(page, server.url);
    await page.waitForLoadState('networkidle');
    await context.setOffline(true);
    await page.reload();
    await expect(current(page, 'billIndex').getByRole('button', { name: 'Repay' }).first()).toBeVisible();
    await expect(asOf(page)).toBeVisible();
    await page.goto(`${server.url}/homeIndex`);
    await expect(title(page)).toBeVisible();
    await expect(asOf(page)).toBeVisible();
    await expect(page.locator('.offline')).toBeVisible();
    await page.screenshot({ path: test.info().outputPath('offline.png') });
    await page.locator('[data-current]').getByRole('button', { name: 'Repay' }).click();
    await expect(
      page
        .locator('[data-current]')
        .getByText(/^No connection/)
        .first(),
    ).toBeVisible();
    await page.screenshot({ path: test.info().outputPath('offline-repay.png') });
    await page.goBack();
    await expect(title(page)).toBeVisible();
    await context.setOffline(false);
    await expect(asOf(page)).toHaveCount(0, { timeout: 20_000 });
    await expect(title(page)).toBeVisible();
  });
});

test('G09 logging out removes the stored answers', async ({ page, server }) => {
  await indebtedBorrower(page, server);
  await seen(page, server.url);
  expect(await onDevice(page)).toMatchObject({ entries: 1 });
  await page.goto(`${server.url}/my`);
  await page.getByRole('button', { name: 'Log out' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Log out' }).click();
  await page.waitForURL(/\/(start|login)/);
  await expect.poll(() => onDevice(page)).toMatchObject({ entries: 0 });
  expect(await times(page)).toEqual({ homeData: {}, orderData: {} });
});

test('G09 the end of the session removes the stored answers', async ({ page, context, server }) => {
  await indebtedBorrower(page, server);
  await seen(page, server.url);
  await page.goto('about:blank');
  await context.clearCookies();
  await page.goto(`${server.url}/homeIndex`);
  await page.waitForURL('**/login');
  await expect.poll(() => onDevice(page)).toMatchObject({ entries: 0 });
  expect(await times(page)).toEqual({ homeData: {}, orderData: {} });
  await expect(title(page)).toHaveCount(0);
});

test('G09 another customer on the device does not see the stored answers', async ({ page, context, server }) => {
  await indebtedBorrower(page, server);
  await seen(page, server.url);
  const other = await registerByApi(page.request, server);
  await other.enter(context);
  const letGo = await silence(context);
  await page.goto(`${server.url}/homeIndex`);
  await page.locator('[data-current] .skeleton').first().waitFor();
  await expect.poll(() => onDevice(page)).toMatchObject({ entries: 0 });
  await expect(title(page)).toHaveCount(0);
  await expect(asOf(page)).toHaveCount(0);
  await letGo();
  await expect(current(page, 'homeIndex').getByText('Ready when you are')).toBeVisible();
});

test('G09 the loan tab is remembered', async ({ page, server }) => {
  await indebtedBorrower(page, server);
  await page.goto(`${server.url}/bill`);
  const tab = (name: string) => current(page, 'bill').getByRole('tab', { name });
  await expect(tab('Open')).toHaveAttribute('aria-selected', 'true');
  await tab('Closed').click();
  await page.reload();
  await expect(tab('Closed')).toHaveAttribute('aria-selected', 'true');
  await tab('Closed').press('ArrowLeft');
  await page.reload();
  await expect(tab('Open')).toHaveAttribute('aria-selected', 'true');
});
