import { type BrowserContextOptions, expect, type Page } from '@playwright/test';
import { openAt } from './support/api.ts';
import { expectAccessible, nextButton } from './support/journey.ts';
import { acceptedBorrower, current, shown } from './support/money.ts';
import { test } from './support/shared.ts';

const desktop = {
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
  viewport: { width: 1280, height: 900 },
  isMobile: false,
  hasTouch: false,
} satisfies BrowserContextOptions;

const worn = (page: Page) =>
  page.evaluate(() => {
    const { palette, theme } = document.documentElement.dataset;
    return { palette, theme, paper: getComputedStyle(document.body).backgroundColor };
  });
const kept = (page: Page) => page.evaluate(() => JSON.parse(localStorage.getItem('hakbang') ?? '{}') as Record<string, unknown>);

test('G09 a palette and light or dark are chosen in the settings, applied at once, and stored on the device', async ({ page, server }) => {
  await acceptedBorrower(page, server);
  await page.goto(`${server.url}/setup`);
  const before = await worn(page);
  expect(before).toMatchObject({ palette: 'lagoon' });
  await page.getByRole('radio', { name: 'Tide' }).check();
  expect(await worn(page)).toMatchObject({ palette: 'tide' });
  expect((await kept(page))['theme']).toBe(3);
  const light = await worn(page);
  expect(light.paper).not.toBe(before.paper);
  await page.getByRole('radio', { name: 'Dark' }).check();
  await expectAccessible(page, 'settings, tide, dark');
  await page.reload();
  await expect(page.getByRole('radio', { name: 'Tide' })).toBeChecked();
  expect(await worn(page)).toMatchObject({ palette: 'tide', theme: 'dark' });
  expect((await worn(page)).paper).not.toBe(light.paper);
});

test('G01 a desktop has its navigation at the side, no footer, and two columns if a screen asks for them; a narrow window has one', async ({
  browser,
  server,
}) => {
  const context = await browser.newContext({ ...(test.info().project.use as BrowserContextOptions), ...desktop });
  const page = await context.newPage();
  await acceptedBorrower(page, server);
  await page.goto(`${server.url}/homeIndex`);
  const side = page.locator('.side');
  await expect(side.getByRole('link').first()).toHaveAttribute('aria-current', 'page');
  await expect(page.locator('.tabs')).toBeHidden();
  const columns = page.locator('[data-current] .group-columns').first();
  const across = () => columns.evaluate((group) => getComputedStyle(group).gridTemplateColumns.split(' ').length);
  await expect.poll(across).toBe(2);
  await side.getByRole('link').last().click();
  await expect(current(page, 'my').locator('h1')).toBeFocused();
  await page.goBack();
  await page.setViewportSize({ width: 700, height: 900 });
  await expect(side).toBeHidden();
  await expect(page.locator('[data-current] .tabs')).toBeVisible();
  await expect.poll(across).toBe(1);
  await context.close();
});

/** How far things moved while a page loaded (Layout Instability API), if each response takes its own time. */
async function shiftOf(page: Page, address: string, isThere: (page: Page) => Promise<void>): Promise<number> {
  await page.addInitScript(() => {
    const shifts: number[] = ((window as { shifts?: number[] }).shifts = []);
    new PerformanceObserver((list) =>
      shifts.push(...list.getEntries().map((entry) => (entry as PerformanceEntry & { value: number }).value)),
    ).observe({ type: 'layout-shift', buffered: true });
  });
  let calls = 0;
  await page.route(/\/(api|assets|r|places)\//, async (route) => {
    calls += 1;
    await new Promise((resolve) => setTimeout(resolve, 150 * (1 + (calls % 3))));
    await route.continue();
  });
  await page.goto(address);
  await isThere(page);
  await page.waitForLoadState('networkidle');
  return page.evaluate(() => (window as { shifts?: number[] }).shifts?.reduce((sum, value) => sum + value, 0) ?? 0);
}

test('G01 home and forms with lists load without layout shift on phone and desktop', async ({ browser, server }) => {
  for (const frame of [{}, desktop] as BrowserContextOptions[]) {
    const context = await browser.newContext({ ...(test.info().project.use as BrowserContextOptions), ...frame, serviceWorkers: 'block' });
    const home = await context.newPage();
    await acceptedBorrower(home, server);
    expect(
      await shiftOf(home, `${server.url}/homeIndex`, (page) => shown(page).getByText('₱10,000').first().waitFor()),
    ).toBeLessThanOrEqual(0.02);
    await context.close();
    const other = await browser.newContext({ ...(test.info().project.use as BrowserContextOptions), ...frame, serviceWorkers: 'block' });
    const form = await other.newPage();
    await openAt(form, server, 'address');
    expect(await shiftOf(form, `${server.url}/addressInfo`, (page) => nextButton(page).waitFor())).toBeLessThanOrEqual(0.02);
    await other.close();
  }
});
