import { expect, type Page, test } from '@playwright/test';
import { violationsOf } from '../support/axe.ts';
import { type RunningServer, startServer } from './support/server.ts';
import { beginChange, compiled, desktop, enterStudio, isSaved } from './support/studio.ts';

let server: RunningServer;
test.beforeAll(async () => {
  server = await startServer();
});
test.afterAll(() => server.stop());

test.setTimeout(180_000);
test.use({ isMobile: false, hasTouch: false, viewport: { width: 1280, height: 900 }, userAgent: 'Mozilla/5.0 (X11; Linux x86_64)' });

const grid = (page: Page) => page.getByRole('grid', { name: 'underwriting' });
const row = (page: Page, name: string) =>
  grid(page)
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name }) });

async function openDecisions(page: Page, title: string): Promise<void> {
  await enterStudio(page, server, 'editor');
  await beginChange(page, title);
  await page.getByRole('link', { name: 'Decisions' }).click();
  await expect(grid(page)).toBeVisible();
}

test('T10 an editor inserts a row by keyboard, and the row that it covers says so', async ({ page }) => {
  await openDecisions(page, 'Students go to a person earlier');
  await expect(page.getByText('The compiler finds nothing wrong with this table.')).toBeVisible(compiled);
  expect(await violationsOf(page)).toEqual([]);
  await row(page, 'identityShared').getByRole('gridcell').first().click();
  await page.getByRole('button', { name: 'Insert above' }).focus();
  await page.keyboard.press('Enter');
  await expect(grid(page).getByRole('gridcell', { name: /nobody, until you write a condition/ })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.type("work.jobType == 'student'");
  await page.keyboard.press('Escape');
  await expect(row(page, 'newRow')).toContainText('nobody');
  await page.keyboard.press('F2');
  await page.keyboard.type("work.jobType == 'student'");
  await page.keyboard.press('Tab');
  await expect(row(page, 'newRow')).toContainText("work.jobType == 'student'");
  await page.keyboard.press('ArrowRight');
  await page.keyboard.type('newBusiness');
  await page.keyboard.press('Enter');
  await isSaved(page);
  await expect(page.getByText('The row "student" never decides: row "newRow" above it already covers all of its cases.')).toBeVisible(
    compiled,
  );
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await violationsOf(page)).toEqual([]);
  await page.keyboard.press('Alt+ArrowDown');
  await expect(grid(page).getByRole('row').nth(5)).toContainText('newRow');
  await page.getByRole('button', { name: 'Undo: move of row newRow' }).click();
  await page.getByRole('button', { name: 'Delete' }).click();
  await expect(row(page, 'newRow')).toHaveCount(0);
  await isSaved(page);
  await page.reload();
  await expect(row(page, 'identityShared')).toBeVisible();
  await expect(row(page, 'newRow')).toHaveCount(0);
});

test('T10 an editor tries an input, changes an outcome in pesos, and runs it on past applications', async ({ page }) => {
  await openDecisions(page, 'More for the lowest band');
  const attempt = page.getByRole('region', { name: 'Try it' });
  await attempt.getByLabel('work.jobType').selectOption('contractWorker');
  await attempt.getByLabel('work.income').selectOption('under12000');
  await attempt.getByLabel('personalBasic.birthDate').fill('1990-01-01');
  await expect(attempt.getByText('Outcome: accepted, Limit (₱): 3,000')).toBeVisible(compiled);
  await expect(attempt.getByRole('listitem').filter({ hasText: 'noIncome' })).toContainText("work.jobType == 'unemployed' is false");
  await expect(attempt.getByRole('listitem').filter({ hasText: 'incomeUnder12000' })).toContainText('decides');
  await row(page, 'incomeUnder12000').getByRole('gridcell', { name: '3,000' }).dblclick();
  await page.getByRole('textbox', { name: 'Limit (₱), row incomeUnder12000' }).fill('4,000');
  await page.keyboard.press('Enter');
  await isSaved(page);
  await expect(attempt.getByText('Outcome: accepted, Limit (₱): 4,000')).toBeVisible(compiled);
  const past = page.getByRole('region', { name: 'Past applications' });
  await past.getByRole('button', { name: 'Run it on past applications' }).click();
  await expect(past.getByText('There are too few decided applications to say.')).toBeVisible(compiled);
  await expect(past.getByText('Counts are in tens')).toBeVisible();
  expect(await violationsOf(page)).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
});

test('T10 a row that somebody else inserts above does not move what is being typed into another row', async ({ page, browser }) => {
  await openDecisions(page, 'Two at one table');
  const other = await (await browser.newContext(desktop)).newPage();
  await enterStudio(other, server, 'editor');
  await other.goto(page.url());
  await expect(grid(other)).toBeVisible();
  const conditions = () => grid(page).locator('.decisions-when').allTextContents();
  const before = await conditions();
  await row(page, 'identityShared').getByRole('gridcell').first().dblclick(compiled);
  await page.keyboard.press('Control+a');
  await page.keyboard.type('false || ');
  await isSaved(page);
  await row(other, 'tooYoung').getByRole('gridcell').first().click(compiled);
  await other.getByRole('button', { name: 'Insert above' }).click();
  await isSaved(other);
  const { promise: isTypedOn, resolve: go } = Promise.withResolvers<void>();
  await page.route('**/file', async (route) => {
    await isTypedOn;
    await route.continue();
  });
  const sends = page.waitForRequest((request) => request.method() === 'PUT');
  await page.keyboard.type('true');
  await sends;
  go();
  await page.keyboard.type(' && false && false && false && false', { delay: 60 });
  await expect(row(page, 'newRow')).toBeVisible();
  await page.keyboard.press('Enter');
  await isSaved(page);
  await page.reload();
  await expect(row(page, 'identityShared')).toContainText('false || true && false && false && false && false', compiled);
  const [inserted, ...after] = await conditions();
  expect(inserted).toContain('nobody');
  const edited = after.flatMap((text, index) => (text === before[index] ? [] : [text]));
  expect(edited).toEqual([expect.stringContaining('false || true')]);
});

