import { expect, type Locator, type Page, test } from '@playwright/test';
import { violationsOf } from '../support/axe.ts';
import { type RunningServer, startServer } from './support/server.ts';
import { beginChange, compiled, enterStudio } from './support/studio.ts';

let server: RunningServer;
test.beforeAll(async () => {
  server = await startServer();
});
test.afterAll(() => server.stop());

test.setTimeout(240_000);
test.use({ isMobile: false, hasTouch: false, viewport: { width: 1360, height: 900 }, userAgent: 'Mozilla/5.0 (X11; Linux x86_64)' });

const row = (page: Page, name: string): Locator => page.getByRole('row', { name, exact: true });

/** Opens the designer of a new change and finds a form in the tree. */
async function openForm(page: Page, title: string): Promise<void> {
  await enterStudio(page, server, 'editor');
  await beginChange(page, title);
  await page.getByRole('link', { name: 'Design' }).click();
  await page.getByLabel('Find by name').fill('Work and income', compiled);
  await row(page, 'Work and income').last().click();
  await expect(page.getByRole('heading', { name: 'Work and income' })).toBeVisible();
}

async function sayIn(page: Page, label: string, words: { English: string; हिन्दी: string; Pilipino: string }): Promise<void> {
  for (const [language, text] of Object.entries(words)) await page.getByLabel(`${label}, ${language}`).fill(text);
}

const isSaved = (page: Page): Promise<void> => expect(page.getByText('Saved', { exact: true })).toBeVisible();

/** Expects the page of the change to list only problems of the test server's own limits. */
async function isSound(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Overview' }).click();
  const cells = page.getByRole('cell', { name: /\.json:\d+$/ });
  await expect(cells.first()).toBeVisible(compiled);
  const places = await cells.allTextContents();
  expect(places.filter((place) => !place.includes('flows/login.json'))).toEqual([]);
}

test('T05 T06 a question with a condition in three languages is added, moved, undone and redone without seeing a file', async ({
  page,
}) => {
  await openForm(page, 'Ask for the hat size');
  await page.getByRole('button', { name: 'Add a question' }).click();
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByLabel('Question, English')).toBeFocused();
  await expect(page.getByLabel('Question, English')).toHaveAccessibleDescription(/^Fill in the words/);
  await sayIn(page, 'Question', { English: 'Hat size', हिन्दी: 'टोपी का आकार', Pilipino: 'Sukat ng sombrero' });
  await page.getByLabel('Kind of answer').selectOption('Whole number');
  await page.getByLabel('Must be answered').check();
  await sayIn(page, 'What is said when it is left empty', {
    English: 'Enter your hat size.',
    हिन्दी: 'अपनी टोपी का आकार लिखें।',
    Pilipino: 'Ilagay ang sukat ng sombrero mo.',
  });
  await page.getByLabel('Asked only after').selectOption('What do you do?');
  await page.getByLabel('Employed or on contract').check();
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Hat size', exact: true })).toBeFocused();
  await expect(page.getByLabel('Label, Pilipino')).toHaveValue('Sukat ng sombrero');
  const asked = page.getByRole('group', { name: 'Applies when' });
  await expect(asked.getByText(/^All \d+ cases come out as expected/)).toBeVisible();
  await asked.getByLabel('As CEL').check();
  await expect(page.getByRole('textbox', { name: 'Applies when' })).toHaveValue(/self\.jobType == 'contractWorker'/);
  await page.getByLabel('Find by name').fill('');
  await page.getByRole('button', { name: 'Move up' }).click();
  await expect(page.getByRole('button', { name: 'Undo: Move “Hat size”' })).toBeVisible();
  await page.getByRole('button', { name: 'Undo: Move “Hat size”' }).click();
  await page.getByRole('button', { name: 'Undo: Add a question' }).click();
  await expect(row(page, 'Hat size')).toBeHidden();
  await page.getByRole('button', { name: 'Redo: Add a question' }).click();
  await expect(row(page, 'Hat size')).toBeVisible();
  await isSaved(page);
  expect(await violationsOf(page)).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await violationsOf(page)).toEqual([]);
  await isSound(page);
});

test('T06 a question is deleted with everything of it, and a step is added with its screen and form', async ({ page }) => {
  await openForm(page, 'Fewer questions, one more step');
  await row(page, 'Your position').click();
  await page.getByRole('button', { name: 'Delete' }).click();
  await expect(row(page, 'Your position')).toBeHidden();
  await page.getByLabel('Find by name').fill('');
  await row(page, 'Onboarding').click();
  await page.getByRole('button', { name: 'Add a step' }).click();
  await sayIn(page, 'Title', { English: 'Your pets', हिन्दी: 'आपके पालतू', Pilipino: 'Mga alaga mo' });
  await sayIn(page, 'Question', { English: 'Name of your pet', हिन्दी: 'पालतू का नाम', Pilipino: 'Pangalan ng alaga mo' });
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Your pets', exact: true })).toBeFocused();
  await isSaved(page);
  await isSound(page);
});

