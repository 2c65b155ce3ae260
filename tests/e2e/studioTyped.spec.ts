import { expect, type Locator, type Page, test } from '@playwright/test';
import { type RunningServer, startServer } from './support/server.ts';
import { beginChange, desktop, enterStudio } from './support/studio.ts';

let server: RunningServer;
test.beforeAll(async () => {
  server = await startServer();
});
test.afterAll(() => server.stop());

/** The first answer about a change compiles the whole product. */
test.setTimeout(180_000);
const compiled = { timeout: 60_000 };
test.use(desktop);

const atWork = 'file=schemas/forms/work.schema.json&at=/properties';

interface Control {
  editor: string;
  at: string;
  field: (page: Page) => Locator;
  /** Opens the field. */
  begin?: (page: Page) => Promise<void>;
  text: string;
  /** Where the text stands afterwards, if not in the field. */
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

for (const { editor, at, begin, field, text, shown } of controls) {
  test(`T17 what is typed in ${editor} is there after the browser was closed`, async ({ page, context }) => {
    await enterStudio(page, server, 'editor');
    const change = await beginChange(page, editor);
    await page.goto(`${server.url}${change}/${at}`);
    await begin?.(page);
    await expect(field(page)).toBeVisible(compiled);
    await field(page).press('Control+a');
    await page.keyboard.type(text);
    await page.close();
    const again = await context.newPage();
    await again.goto(`${server.url}${change}/${at}`);
    if (shown) return expect(shown(again)).toBeVisible(compiled);
    await begin?.(again);
    return expect(field(again)).toHaveValue(text, compiled);
  });
}
