import { expect, test } from '@playwright/test';
import { violationsOf } from '../support/axe.ts';
import { type RunningServer, startServer } from './support/server.ts';
import { beginChange, compiled, desktop, enterStudio, isSaved, replaceWords, startScreen, startShows } from './support/studio.ts';

let server: RunningServer;
test.beforeAll(async () => {
  server = await startServer();
});
test.afterAll(() => server.stop());

test.use(desktop);
test.setTimeout(300_000);

const { path, before, after } = startScreen;

test('T13 an approved change is given to a share of the people, stopped, and cannot be edited meanwhile', async ({ page, browser }) => {
  await enterStudio(page, server, 'editor');
  const change = await beginChange(page, 'A warmer welcome');
  await page.goto(`${server.url}${change}/files?file=${path}`);
  await replaceWords(page, path, before, after);
  await isSaved(page);
  await page.goto(`${server.url}${change}`);
  await page.getByRole('button', { name: 'Send for review' }).click(compiled);
  await expect(page.getByText('Waits for review')).toBeVisible(compiled);

  const reviewer = await (await browser.newContext(desktop)).newPage();
  await enterStudio(reviewer, server, 'reviewer');
  await reviewer.goto(`${server.url}${change}`);
  await reviewer.getByLabel('Note').fill('Read it with the team.', compiled);
  await reviewer.getByRole('button', { name: 'Approve' }).click();
  await reviewer.getByRole('button', { name: 'Publish gradually' }).click(compiled);
  await reviewer.getByRole('alertdialog').getByRole('button', { name: 'Publish gradually' }).click();
  await reviewer.getByRole('link', { name: 'See how it does' }).click(compiled);
  await expect(reviewer.getByRole('heading', { name: '“A warmer welcome” is being given to more and more people' })).toBeVisible(compiled);
  await expect(reviewer.getByText('100 people must have used each release in this stage', { exact: false })).toBeVisible();
  await expect(reviewer.getByRole('row', { name: 'Now 1% 4' })).toBeVisible();
  await expect(reviewer.getByRole('row', { name: /Met an error, in percent/ })).toContainText('Too few people to say');
  expect(await violationsOf(reviewer)).toEqual([]);
  await page.goto(`${server.url}${change}`);
  await expect(page.getByText('It cannot be edited until that is finished or stopped.', { exact: false })).toBeVisible(compiled);

  await reviewer.getByRole('button', { name: 'Give it to 10 % now' }).click();
  await reviewer.getByRole('alertdialog').getByRole('button').first().click();
  await expect(reviewer.getByRole('button', { name: 'Give it to 50 % now' })).toBeVisible(compiled);
  await reviewer.getByRole('button', { name: 'Pause' }).click();
  await expect(reviewer.getByText('demo-reviewer paused it.', { exact: false })).toBeVisible(compiled);
  const visitor = await (await browser.newContext(desktop)).newPage();
  await startShows(visitor, server, before);
  await reviewer.getByLabel('Reason').fill('The old words were clearer.');
  await reviewer.getByRole('button', { name: 'Stop and go back' }).click();
  await reviewer.getByRole('alertdialog').getByRole('button').first().click();
  await expect(reviewer.getByText('Stopped. Everybody has the old release.')).toBeVisible(compiled);
  await expect(page.getByText('Being edited')).toBeVisible(compiled);
  await startShows(visitor, server, before);
});

test('T13 a rollout is finished in a click, and everybody has the release', async ({ page, browser }) => {
  await enterStudio(page, server, 'editor');
  await page.getByRole('link', { name: 'A warmer welcome' }).click();
  await page.getByRole('button', { name: 'Send for review' }).click(compiled);
  await expect(page.getByText('Waits for review')).toBeVisible(compiled);
  const reviewer = await (await browser.newContext(desktop)).newPage();
  await enterStudio(reviewer, server, 'reviewer');
  await reviewer.goto(page.url());
  await reviewer.getByLabel('Note').fill('Once more.', compiled);
  await reviewer.getByRole('button', { name: 'Approve' }).click();
  await reviewer.getByRole('button', { name: 'Publish gradually' }).click(compiled);
  await reviewer.getByRole('alertdialog').getByRole('button').first().click();
  await reviewer.getByRole('link', { name: 'See how it does' }).click(compiled);
  await reviewer.getByRole('button', { name: 'Give it to everybody now' }).click(compiled);
  await reviewer.getByRole('alertdialog').getByRole('button').first().click();
  await expect(reviewer.getByText('Published. Everybody sees it now.')).toBeVisible(compiled);
  await startShows(await (await browser.newContext(desktop)).newPage(), server, after);
});
