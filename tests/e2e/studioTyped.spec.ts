import { expect, type Locator, type Page, test } from '@playwright/test';
import { type RunningServer, startServer } from './support/server.ts';
import { beginChange, compiled, desktop, enterStudio, isSaved } from './support/studio.ts';

let server: RunningServer;
test.beforeAll(async () => {
  server = await startServer();
});
test.afterAll(() => server.stop());

test.setTimeout(180_000);
test.use(desktop);

const atWork = 'file=schemas/forms/work.schema.json&at=/properties';

interface Control {
  editor: string;
  at: string;
  field: (page: Page) => Locator;
  /** Opens the field. */
  begin?: (page: Page) => Promise<void>;
  text: string;
  /** Where the text appears afterwards, if not in the field. */
  shown?: (page: Page) => Locator;
}

const controls: readonly Control[] = [
  {
    editor: 'a figure in the inspector',
    at: `design?${atWork}/professionalTitle`,
    field: (page) => page.getByLabel('Max length'),
    text: '77',
  },
  {
    editor: 'a word in the inspector',
    at: `design?${atWork}/income/$ref`,
    field: (page) => page.getByLabel('Label, English'),
    text: 'Pay',
  },
  {
    editor: 'a condition as CEL',
    at: `conditions?${atWork}/professionalTitle/x-when`,
    begin: (page) => page.getByLabel('As CEL').check(compiled),
    field: (page) => page.getByRole('textbox', { name: 'Condition in CEL' }),
    text: "self.jobType == 'student'",
  },
  {
    editor: 'a cell of a decision table',
    at: 'decisions',
    begin: (page) => page.getByRole('rowheader', { name: 'identityShared' }).dblclick(compiled),
    field: (page) => page.getByRole('textbox', { name: /identityShared/ }),
    text: 'sharedIdentity',
    shown: (page) => page.getByRole('rowheader', { name: 'sharedIdentity' }),
  },
  { editor: 'a figure of a product', at: 'terms', field: (page) => page.getByLabel(/^Daily rate/).first(), text: '0.03' },
];

/** Switches to another browser tab and back. */
async function lookAway(page: Page): Promise<void> {
  for (const state of ['hidden', 'visible']) {
    await page.evaluate((is) => {
      Object.defineProperty(document, 'visibilityState', { value: is, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    }, state);
  }
}

test('T17 another tab is shown: what is typed is kept, but an emptied field is not', async ({ page }) => {
  await enterStudio(page, server, 'editor');
  const change = await beginChange(page, 'Half a text');
  await page.goto(`${server.url}${change}/design?${atWork}/professionalTitle`);
  const length = page.getByLabel('Max length');
  await expect(length).toBeVisible(compiled);
  const before = await length.inputValue();
  await length.press('Control+a');
  await length.press('Delete');
  await lookAway(page);
  await expect(page.getByRole('button', { name: 'Undo', exact: true })).toBeDisabled();
  await page.keyboard.type('77');
  await lookAway(page);
  await page.getByRole('button', { name: 'Undo: Change “Max length”' }).click();
  await expect(length).toHaveValue(before);
  await expect(page.getByRole('button', { name: 'Undo', exact: true })).toBeDisabled();
});

test('T17 what somebody else has written where one types waits for a choice, and nothing is lost', async ({ page, browser }) => {
  await enterStudio(page, server, 'editor');
  const change = await beginChange(page, 'Two words at one place');
  const place = `${server.url}${change}/design?${atWork}/income/$ref`;
  await page.goto(place);
  const label = (of: Page) => of.getByLabel('Label, English');
  await expect(label(page)).toBeVisible(compiled);
  const other = await (await browser.newContext(desktop)).newPage();
  await enterStudio(other, server, 'editor');
  await other.goto(place);
  await expect(label(other)).toBeVisible(compiled);
  await label(other).fill('Theirs');
  await label(other).press('Enter');
  await isSaved(other);
  const { promise: isEmptied, resolve: go } = Promise.withResolvers<void>();
  await page.route('**/file', async (route) => {
    await isEmptied;
    await route.continue();
  });
  await page.getByLabel('Hint, English').fill('A hint');
  await label(page).fill('');
  go();
  const choice = page.getByRole('alert').filter({ hasText: 'Somebody else has changed this place' });
  await expect(choice).toContainText('Theirs');
  await expect(label(page)).toHaveValue('');
  await label(page).fill('Mine');
  await choice.getByRole('button', { name: 'Store what I typed' }).click();
  await expect(choice).toBeHidden();
  await isSaved(page);
  await page.reload();
  await expect(label(page)).toHaveValue('Mine', compiled);
  await expect(page.getByLabel('Hint, English')).toHaveValue('A hint');
});

for (const { editor, at, begin, field, text, shown } of controls) {
  test(`T17 what is typed in ${editor} is there after the browser was closed`, async ({ page, context }) => {
    await enterStudio(page, server, 'editor');
    const change = await beginChange(page, editor);
    await page.goto(`${server.url}${change}/${at}`);
    await begin?.(page);
    await expect(field(page)).toBeVisible(compiled);
    await field(page).press('Control+a');
    await page.keyboard.type(text);
    // On a cheap computer too, the text is kept within the half second that a browser gives a closing page.
    await (await context.newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate: 4 });
    await page.close();
    const again = await context.newPage();
    await again.goto(`${server.url}${change}/${at}`);
    if (shown) return expect(shown(again)).toBeVisible(compiled);
    await begin?.(again);
    return expect(field(again)).toHaveValue(text, compiled);
  });
}