async function openTerms(page: Page, title: string): Promise<void> {
  await enterStudio(page, server, 'editor');
  await beginChange(page, title);
  await page.getByRole('link', { name: 'Products' }).click();
  await expect(page.getByLabel('Service fee (%)')).toHaveValue('1');
}

test('T10 an editor lowers a fee within the caps, sees what the loan costs then, and is refused beyond', async ({ page }) => {
  await openTerms(page, 'A lower service fee');
  const costs = page.getByRole('region', { name: 'What a loan costs' });
  await expect(costs.getByRole('row', { name: /^Received/ })).toContainText('₱');
  await costs.getByLabel('Amount').fill('10000');
  await costs.getByLabel('Amount').press('Enter');
  await costs.getByLabel('Term').selectOption('30 days');
  await expect(costs.getByText('₱10,000 for 30 days')).toBeVisible();
  // Each key changes the year, and the server answers in between.
  const paidOut = costs.getByLabel('Paid out on');
  await paidOut.pressSequentially('12122027', { delay: 150 });
  await expect(paidOut).toHaveValue('2027-12-12');
  await costs.getByText('Schedule', { exact: true }).click();
  await expect(costs.getByRole('row', { name: /2028/ }).first()).toBeVisible();
  await paidOut.blur();
  await expect(paidOut).toHaveValue('2027-12-12');
  const fee = page.getByLabel('Service fee (%)');
  for (const [typed, problem] of [
    ['1,5', 'Write a decimal point: 1.5'],
    ['abc', 'Enter a number.'],
    ['', 'Enter a number.'],
  ] as const) {
    await fee.fill(typed);
    await fee.press('Tab');
    await expect(page.getByRole('alert').filter({ hasText: problem })).toBeVisible();
    await expect(fee).toHaveAttribute('aria-invalid', 'true');
  }
  await expect(page.getByRole('button', { name: 'Undo', exact: true })).toBeDisabled();
  await page.getByLabel('Service fee (%)').fill('0.5');
  await page.getByLabel('Service fee (%)').press('Enter');
  await isSaved(page);
  await expect(costs.getByRole('row', { name: /^Received/ })).toContainText('₱9,862.00₱9,921.00', compiled);
  await expect(page.getByText('Everything keeps the legal caps.')).toBeVisible(compiled);
  expect(await violationsOf(page)).toEqual([]);
  const daily = page.getByLabel('Daily rate (%)').last();
  await expect(
    page.getByText('The law allows at most 0.2%, for loans up to ₱10,000 and 123 days (SEC MC 14 s.2025).').first(),
  ).toBeVisible();
  await daily.fill('0.9');
  await daily.press('Enter');
  await isSaved(page);
  await expect(daily).toHaveAttribute('aria-invalid', 'true', compiled);
  await expect(page.getByText(/interest per 30 days of 27 %/).first()).toBeVisible();
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await violationsOf(page)).toEqual([]);
  await page.getByRole('link', { name: 'Overview' }).click();
  await expect(page.getByText(/interest per 30 days of 27 %/).first()).toBeVisible(compiled);
});

test('T10 an editor stops offering Easy Re-loan, and offers it again', async ({ page }) => {
  await openTerms(page, 'No more Easy Re-loan');
  await page.getByLabel('File').selectOption('easyReloan');
  const offered = page.getByRole('checkbox', { name: 'Offered' }).first();
  await offered.uncheck();
  await isSaved(page);
  await page.reload();
  await page.getByLabel('File').selectOption('easyReloan');
  await expect(offered).not.toBeChecked();
  await page.goto(page.url().replace(/terms.*/, 'files?file=flows/lending/easyReloan.json'));
  await expect(page.getByRole('textbox', { name: 'flows/lending/easyReloan.json' })).toContainText('"offered": false');
  await page.goBack();
  await page.getByLabel('File').selectOption('easyReloan');
  await offered.check();
  await isSaved(page);
  await page.getByRole('link', { name: 'Overview' }).click();
  await expect(page.getByText('It changes nothing yet.')).toBeVisible(compiled);
});

test('T07 whoever types CEL keeps the field when lines could say it too', async ({ page }) => {
  await enterStudio(page, server, 'editor');
  await beginChange(page, 'Without the not');
  await page.getByRole('link', { name: 'Conditions' }).click();
  await page.getByLabel('Find a condition').waitFor(compiled);
  await page.getByLabel('Find a condition').fill('!(has(loan.repayment)');
  await page.locator('.condition-list button.file-row').first().click();
  const cel = page.locator('.condition-text textarea');
  await expect(cel).toHaveValue(/!\(has\(loan\.repayment\)/, compiled);
  await cel.fill("loan.state == 'active'");
  await expect(page.getByRole('radio', { name: 'By lines' })).toBeEnabled();
  await page.keyboard.type(' && true');
  await expect(cel).toHaveValue("loan.state == 'active' && true");
  await expect(cel).toBeFocused();
});
