import { type Browser, expect, type Page, test } from '@playwright/test';
import { violationsOf } from '../support/axe.ts';
import { openAt } from './support/api.ts';
import { enterDesk } from './support/desk.ts';
import { expectNoWider } from './support/fits.ts';
import { type RunningServer, startServer } from './support/server.ts';

let server: RunningServer;
test.beforeAll(async () => {
  server = await startServer();
});
test.afterAll(() => server.stop());

const desk = { viewport: { width: 1280, height: 900 }, userAgent: 'Mozilla/5.0 (X11; Linux x86_64)', isMobile: false, hasTouch: false };

async function openFigures(page: Page): Promise<void> {
  await enterDesk(page, server, 'underwriter');
  await page.getByRole('link', { name: 'Figures' }).click();
  await expect(page.getByRole('heading', { name: 'Figures', level: 1 })).toBeVisible();
}

/** The figures of a row, keyed by heading. */
async function rowOf(page: Page, chart: string, row: string): Promise<Record<string, string>> {
  const table = page.getByRole('table', { name: chart });
  const headings = (await table.getByRole('columnheader').allInnerTexts()).slice(1);
  const cells = table
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name: row }) })
    .getByRole('cell');
  const numbers = await cells.evaluateAll((all) => all.map((each) => each.lastChild?.textContent ?? ''));
  return Object.fromEntries(headings.map((heading, index) => [heading, numbers[index] ?? '']));
}

/** Opens a step of a borrower's application. Returns the counts that her browser posted. */
async function visit(browser: Browser, allows: boolean): Promise<{ page: Page; posted: string[] }> {
  const page = await (await browser.newContext()).newPage();
  const posted: string[] = [];
  page.on('request', (request) => request.url().endsWith('/counts') && posted.push(request.postData() ?? ''));
  await openAt(page, server, 'personalMore');
  if (allows) {
    await page.goto(`${server.url}/setup`);
    await page.getByRole('checkbox', { name: 'Statistics' }).check();
  }
  await page.goto(`${server.url}/baseInfo2`);
  await expect(page.locator('[data-current] [data-field="loanPurpose"]')).toBeVisible();
  return { page, posted };
}

/** Changes a field and then leaves the page. */
async function changeAndLeave({ page }: { page: Page }): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.locator('[data-current] select').first().selectOption({ index: 1 });
  await page.goto('about:blank');
}

test('D11 what a borrower does in her browser stands in the drawn figures and in their table, if she allows it', async ({ browser }) => {
  const [open, silent] = [await visit(browser, true), await visit(browser, false)];
  await changeAndLeave(open);
  await changeAndLeave(silent);
  expect(silent.posted).toEqual([]);

  const page = await (await browser.newContext(desk)).newPage();
  await openFigures(page);
  await expect
    .poll(async () => rowOf(page, 'Where borrowers stop', 'A little more about you'))
    .toMatchObject({ Saved: '0', Stopped: '2', Seen: '1', Begun: '1', Left: '1' });
  const bar = page.getByRole('table', { name: 'Where borrowers stop' }).locator('svg.chart-bar').first();
  await expect(bar.locator('rect')).toHaveCount(2);
  expect(await violationsOf(page)).toEqual([]);

  await page.getByRole('link', { name: 'A little more about you' }).click();
  await expect(page.getByRole('heading', { name: 'Fields: A little more about you' })).toBeVisible();
  await page.getByRole('link', { name: '7 days' }).click();
  await expect(page).toHaveURL(/days=7/);
  expect(await violationsOf(page)).toEqual([]);
});

test('D11 the page says what is empty, and what could not be loaded, and fits a phone in the dark', async ({ browser }) => {
  const page = await (await browser.newContext({ ...desk, colorScheme: 'dark' })).newPage();
  await openFigures(page);
  await expect(page.getByText('No loan is overdue.')).toBeVisible();
  await expect(page.getByText('Nothing was paid out in this period.')).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoWider(page, 'figures');
  expect(await violationsOf(page)).toEqual([]);
  await page.route('**/api/staff/figures/overdue*', (route) =>
    route.fulfill({ status: 500, contentType: 'application/problem+json', body: '{"code":"internal"}' }),
  );
  await page.reload();
  await expect(page.getByRole('button', { name: 'Try again' }).first()).toBeVisible();
  expect(await violationsOf(page)).toEqual([]);
});
