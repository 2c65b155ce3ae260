import { expect, type Page, test } from '@playwright/test';
import { violationsOf } from '../support/axe.ts';

import { type RunningServer, startServer } from './support/server.ts';
import { beginChange, compiled, enterStudio, fileText, isSaved, replaceWords } from './support/studio.ts';

let server: RunningServer;
test.beforeAll(async () => {
  server = await startServer();
});
test.afterAll(() => server.stop());

test.setTimeout(180_000);
test.use({ isMobile: false, hasTouch: false, viewport: { width: 1360, height: 900 }, userAgent: 'Mozilla/5.0 (X11; Linux x86_64)' });

const path = 'locales/en/errors.json';
const text = (page: Page) => fileText(page, path);
const replaceWord = (page: Page, word: string, by: string) => replaceWords(page, path, word, by);

async function openFile(page: Page): Promise<void> {
  await page.getByLabel('Find a file').fill('en/errors');
  await page.getByRole('navigation', { name: 'Files' }).getByRole('button', { name: 'en/errors' }).last().click();
  await expect(text(page)).toContainText('No connection');
}

test('T02 an editor types, sees the problem at once, and its fix applies by a click', async ({ page }) => {
  await enterStudio(page, server, 'editor');
  expect(await violationsOf(page)).toEqual([]);
  await beginChange(page, 'Friendlier errors');
  await page.getByRole('link', { name: 'Files' }).click();
  await openFile(page);
  await replaceWord(page, 'supportPhone', 'suportPhone');
  await isSaved(page);
  const problem = page.getByRole('listitem').filter({ hasText: 'suportPhone' });
  await expect(problem).toContainText('supportPhone', compiled);
  expect(await violationsOf(page)).toEqual([]);
  await problem.getByRole('button', { name: 'Apply the fix' }).click();
  await expect(problem).toBeHidden(compiled);
  await expect(text(page)).not.toContainText('suportPhone');
});

test('T17 what is typed without a connection is there after the browser was closed', async ({ page, context }) => {
  await enterStudio(page, server, 'editor');
  const change = await beginChange(page, 'Typed in a tunnel');
  await page.getByRole('link', { name: 'Files' }).click();
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
  const change = await beginChange(page, 'Two at once');
  const files = `${server.url}${change}/files?file=${path}`;
  await page.goto(files);
  await expect(text(page)).toContainText('No connection');
  const other = await (await browser.newContext({ viewport: { width: 1360, height: 900 } })).newPage();
  await enterStudio(other, server, 'translator');
  await other.goto(files);
  await expect(other.getByText('demo-editor has this file open too.')).toBeVisible();
  await replaceWord(other, 'connection', 'signal');
  await isSaved(other);
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
