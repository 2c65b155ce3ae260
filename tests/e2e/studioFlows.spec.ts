import { expect, type Page, test } from '@playwright/test';
import { violationsOf } from '../support/axe.ts';
import { type RunningServer, startServer } from './support/server.ts';
import { beginChange, compiled, desktop, enterStudio, isSaved, replaceWords } from './support/studio.ts';

let server: RunningServer;
test.beforeAll(async () => {
  server = await startServer();
});
test.afterAll(() => server.stop());

const phone = { width: 390, height: 844 };
// Actions wait for the first answer about a change, which compiles the whole product.
test.use({ ...desktop, actionTimeout: compiled.timeout });
test.setTimeout(240_000);

const flow = 'flows/onboarding.flow.json';
const fits = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth);
const drawing = (page: Page) => page.getByRole('region', { name: 'Drawing of onboarding' });

/** Adds a condition to a step in the editor, and opens the graph. */
async function askOnlyIf(page: Page, title: string, condition: string): Promise<string> {
  const change = await beginChange(page, title);
  await page.goto(`${server.url}${change}/files?file=${flow}`);
  await replaceWords(page, flow, '"form": "callTime", ', `"form": "callTime", "when": "${condition}", `);
  await isSaved(page);
  await page.getByRole('link', { name: 'Overview' }).click();
  await page.getByRole('link', { name: 'Flows' }).click();
  await page.getByLabel('Show').selectOption('onboarding', { timeout: 60_000 });
  await expect(drawing(page)).toBeVisible();
  return change;
}

