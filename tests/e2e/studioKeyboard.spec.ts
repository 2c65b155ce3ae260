import { expect, type Locator, type Page, test } from '@playwright/test';
import { press, tabTo } from './support/keyboard.ts';
import { type RunningServer, startServer } from './support/server.ts';
import { atDesk, type Staff } from './support/staff.ts';
import { compiled, desktop, enterStudio, isSaved, startScreen } from './support/studio.ts';

let server: RunningServer;
test.beforeAll(async () => {
  server = await startServer();
});
test.afterAll(() => server.stop());

test.setTimeout(240_000);
test.use(desktop);

/** A sighted keyboard user can tell their position only by the focus. */
async function seesFocus(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName), { message: 'the focus is lost' }).not.toBe('BODY');
}

async function write(page: Page, field: Locator, text: string): Promise<void> {
  await field.waitFor(compiled);
  await tabTo(page, field);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(text);
}

/** Selects from a native list by typing its first letters. */
async function choose(page: Page, list: Locator, words: string): Promise<void> {
  await tabTo(page, list);
  await page.keyboard.type(words);
  await expect(list.locator('option:checked')).toHaveText(words);
}

/** Moves down the designer's tree and chooses a row. */
async function chooseRow(page: Page, find: string, row: Locator): Promise<void> {
  await write(page, page.getByLabel('Find by name'), find);
  await row.waitFor(compiled);
  await tabTo(page, page.getByRole('row').first());
  for (let presses = 0; presses < 40 && !(await row.evaluate((each) => each === document.activeElement)); presses += 1)
    await page.keyboard.press('ArrowDown');
  await expect(row).toBeFocused();
  await page.keyboard.press('Enter');
}

/** Begins a change from the list and opens one of its pages. */
async function begin(page: Page, title: string, link: string): Promise<void> {
  await write(page, page.getByLabel('What will it do?'), title);
  await choose(page, page.getByLabel('Application'), 'What borrowers see');
  await press(page, page.getByRole('button', { name: 'Begin' }));
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeFocused(compiled);
  const section = page.locator('[data-current]').getByRole('navigation', { name: 'This change' });
  await press(page, section.getByRole('link', { name: link, exact: true }));
}

test('T17 by keyboard alone: a newcomer begins a change, finds a form, and adds a question with a condition and its words', async ({
  page,
}) => {
  await enterStudio(page, server, 'editor');
  await begin(page, 'Hats by keyboard', 'Design');
  await chooseRow(page, 'Work and income', page.getByRole('row', { name: 'Work and income', exact: true }).last());
  await expect(page.getByRole('heading', { name: 'Work and income' })).toBeVisible();
  await press(page, page.getByRole('button', { name: 'Add a question', exact: true }));
  await expect(page.getByRole('heading', { name: 'Add a question' })).toBeFocused();
  for (const [language, text] of [
    ['English', 'Hat size'],
    ['हिन्दी', 'टोपी का आकार'],
    ['Pilipino', 'Sukat ng sombrero'],
  ])
    await write(page, page.getByLabel(`Question, ${language}`), String(text));
  await choose(page, page.getByLabel('Kind of answer'), 'Whole number');
  await choose(page, page.getByLabel('Asked only after'), 'What do you do?');
  const employed = page.getByLabel('Employed or on contract');
  await tabTo(page, employed);
  await page.keyboard.press('Space');
  await expect(employed).toBeChecked();
  await press(page, page.getByRole('button', { name: 'Add', exact: true }));
  await expect(page.getByRole('heading', { name: 'Hat size', exact: true })).toBeFocused(compiled);
  await isSaved(page);
});