test('T05 an address of a place opens the inspector there, a word is edited in its language, and a problem is fixed at its control', async ({
  page,
}) => {
  await enterStudio(page, server, 'editor');
  const path = await beginChange(page, 'A word and a fix');
  await page.goto(`${server.url}${path}/design?file=schemas/forms/work.schema.json&at=/properties/income/$ref`);
  await expect(page.getByRole('heading', { name: 'Monthly income' })).toBeFocused(compiled);
  await page.getByLabel('Label, English').fill('Income each month');
  await page.getByLabel('Label, English').press('Enter');
  await expect(page.getByRole('heading', { name: 'Income each month' })).toBeVisible();
  await page.goto(`${server.url}${path}/design?file=schemas/forms/work.schema.json&at=/properties/workYears`);
  await page.getByRole('group', { name: 'Applies when' }).getByLabel('As CEL').check(compiled);
  const condition = page.getByRole('textbox', { name: 'Applies when' });
  await condition.fill('conditions.isEmployd');
  await page.getByRole('button', { name: 'Apply the fix' }).first().click(compiled);
  await expect(condition).toHaveValue('conditions.isEmployed');
  await isSaved(page);
});

test('T05 on a wide screen the preview stands beside the properties: a click selects, an edit is seen, and it stays open', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  await openForm(page, 'Seen at once');
  await page.getByRole('button', { name: 'Show the preview here' }).click();
  const world = { timeout: 120_000 };
  const frame = page.frameLocator('iframe');
  await expect(frame.getByRole('heading', { level: 1 })).toHaveText('Work and income', world);
  expect((await page.locator('.designer-shown').boundingBox())?.height).toBeLessThan(720);
  await frame.locator('[data-field=income]').scrollIntoViewIfNeeded();
  const field = await frame.locator('[data-field=income]').boundingBox();
  if (!field) throw new Error('The field is not shown.');
  await page.mouse.click(field.x + field.width / 2, field.y + 10);
  await expect(page.getByRole('heading', { name: 'Monthly income' })).toBeFocused();
  await page.getByLabel('Label, English').fill('Income each month');
  await page.getByLabel('Label, English').press('Enter');
  await expect(frame.getByText('Income each month')).toBeVisible(world);
  await expect(frame.locator('html > div')).toBeAttached();
  await expect(page.getByLabel('Label, English')).toBeFocused();
  expect(await violationsOf(page)).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await violationsOf(page)).toEqual([]);
  await page.reload();
  await expect(frame.getByRole('heading', { level: 1 })).toHaveText('Work and income', world);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.locator('iframe')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Hide the preview' })).toHaveCount(0);
});

test('T06 by keyboard alone: find a question, move it, delete it, undo', async ({ page }) => {
  await openForm(page, 'Only keys');
  await page.getByLabel('Find by name').fill('Monthly income');
  await page.getByLabel('Find by name').press('Tab');
  await page.keyboard.press('Control+End');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Monthly income' })).toBeVisible();
  await page.keyboard.press('Alt+ArrowUp');
  await expect(page.getByRole('button', { name: 'Undo: Move “Monthly income”' })).toBeVisible();
  await expect(row(page, 'Monthly income')).toBeFocused();
  await page.keyboard.press('Delete');
  await expect(page.getByRole('button', { name: 'Undo: Delete “Monthly income”' })).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(row(page, 'Monthly income')).toBeVisible();
});

test('T07 a condition is written at its property by lines, its cases go red while it is typed, and it goes with its cases', async ({
  page,
}) => {
  await enterStudio(page, server, 'editor');
  const path = await beginChange(page, 'A note for some');
  await page.goto(`${server.url}${path}/design?file=schemas/forms/work.schema.json&at=/properties/payWeekday`);
  const asked = page.getByRole('group', { name: 'Applies when' });
  await expect(asked.getByText(/^All \d+ cases come out as expected/)).toBeVisible(compiled);
  await asked.getByRole('group', { name: 'Line 2' }).getByLabel('Value 1').selectOption('monthly');
  await expect(asked.getByText(/\d+ cases? comes? out otherwise/)).toBeVisible();
  await asked.getByLabel('As CEL').check();
  await expect(page.getByRole('textbox', { name: 'Applies when' })).toHaveValue(/self\.payCycle == 'monthly'/);
  await asked.getByRole('button', { name: 'In every case' }).click();
  await expect(asked).toBeHidden();
  await page.getByRole('button', { name: /^Undo: .* in every case/ }).click();
  await expect(asked.getByText(/\d+ cases? comes? out otherwise/)).toBeVisible();
  await page.goto(`${server.url}${path}/design?file=schemas/forms/callTime.schema.json&at=/properties/note`);
  await page
    .getByText(/^\d+ more/)
    .first()
    .click(compiled);
  await page.getByRole('button', { name: 'Only in some cases …' }).click();
  await expect(asked.getByText(/^All [2-9] cases come out as expected/)).toBeVisible();
  // Generated cases follow the condition.
  await asked.getByLabel('As CEL').check();
  await asked.getByRole('textbox', { name: 'Applies when' }).fill("self.time == 'anyTime'");
  await asked.getByRole('textbox', { name: 'Applies when' }).blur();
  await expect(asked.getByRole('table')).toContainText('Any time');
  await expect(asked.getByText(/^All [2-9] cases come out as expected/)).toBeVisible();
  // They survive a reload.
  await isSaved(page);
  await page.reload();
  await asked.getByLabel('As CEL').check(compiled);
  await asked.getByRole('textbox', { name: 'Applies when' }).fill("self.time == 'morning'");
  await asked.getByRole('textbox', { name: 'Applies when' }).blur();
  await expect(asked.getByRole('table')).toContainText('Morning');
  await expect(asked.getByText(/^All [2-9] cases come out as expected/)).toBeVisible();
  await asked.locator('summary').filter({ hasText: 'Another case' }).click();
  await asked.getByRole('checkbox').first().check();
  await asked.locator('.condition-given select').selectOption('Afternoon');
  await asked.getByRole('button', { name: 'Add this case' }).click();
  await expect(asked.getByText(/^All [3-9] cases come out as expected/)).toBeVisible();
  expect(await violationsOf(page)).toEqual([]);
  await isSaved(page);
});

