import { expect, type Page, test } from '@playwright/test';
import { type RunningServer, startServer } from './support/server.ts';
import { beginChange, compiled, desktop, enterStudio, fileText, isSaved, replaceWords, startScreen } from './support/studio.ts';

let server: RunningServer;
test.beforeAll(async () => {
  server = await startServer();
});
test.afterAll(() => server.stop());

test.setTimeout(180_000);
test.use(desktop);

/** Closes the tab and opens the same page in a new one. */
async function again(page: Page): Promise<Page> {
  const [url, context] = [page.url(), page.context()];
  const next = await context.newPage();
  await page.close();
  await next.goto(url);
  return next;
}

test('T17 a half-filled wizard is open again after a reload and in another tab, and goes once it is added or given up', async ({
  page,
}) => {
  await enterStudio(page, server, 'editor');
  const change = await beginChange(page, 'Half a question');
  await page.goto(`${server.url}${change}/design?file=schemas/forms/work.schema.json&at=/properties/jobType`);
  await page.getByRole('button', { name: 'Add a question', exact: true }).click(compiled);
  await page.getByLabel('Question, English').fill('Hat size');
  await page.getByLabel('Kind of answer').selectOption('Whole number');
  await page.getByLabel('Must be answered').check();
  await page.getByLabel('Asked only after').selectOption('What do you do?');
  await page.getByLabel('Employed or on contract').check();

  const isThere = async (at: Page) => {
    await expect(at.getByLabel('Question, English')).toHaveValue('Hat size', compiled);
    await expect(at.getByLabel('Kind of answer')).toHaveValue('number');
    await expect(at.getByLabel('Must be answered')).toBeChecked();
    await expect(at.getByLabel('Employed or on contract')).toBeChecked();
  };
  await page.reload();
  await isThere(page);
  await expect(page.getByText('You had begun this before.')).toBeVisible();
  const next = await again(page);
  await isThere(next);
  // Choose another node and start the wizard again.
  await next.getByRole('row', { name: 'Monthly income', exact: true }).click();
  await next.getByRole('button', { name: 'Add a question', exact: true }).click();
  await isThere(next);
  await next.getByLabel('What is said when it is left empty, English').fill('Enter your hat size.');
  await next.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(next.getByRole('heading', { name: 'Hat size', exact: true })).toBeVisible();
  await isSaved(next);
  await next.getByRole('button', { name: 'Add a question', exact: true }).click();
  await expect(next.getByLabel('Question, English')).toHaveValue('');
  await next.getByLabel('Question, English').fill('Shoe size');
  await next.getByRole('button', { name: 'Cancel' }).click();
  await next.reload();
  await expect(next.getByRole('button', { name: 'Add a question', exact: true })).toBeVisible(compiled);
  await next.getByRole('button', { name: 'Add a question', exact: true }).click();
  await expect(next.getByLabel('Question, English')).toHaveValue('');
  // Nothing is filled in, so the wizard has not started.
  await next.reload();
  await expect(next.getByRole('button', { name: 'Add a question', exact: true })).toBeVisible(compiled);
});

const kept = 'You wrote this earlier and did not send it.';

test('T17 what a new change will do and a comment stay while they are not sent', async ({ page }) => {
  await enterStudio(page, server, 'editor');
  await page.getByLabel('What will it do?').fill('Ask for hats');
  const next = await again(page);
  await expect(next.getByLabel('What will it do?')).toHaveValue('Ask for hats');
  await expect(next.getByText(kept)).toBeVisible();
  const change = await beginChange(next, 'Ask for hats');
  await next.goto(`${server.url}/studio/changes`);
  await expect(next.getByLabel('What will it do?')).toHaveValue('');
  await expect(next.getByText(kept)).toBeHidden();
  await expect(next.getByLabel('Application')).toHaveValue('main');

  await next.goto(`${server.url}${change}/review`);
  await next.getByLabel('Comment', { exact: true }).fill('Why hats?', compiled);
  const last = await again(next);
  await expect(last.getByLabel('Comment', { exact: true })).toHaveValue('Why hats?', compiled);
  await last.getByRole('button', { name: 'Send the comment' }).click();
  // The text area holds the same words until they are sent.
  await expect(last.getByLabel('Comment', { exact: true })).toHaveValue('', compiled);
  await expect(last.getByText('Why hats?')).toBeVisible();
  await last.reload();
  await expect(last.getByLabel('Comment', { exact: true })).toHaveValue('', compiled);
});

test('T17 a note for a review says that it was kept, and does not come back at another request of approval', async ({ page, browser }) => {
  await enterStudio(page, server, 'editor');
  const change = await beginChange(page, 'A warmer welcome');
  const { path, before, after } = startScreen;
  const send = async (words: string, by: string) => {
    await page.goto(`${server.url}${change}/files?file=${path}`);
    await replaceWords(page, path, words, by);
    await isSaved(page);
    await page.getByRole('link', { name: 'Overview' }).click();
    await page.getByRole('button', { name: 'Send for review' }).click(compiled);
    await expect(page.getByText('Waits for review')).toBeVisible(compiled);
  };
  await send(before, after);
  const reviewer = await (await browser.newContext(desktop)).newPage();
  await enterStudio(reviewer, server, 'reviewer');
  await reviewer.goto(`${server.url}${change}`);
  await reviewer.getByLabel('Note').fill('I miss the steps.', compiled);
  const next = await again(reviewer);
  await expect(next.getByLabel('Note')).toHaveValue('I miss the steps.', compiled);
  await expect(next.getByText(kept)).toBeVisible();
  await send(after, 'Welcome, step by step');
  const last = await again(next);
  await expect(last.getByLabel('Note')).toHaveValue('', compiled);
  await expect(last.getByText(kept)).toBeHidden();
});

test('T17 two tabs type in one file without a connection and are closed: both edits are stored', async ({ page, context }) => {
  await enterStudio(page, server, 'editor');
  const change = await beginChange(page, 'Two tabs');
  const path = 'locales/en/screens/start.json';
  const url = `${server.url}${change}/files?file=${path}`;
  await page.goto(url);
  const other = await context.newPage();
  await other.goto(url);
  for (const tab of [page, other]) await expect(fileText(tab, path)).toContainText('$schema', compiled);
  await context.setOffline(true);
  await replaceWords(page, path, 'A small loan, step by step', 'Good to see you');
  await replaceWords(other, path, '"title": "', '"title": "Now: ');
  await expect(fileText(other, path)).toContainText('Now: ');
  for (const tab of [page, other]) await tab.close();
  await context.setOffline(false);
  const next = await context.newPage();
  await next.goto(url);
  await expect(fileText(next, path)).toContainText('Good to see you', compiled);
  await expect(fileText(next, path)).toContainText('Now: ', compiled);
  await expect(next.getByText(/^Saved, together/)).toBeVisible();
  await next.reload();
  await expect(fileText(next, path)).toContainText('Good to see you', compiled);
  await expect(fileText(next, path)).toContainText('Now: ');
});