test('T08 an editor sees the flow of her change drawn, and goes from a choice to the preview and to its file', async ({ page }) => {
  await enterStudio(page, server, 'editor');
  await askOnlyIf(page, 'Fewer questions', "work.jobType == 'student'");
  const choice = drawing(page).getByRole('button', { name: '“What do you do?” is Student' });
  await expect(drawing(page).getByRole('button', { name: 'Work and income' })).toBeVisible();
  expect(await violationsOf(page)).toEqual([]);
  await choice.click();
  const details = page.getByRole('region', { name: '“What do you do?” is Student' });
  await expect(details).toContainText('If so: When may we call you?');
  await expect(details).toContainText('Somebody goes this way with: “What do you do?”: Student');
  await expect(details).toContainText('If not: Where you live');
  await page.reload();
  await expect(details).toBeVisible();
  await page.getByRole('combobox', { name: 'Show' }).selectOption('application');
  await expect(page.getByRole('region', { name: 'Drawing of application' }).getByRole('button', { name: 'Not approved' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Step by step' })).toContainText('bank problem: Payout details needed again');
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await violationsOf(page)).toEqual([]);
});

test('T08 a finding of the explorer stands at the way that nobody goes, and a keyboard goes from step to step', async ({ page }) => {
  await enterStudio(page, server, 'editor');
  await askOnlyIf(page, 'Always asked', "today > '2020-01-01' || work.jobType == 'student'");
  await expect(page.getByText('1 finding').first()).toBeVisible();
  const first = drawing(page).getByRole('button', { name: 'Who you are' });
  await first.focus();
  await page.keyboard.press('Tab');
  await expect(drawing(page).getByRole('button', { name: 'About you', exact: true })).toBeFocused();
  for (let step = 0; step < 4; step += 1) await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  const details = page.getByRole('region', { name: /“today” is more than/ });
  await expect(details).toContainText('The step "callTime" is never skipped');
  await expect(details.getByRole('link', { name: 'See it in the preview' })).toHaveAttribute('href', /place=onboarding%7EcallTime&given=/);
  await details.getByRole('link', { name: /^flows\/onboarding\.flow\.json, line \d+$/ }).click();
  await expect(page.getByRole('heading', { level: 2, name: flow })).toBeVisible();
  await page.getByRole('button', { name: 'Look for what can never happen' }).click();
  const problems = page.getByRole('region', { name: /problem/i });
  await expect(problems).toContainText('1 finding in forms, flows and tables', { timeout: 60_000 });
  expect(await violationsOf(page)).toEqual([]);
  await replaceWords(page, flow, '2020-01-01', '2020-01-02');
  await expect(problems).toContainText('The change was edited since. Look again.', { timeout: 60_000 });
  await expect(problems).toContainText('1 finding in forms, flows and tables');
  await problems.getByRole('link', { name: 'See it in the preview' }).click();
  await expect(page).toHaveURL(/place=onboarding%7EcallTime&given=.*work\.jobType/);
  const frame = page.frameLocator('iframe');
  await expect(frame.getByRole('heading', { name: 'When may we call you?' })).toBeVisible({ timeout: 100_000 });
});

test('T08 on a phone the list says what the drawing shows, and a step is played in the preview', async ({ page }) => {
  await enterStudio(page, server, 'editor');
  const change = await beginChange(page, 'Nothing yet');
  await page.setViewportSize(phone);
  await page.goto(`${server.url}${change}/flows?graph=flow-onboarding`);
  const list = page.getByRole('region', { name: 'Step by step' });
  await list.getByRole('button', { name: 'Work and income' }).click();
  await expect(drawing(page)).toHaveCount(0);
  expect(await fits(page)).toBe(true);
  expect(await violationsOf(page)).toEqual([]);
  await expect(page.getByRole('link', { name: 'Play it in the preview' })).toHaveAttribute('href', /preview\?place=onboarding%7Ework$/);
});

/** Opens one of the conditions of a new change. */
async function openCondition(page: Page, title: string, sought: string, name: string): Promise<void> {
  await beginChange(page, title);
  await page.getByRole('link', { name: 'Conditions', exact: true }).click();
  await page.getByRole('searchbox', { name: 'Find a condition' }).fill(sought);
  await page.getByRole('button', { name }).click();
}

test('T07 an editor reads a condition in words, changes it by its lines, and sees a case turn red', async ({ page }) => {
  await enterStudio(page, server, 'editor');
  await openCondition(page, 'Pay weekday', 'payWeekday', 'Is “');
  const editor = page.locator('.condition-editor');
  await expect(editor).toContainText('“How often are you paid?” is Every week');
  await expect(editor).toContainText('is employed (“What do you do?” is Employed or on contract)');
  await expect(editor).toContainText(/All \d+ cases come out as expected\./);
  await editor.getByRole('button', { name: 'Count' }).click();
  await expect(editor).toContainText('There are fewer than 10 applications.', { timeout: 60_000 });
  expect(await violationsOf(page)).toEqual([]);
  const line = editor.getByRole('group', { name: 'Line 2' });
  await line.getByRole('combobox', { name: 'Value 1' }).selectOption('Once a month');
  await expect(editor).toContainText('“How often are you paid?” is Once a month');
  await expect(editor).toContainText(/\d+ cases? comes? out otherwise/);
  const red = editor.getByRole('row').filter({ hasText: '(not as expected)' }).first();
  await expect(red).toContainText('How often are you paid?: Every week');
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await violationsOf(page)).toEqual([]);
  await expect(editor).toContainText('Undo: condition');
  await expect(editor.getByText('Saved', { exact: true })).toBeVisible();
  await editor.getByRole('radio', { name: 'As CEL' }).check();
  await expect(editor.getByRole('textbox', { name: 'Condition in CEL' })).toHaveValue(
    "conditions.isEmployed && has(self.payCycle) && self.payCycle == 'monthly'",
  );
  await page.reload();
  await expect(editor).toContainText('“How often are you paid?” is Once a month');
});

test('T07 by keyboard on a phone: CEL is typed, a case turns red and green again, and another case is added', async ({ page }) => {
  await enterStudio(page, server, 'editor');
  await openCondition(page, 'Years of work', 'workYears', 'Is “');
  await page.setViewportSize(phone);
  const editor = page.locator('.condition-editor');
  await editor.getByRole('radio', { name: 'By lines' }).focus();
  await page.keyboard.press('ArrowRight');
  const cel = editor.getByRole('textbox', { name: 'Condition in CEL' });
  await cel.focus();
  await page.keyboard.press('Control+a');
  await page.keyboard.type("self.jobType == 'student");
  await expect(cel).toHaveAttribute('aria-invalid', 'true');
  await page.keyboard.type("'");
  await expect(editor).toContainText('“What do you do?” is Student');
  await expect(editor).toContainText('1 case comes out otherwise');
  await page.keyboard.press('Control+a');
  await page.keyboard.type('conditions.isEmployed');
  await expect(editor).toContainText('All 2 cases come out as expected.');
  const fresh = editor.getByRole('group', { name: 'Another case' });
  await fresh.getByRole('checkbox', { name: 'What do you do?' }).focus();
  await page.keyboard.press('Space');
  await fresh.getByRole('combobox', { name: 'What do you do?' }).selectOption('Not working now');
  await expect(fresh).toContainText('Now: does not hold');
  await page.reload();
  await expect(fresh.getByRole('combobox', { name: 'What do you do?' })).toHaveValue(/./);
  await expect(fresh).toContainText('Now: does not hold');
  await fresh.getByRole('button', { name: 'Add this case' }).focus();
  await page.keyboard.press('Enter');
  await expect(editor).toContainText('All 3 cases come out as expected.');
  await expect(editor.getByRole('row').filter({ hasText: 'Not working now' })).toBeVisible();
  expect(await fits(page)).toBe(true);
  expect(await violationsOf(page)).toEqual([]);
});