test('T12 a change with errors cannot be sent, and its page says why beside the button', async ({ page }) => {
  await enterStudio(page, server, 'editor');
  const path = await beginChange(page, 'Not ready');
  await page.goto(`${server.url}${path}/design?file=schemas/forms/work.schema.json&at=/properties/workYears`);
  await page.getByRole('group', { name: 'Applies when' }).getByLabel('As CEL').check(compiled);
  await page.getByRole('textbox', { name: 'Applies when' }).fill('conditions.isEmployd');
  await expect(page.getByRole('button', { name: 'Apply the fix' }).first()).toBeVisible(compiled);
  await page.getByRole('link', { name: 'Overview' }).click();
  await expect(page.getByText(/^It has (an error|\d+ errors)\. Fix/)).toBeVisible(compiled);
  await expect(page.getByRole('button', { name: 'Send for review' })).toBeDisabled();
});

test('T06 a question is dragged by mouse, and another one by keyboard', async ({ page }) => {
  await enterStudio(page, server, 'editor');
  const path = await beginChange(page, 'Another order');
  await page.goto(`${server.url}${path}/design?file=schemas/forms/work.schema.json&at=/properties/income`);
  await expect(row(page, 'Industry')).toBeVisible(compiled);
  const questions = async () => (await page.getByRole('treegrid').getByRole('row').allTextContents()).map((text) => text.trim());
  await row(page, 'Industry').dragTo(row(page, 'What do you do?'), { targetPosition: { x: 60, y: 3 } });
  await expect(page.getByRole('button', { name: 'Undo: Move “Industry”' })).toBeVisible();
  const place = (rows: readonly string[], name: string) => rows.findIndex((text) => text.startsWith(name));
  const dragged = await questions();
  expect(place(dragged, 'Industry')).toBe(place(dragged, 'What do you do?') - 1);
  await page.getByRole('button', { name: 'Drag Monthly income' }).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Undo: Move “Monthly income”' })).toBeVisible();
  expect(await questions()).not.toEqual(dragged);
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  await expect(page.getByRole('button', { name: 'Undo', exact: true })).toBeDisabled();
  const undone = await questions();
  expect(place(undone, 'Industry')).toBeGreaterThan(place(undone, 'What do you do?'));
  await isSaved(page);
});

test('T06 an optional question is required in one go, with its words and an answer in the examples, and one undo', async ({ page }) => {
  await enterStudio(page, server, 'editor');
  const path = await beginChange(page, 'A note from everybody');
  await page.goto(`${server.url}${path}/design?file=schemas/forms/callTime.schema.json&at=/properties/note`);
  await page.getByLabel('Must be answered').check(compiled);
  if (await page.getByRole('button', { name: 'Require an answer' }).isVisible()) {
    await sayIn(page, 'What is said when it is left empty', {
      English: 'Write a note.',
      हिन्दी: 'एक नोट लिखें।',
      Pilipino: 'Sumulat ng tala.',
    });
    await page.getByRole('button', { name: 'Require an answer' }).click();
  }
  await expect(page.getByLabel('Required, English')).toHaveValue('Write a note.');
  await isSaved(page);
  expect(await violationsOf(page)).toEqual([]);
  await page.getByRole('button', { name: 'Undo: Change “Must be answered”' }).click();
  await expect(page.getByLabel('Must be answered')).not.toBeChecked();
});

test('T17 on a phone the links of a change show the page that is open, even if the session loads late', async ({ page }) => {
  await enterStudio(page, server, 'editor');
  const path = await beginChange(page, 'On a phone');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.route('**/api/staff/browser-session', async (route) => {
    await page.getByRole('heading', { level: 1, name: 'On a phone' }).waitFor();
    await route.continue();
  });
  await page.goto(`${server.url}${path}/terms`);
  await expect(page.getByRole('link', { name: 'Products', exact: true })).toBeInViewport({ ratio: 1 });
});
