import { expect, type Page, test } from '@playwright/test';
import { violationsOf } from '../support/axe.ts';
import { type RunningServer, startServer } from './support/server.ts';
import { beginChange, enterStudio, isSaved, replaceWords } from './support/studio.ts';

let server: RunningServer;
test.beforeAll(async () => {
  server = await startServer();
});
test.afterAll(() => server.stop());

const wide = { width: 1280, height: 900 };
const phone = { width: 390, height: 844 };
test.use({ isMobile: false, hasTouch: false, viewport: wide, userAgent: 'Mozilla/5.0 (X11; Linux x86_64)' });
test.setTimeout(120_000);

const flow = 'flows/onboarding.flow.json';
const fits = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth);
const drawing = (page: Page) => page.getByRole('region', { name: 'Drawing of onboarding' });

/** Puts a condition on a step in the editor, and opens the graph. */
async function askOnlyIf(page: Page, title: string, condition: string): Promise<string> {
  const change = await beginChange(page, title);
  await page.goto(`${server.url}${change}/files?file=${flow}`);
  await replaceWords(page, flow, '"form": "callTime", ', `"form": "callTime", "when": "${condition}", `);
  await isSaved(page);
  await page.getByRole('link', { name: 'Back to the change' }).click();
  await page.getByRole('link', { name: 'Flows and life cycles' }).click();
  await page.getByLabel('Show').selectOption('onboarding');
  await expect(drawing(page)).toBeVisible();
  return change;
}

test('T08 an editor sees the flow of her change drawn, and goes from a choice to the preview and to its file', async ({ page }) => {
  await enterStudio(page, server, 'editor');
  await askOnlyIf(page, 'Fewer questions', "work.jobType == 'student'");
  const choice = drawing(page).getByRole('button', { name: '“What do you do?” is Student' });
  await expect(drawing(page).getByRole('button', { name: 'Work and income' })).toBeVisible();
  if (process.env['SHOTS']) await page.screenshot({ path: '/tmp/w/shots/graphs-1.png', fullPage: true });
  expect(await violationsOf(page)).toEqual([]);
  await choice.click();
  const details = page.getByRole('region', { name: '“What do you do?” is Student' });
  await expect(details).toContainText('If so: When may we call you?');
  await expect(details).toContainText('Somebody goes this way with: “What do you do?”: Student');
  await expect(details).toContainText('If not: Where you live');
  await page.reload();
  await expect(details).toBeVisible();
  if (process.env['SHOTS']) await page.screenshot({ path: '/tmp/w/shots/graphs-2.png', fullPage: true });
  await page.getByRole('combobox', { name: 'Show' }).selectOption('application');
  await expect(page.getByRole('region', { name: 'Drawing of application' }).getByRole('button', { name: 'Not approved' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Step by step' })).toContainText('bank problem: Payout details needed again');
  if (process.env['SHOTS']) await page.screenshot({ path: '/tmp/w/shots/graphs-3.png', fullPage: true });
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await violationsOf(page)).toEqual([]);
  if (process.env['SHOTS']) await page.screenshot({ path: '/tmp/w/shots/graphs-4.png', fullPage: true });
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
  await details.getByRole('link', { name: /^flows\/onboarding\.flow\.json, line \d+$/ }).click();
  await expect(page.getByRole('heading', { level: 2, name: flow })).toBeVisible();
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
  if (process.env['SHOTS']) await page.screenshot({ path: '/tmp/w/shots/graphs-5.png', fullPage: true });
  await expect(page.getByRole('link', { name: 'Play it in the preview' })).toHaveAttribute('href', /preview\?route=%2FworkInfo/);
});
