import { expect, test } from '@playwright/test';
import { violationsOf } from '../support/axe.ts';
import { type RunningServer, startServer } from './support/server.ts';
import { atDesk } from './support/staff.ts';
import { beginChange, compiled, desktop, enterStudio, isSaved, replaceWords, startScreen, startShows } from './support/studio.ts';

let server: RunningServer;
test.beforeAll(async () => {
  server = await startServer();
});
test.afterAll(() => server.stop());

test.use(desktop);
test.setTimeout(240_000);

const { path, before, after } = startScreen;

test('T12 T13 T14 a change is sent, objected to, approved on a phone, published and rolled back', async ({ page, browser }) => {
  await enterStudio(page, server, 'editor');
  const change = await beginChange(page, 'A warmer welcome');
  await page.goto(`${server.url}${change}/files?file=${path}`);
  await replaceWords(page, path, before, after);
  await isSaved(page);
  await page.getByRole('link', { name: 'Overview' }).click();
  await expect(page.getByText('en: screens.start.heading changed.')).toBeVisible(compiled);
  await page.getByRole('button', { name: 'Send for review' }).click(compiled);
  await expect(page.getByText('Waits for review')).toBeVisible(compiled);
  await expect(page.getByRole('button', { name: 'Publish now' })).toBeHidden();
  await expect(page.getByRole('button', { name: 'Approve' })).toBeHidden();

  const reviewer = await (await browser.newContext({ viewport: { width: 390, height: 844 }, userAgent: 'Mozilla/5.0 (iPhone)' })).newPage();
  await enterStudio(reviewer, server, 'reviewer');
  await reviewer.goto(`${server.url}${change}`);
  await reviewer.getByLabel('Note').fill('Too familiar for a bank.', compiled);
  await reviewer.getByRole('button', { name: 'Object' }).click();
  await expect(reviewer.getByText('Somebody objects.', { exact: false })).toBeVisible();
  await expect(reviewer.getByRole('button', { name: 'Publish now' })).toBeHidden();
  expect(await violationsOf(reviewer)).toEqual([]);
  await reviewer.getByRole('button', { name: 'Take it back' }).click();
  await reviewer.getByLabel('Note').fill('Read it with the team.');
  await reviewer.getByRole('button', { name: 'Approve' }).click();
  await expect(reviewer.getByText('Everybody needed has approved.', { exact: false })).toBeVisible();
  await startShows(page, server, before);
  await reviewer.getByRole('button', { name: 'Publish now' }).click();
  await reviewer.getByRole('alertdialog').getByRole('button', { name: 'Publish now' }).click();
  await expect(reviewer.getByText('Published. Everybody sees it now.')).toBeVisible(compiled);
  await startShows(page, server, after);

  const admin = await (await browser.newContext(desktop)).newPage();
  await enterStudio(admin, server, 'admin');
  await admin.getByRole('link', { name: 'Releases' }).click();
  await expect(admin.getByRole('row').filter({ hasText: 'A warmer welcome' })).toContainText('demo-reviewer');
  expect(await violationsOf(admin)).toEqual([]);
  await admin.getByRole('row').last().getByRole('link').click();
  await admin.getByLabel('Reason').fill('The branch offices asked for it.', compiled);
  await admin.getByRole('button', { name: 'Roll back to this release' }).click();
  await admin.getByRole('alertdialog').getByRole('button').first().click();
  await expect(admin.getByText('Rolled back. Everybody sees this release now.')).toBeVisible(compiled);
  await startShows(page, server, before);
});

test('T12 an edit after the approval voids it, and nobody publishes', async ({ page, browser }) => {
  await enterStudio(page, server, 'editor');
  const change = await beginChange(page, 'Another welcome');
  const files = `${server.url}${change}/files?file=${path}`;
  await page.goto(files);
  await replaceWords(page, path, before, after);
  await isSaved(page);
  await page.goto(`${server.url}${change}`);
  await page.getByRole('button', { name: 'Send for review' }).click(compiled);
  await expect(page.getByText('Waits for review')).toBeVisible(compiled);
  const reviewer = await (await browser.newContext(desktop)).newPage();
  await enterStudio(reviewer, server, 'reviewer');
  await reviewer.goto(`${server.url}${change}`);
  await reviewer.getByLabel('Note').fill('It reads well.', compiled);
  await reviewer.getByRole('button', { name: 'Approve' }).click();
  await expect(reviewer.getByRole('button', { name: 'Publish now' })).toBeVisible();
  await page.goto(files);
  await replaceWords(page, path, after, 'Hello');
  await isSaved(page);
  // The reviewer's page gets a live update.
  await expect(reviewer.getByRole('button', { name: 'Publish now' })).toBeHidden();
  await expect(reviewer.getByText('Being edited')).toBeVisible();
});

interface Sent {
  request: { release: string; verdict: string; carryOver: string };
}

test('T13 D10 a return to a release that gives more rights says so, and waits for a second admin', async ({ page }) => {
  const roles = 'flows/roles.json';
  const editor = await atDesk(server, 'editor');
  const { id } = (await editor('POST', '/api/staff/studio/changes', { title: 'Fewer see the figures', application: 'desk' })) as {
    id: string;
  };
  const change = `/api/staff/studio/changes/${id}`;
  const { text, hash } = (await editor('GET', `${change}/file?path=${roles}`)) as { text: string; hash: string };
  await editor('PUT', `${change}/file`, {
    path: roles,
    basedOn: hash,
    text: text.replace('"readAlarms", "seeFigures", ', '"readAlarms", '),
  });
  await editor('POST', `${change}/request`, {});
  for (const role of ['reviewer', 'reviewer-2']) {
    const reviewer = await atDesk(server, role);
    const { request } = (await reviewer('GET', `${change}/review`)) as Sent;
    const { release, verdict, carryOver } = request;
    await reviewer('POST', `${change}/reviews`, { decision: 'approved', release, verdict, carryOver, note: 'Two people suffice.' });
    if (role === 'reviewer-2') await reviewer('POST', `${change}/publication`, {});
  }
  await enterStudio(page, server, 'admin');
  await page.goto(`${server.url}/studio/releases?application=desk`);
  await page.getByRole('row').last().getByRole('link').click();
  await expect(page.getByText('A second admin has to approve this')).toBeVisible(compiled);
  await expect(page.getByText(/"reviewer" may call staff\.\w*[Ff]igures/)).toBeVisible();
  expect(await violationsOf(page)).toEqual([]);
  await page.getByLabel('Reason').fill('Reviewers have to see them.');
  await page.getByRole('button', { name: 'Roll back to this release' }).click();
  await page.getByRole('alertdialog').getByRole('button').first().click();
  await expect(page.getByText('Proposed. Another admin approves it at the desk, under Approvals.')).toBeVisible(compiled);
});