test('T17 by keyboard alone: a problem is seen at its property, its fix is applied, and the focus stays there', async ({ page }) => {
  await enterStudio(page, server, 'editor');
  await begin(page, 'A slip of the key', 'Design');
  await chooseRow(page, 'Years in this job', page.getByRole('row', { name: 'Years in this job', exact: true }).last());
  const asked = page.getByRole('group', { name: 'Applies when' });
  await asked.waitFor(compiled);
  const asCel = asked.getByLabel('As CEL');
  await tabTo(page, asked.getByRole('radio').first());
  if (!(await asCel.isChecked())) await page.keyboard.press('ArrowDown');
  await expect(asCel).toBeChecked();
  await write(page, page.getByRole('textbox', { name: 'Applies when' }), 'conditions.isEmployd');
  const fix = page.getByRole('button', { name: 'Apply the fix' }).first();
  await fix.waitFor(compiled);
  // It is above the field.
  await tabTo(page, fix, 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Applies when' })).toHaveValue('conditions.isEmployed');
  await expect(page.getByRole('button', { name: 'Apply the fix' })).toHaveCount(0, compiled);
  await seesFocus(page);
});

let editor: Promise<Staff> | undefined;

/** Creates a change of one word. */
async function changeOf(title: string, isSent = false): Promise<string> {
  // A code works only once.
  editor ??= atDesk(server, 'editor');
  const call = await editor;
  const { id } = (await call('POST', '/api/staff/studio/changes', { title, application: 'main' })) as { id: string };
  const change = `/api/staff/studio/changes/${id}`;
  const { path, before, after } = startScreen;
  const { text, hash } = (await call('GET', `${change}/file?path=${path}`)) as { text: string; hash: string };
  await call('PUT', `${change}/file`, { path, basedOn: hash, text: text.replace(before, `${after}, ${title}`) });
  if (isSent) await call('POST', `${change}/request`, {});
  return `/studio/changes/${id}`;
}

test('T17 by keyboard alone: an editor sends a change for review, and the focus is not lost', async ({ page }) => {
  const path = await changeOf('Sent by keyboard');
  await enterStudio(page, server, 'editor');
  await page.goto(`${server.url}${path}`);
  const send = page.getByRole('button', { name: 'Send for review' });
  await send.waitFor(compiled);
  await press(page, send);
  await expect(page.getByText('Waits for review')).toBeVisible(compiled);
  await seesFocus(page);
});

test('T17 by keyboard alone: a reviewer comments, objects, takes it back, approves, and publishes at a time', async ({ page }) => {
  const path = await changeOf('Reviewed by keyboard', true);
  await enterStudio(page, server, 'reviewer');
  await page.goto(`${server.url}${path}/review`);
  await write(page, page.getByLabel('Comment', { exact: true }), 'Is that our tone?');
  await press(page, page.getByRole('button', { name: 'Send the comment' }));
  await expect(page.getByText('Is that our tone?')).toBeVisible();
  await seesFocus(page);
  await press(page, page.getByRole('button', { name: 'Resolve', exact: false }).first());
  await expect(page.getByText('Nobody has an open question.')).toBeVisible();
  await seesFocus(page);

  await page.goto(`${server.url}${path}`);
  const object = page.getByRole('button', { name: 'Object' });
  await expect(object).toHaveAccessibleDescription('To object, write a few words in the note.');
  await write(page, page.getByLabel('Note'), 'Too familiar for a bank.');
  await expect(object).toHaveAccessibleDescription('');
  await press(page, object);
  await expect(page.getByText('Somebody objects.', { exact: false })).toBeVisible();
  await seesFocus(page);
  await press(page, page.getByRole('button', { name: 'Take it back' }));
  await expect(page.getByText('Somebody objects.', { exact: false })).toBeHidden();
  await seesFocus(page);
  await write(page, page.getByLabel('Note'), 'Read it with the team.');
  await press(page, page.getByRole('button', { name: 'Approve' }));
  await expect(page.getByText('Everybody needed has approved.', { exact: false })).toBeVisible();
  await seesFocus(page);

  await press(page, page.getByRole('button', { name: 'Publish now' }));
  const question = page.getByRole('alertdialog');
  await question.waitFor();
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await expect(page.getByRole('button', { name: 'Publish now' })).toBeFocused();
  const day = page.getByRole('group', { name: 'Day' });
  const soon = new Date(Date.now() + 30 * 86_400_000);
  await write(page, day.getByRole('textbox').first(), String(soon.getUTCDate()));
  await choose(page, day.getByRole('combobox'), soon.toLocaleString('en', { month: 'long', timeZone: 'UTC' }));
  await write(page, day.getByRole('textbox').last(), String(soon.getUTCFullYear()));
  await write(page, page.getByLabel('Time'), '09:00');
  await press(page, page.getByRole('button', { name: 'Set the time' }));
  await expect(page.getByText(/^It is published on/)).toBeVisible();
  await seesFocus(page);
});
