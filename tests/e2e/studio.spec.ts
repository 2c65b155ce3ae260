import { expect, type Page, test } from '@playwright/test';
import { violationsOf } from '../support/axe.ts';
import { enterStudio } from './support/desk.ts';
import { type RunningServer, startServer } from './support/server.ts';

let server: RunningServer;
test.beforeAll(async () => {
  server = await startServer();
});
test.afterAll(() => server.stop());

test.use({ isMobile: false, hasTouch: false, viewport: { width: 1360, height: 900 }, userAgent: 'Mozilla/5.0 (X11; Linux x86_64)' });

const path = 'locales/en/errors.json';
const text = (page: Page) => page.getByRole('textbox', { name: path });

async function begin(page: Page, summary: string): Promise<string> {
  await page.getByLabel('What will it do?').fill(summary);
  await page.getByLabel('Application').selectOption({ label: 'What borrowers see' });
  await page.getByRole('button', { name: 'Begin' }).click();
  await expect(page.getByRole('heading', { level: 1, name: summary })).toBeVisible();
  return new URL(page.url()).pathname;
}

async function openFile(page: Page): Promise<void> {
  await page.getByLabel('Find a file').fill('en/errors');
  await page.getByRole('navigation', { name: 'Files' }).getByRole('button', { name: 'en/errors' }).last().click();
  await expect(text(page)).toContainText('No connection');
}

/** Finds a word with the editor's own search, and types another over it. */
async function replaceWord(page: Page, word: string, by: string): Promise<void> {
  await text(page).focus();
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('Control+f');
  await page.getByRole('textbox', { name: 'Find' }).pressSequentially(word);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await page.keyboard.type(by);
}

const saved = (page: Page) => expect(page.getByText('Saved', { exact: true })).toBeVisible();

test('T02 an editor types, sees the problem at once, and its fix applies by a click', async ({ page }) => {
  await enterStudio(page, server, 'editor');
  expect(await violationsOf(page)).toEqual([]);
  await begin(page, 'Friendlier errors');
  await page.getByRole('link', { name: 'Edit' }).click();
  await openFile(page);
  await replaceWord(page, 'supportPhone', 'suportPhone');
  await saved(page);
  const problem = page.getByRole('listitem').filter({ hasText: 'suportPhone' });
  await expect(problem).toContainText('supportPhone');
  expect(await violationsOf(page)).toEqual([]);
  await problem.getByRole('button', { name: 'Apply the fix' }).click();
  await expect(problem).toBeHidden();
  await expect(text(page)).not.toContainText('suportPhone');
});

test('T17 what is typed without a connection is there after the browser was closed', async ({ page, context }) => {
  await enterStudio(page, server, 'editor');
  const change = await begin(page, 'Typed in a tunnel');
  await page.getByRole('link', { name: 'Edit' }).click();
  await openFile(page);
  await context.setOffline(true);
  await replaceWord(page, 'connection', 'signal');
  await expect(page.getByText('Not saved: no connection.')).toBeVisible();
  await page.close();
  await context.setOffline(false);
  const again = await context.newPage();
  await again.goto(`${server.url}${change}/files?file=${path}`);
  await expect(text(again)).toContainText('No signal');
  await expect(again.getByText('Saved: what you typed before the page closed is here again')).toBeVisible();
});

test('T01 two editors on one place: both read what the other wrote, and one decides', async ({ page, browser }) => {
  await enterStudio(page, server, 'editor');
  const change = await begin(page, 'Two at once');
  const files = `${server.url}${change}/files?file=${path}`;
  await page.goto(files);
  await expect(text(page)).toContainText('No connection');
  const other = await (await browser.newContext({ viewport: { width: 1360, height: 900 } })).newPage();
  await enterStudio(other, server, 'translator');
  await other.goto(files);
  await expect(other.getByText('demo-editor has this file open too.')).toBeVisible();
  await replaceWord(other, 'connection', 'signal');
  await saved(other);
  await replaceWord(page, 'connection', 'network');
  const conflict = page.getByRole('alert');
  await expect(conflict).toContainText('/networkAbnormal');
  await expect(conflict).toContainText('No signal');
  expect(await violationsOf(page)).toEqual([]);
  await conflict.getByLabel('What is stored').check();
  await conflict.getByRole('button', { name: 'Save these choices' }).click();
  await expect(text(page)).toContainText('No signal');
  await expect(text(page)).not.toContainText('No network');
});
