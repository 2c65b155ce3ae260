import { expect, type Page, test } from '@playwright/test';
import { readSources } from '../../engine/cli/sources.ts';
import { readTexts } from '../../engine/words/index.ts';
import { violationsOf } from '../support/axe.ts';
import { type RunningServer, startServer } from './support/server.ts';
import { beginChange, compiled, desktop, enterStudio } from './support/studio.ts';

let server: RunningServer;
test.beforeAll(async () => {
  server = await startServer();
});
test.afterAll(() => server.stop());

const phone = { width: 390, height: 844 };
test.use(desktop);
test.setTimeout(180_000);

const key = 'forms.work.professionalTitle.label';
const cell = (page: Page, language: string, of = key) => page.getByRole('textbox', { name: `${language} ${of}`, exact: true });

async function openWords(page: Page, title: string): Promise<void> {
  await beginChange(page, title);
  await page.getByRole('link', { name: 'Words' }).click();
  await expect(page.getByText(/^2,\d\d\d rows$/)).toBeVisible(compiled);
}

const fits = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth);

test('T09 a translator finds a text by what a page shows, changes it, and the change keeps it', async ({ page }) => {
  await enterStudio(page, server, 'translator');
  await openWords(page, 'Clearer Filipino');
  expect(await violationsOf(page)).toEqual([]);
  await expect(page.getByRole('link', { name: 'Find', exact: true })).toBeInViewport({ ratio: 1 });
  const english = await cellText(page);
  await page.getByRole('searchbox', { name: 'Find a text' }).fill(english);
  await expect(cell(page, 'Pilipino')).toBeVisible();
  await expect(page).toHaveURL(/text=/);
  const row = page.getByRole('listitem', { name: key });
  await expect(row).toContainText(/Shown on .*workInfo/);
  const before = await cell(page, 'Pilipino').inputValue();
  await cell(page, 'Pilipino').fill('Ano ang trabaho mo ngayon');
  await expect(row).toContainText(`Before: ${before}`);
  await expect(page.getByText('Everything is saved')).toBeVisible();
  await page.reload();
  await expect(cell(page, 'Pilipino')).toHaveValue('Ano ang trabaho mo ngayon');
  await page.getByRole('combobox', { name: 'Show' }).selectOption('Changed here');
  await expect(page.getByText(/^1 row$/)).toBeVisible();
  await row.getByRole('link', { name: /^locales\/en\/forms\.json, line \d+$/ }).click();
  await expect(page.getByRole('heading', { level: 2, name: 'locales/en/forms.json' })).toBeVisible();
  await page.getByRole('link', { name: 'Overview' }).click();
  await expect(page.getByText('locales/fil/forms.json').first()).toBeVisible();
});

/** The English text of `key` in the grid. */
async function cellText(page: Page): Promise<string> {
  await page.getByRole('searchbox', { name: 'Find a text' }).fill(key);
  await expect(page.getByRole('listitem', { name: key })).toBeVisible();
  const text = await cell(page, 'English').inputValue();
  await page.getByRole('searchbox', { name: 'Find a text' }).fill('');
  await expect(page.getByText(/^2,\d\d\d rows$/)).toBeVisible();
  return text;
}

test('T09 the grid says at once that a value is missing, and works by keyboard and on a phone', async ({ page }) => {
  await enterStudio(page, server, 'editor');
  await openWords(page, 'Values');
  await page.getByRole('searchbox', { name: 'Find a text' }).fill('{{');
  const first = page.locator('.word-row', { hasNot: page.locator('[readonly]') }).first();
  await expect(first.getByRole('textbox').first()).toHaveValue(/\{\{/);
  const filipino = first.getByRole('textbox', { name: /^Pilipino/ });
  const before = await filipino.inputValue();
  await filipino.fill('Walang halaga');
  await expect(first).toContainText(/is missing|has no/);
  await expect(filipino).toHaveAttribute('aria-invalid', 'true');
  await filipino.fill(before);
  await filipino.press('Control+ArrowDown');
  await expect(
    page
      .locator('.word-row')
      .nth(1)
      .getByRole('textbox', { name: /^Pilipino/ }),
  ).toBeFocused();
  await page.getByRole('combobox', { name: 'Language' }).selectOption('Pilipino');
  await expect(page.getByRole('textbox', { name: /^हिन्दी/ })).toHaveCount(0);
  await page.setViewportSize(phone);
  expect(await fits(page)).toBe(true);
  expect(await violationsOf(page)).toEqual([]);
});

/** Ten Filipino texts: nine labels, and a text with a placeholder. */
function tenTexts(): [string, string][] {
  const all = [...(readTexts(readSources('.')).get('fil') ?? [])].map(([name, { text }]): [string, string] => [name, text]);
  const labels = all.filter(([name, text]) => /^forms\.work\.\w+\.label$/.test(name) && !text.includes('{{')).slice(0, 9);
  const filled = all.find(
    ([name, text]) => name.startsWith('screens.') && !/_(one|other)$/.test(name) && /^[^{]+\{\{\w+\}\}[^{]*$/.test(text),
  );
  return [...labels, ...(filled ? [filled] : [])];
}

test('T09 a translator reads ten texts from a CSV, one is refused for its value and fixed in the grid, and the change has the ten', async ({
  page,
}) => {
  const texts = tenTexts();
  expect(texts).toHaveLength(10);
  const [refused = '', withValue = ''] = texts[9] ?? [];
  const rows = texts.map(([name, text]) => `${name},"${name === refused ? 'Walang halaga' : `${text} po`}"`);
  await enterStudio(page, server, 'translator');
  await openWords(page, 'Ten texts by CSV');
  await page.getByText('CSV and XLIFF', { exact: true }).click();
  const file = { name: 'words.csv', mimeType: 'text/csv', buffer: Buffer.from(`key,fil\r\n${rows.join('\r\n')}\r\n`) };
  const picture = { name: 'x.png', mimeType: 'image/png', buffer: Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13]) };
  await page.getByLabel('Read a file').setInputFiles(picture);
  await expect(page.getByText('The file cannot be read. It is not a text file. Choose a CSV or XLIFF file.')).toBeVisible();
  // A file that was moved after it was chosen.
  await page.evaluate(() => {
    const real = Object.getOwnPropertyDescriptor(Blob.prototype, 'arrayBuffer') ?? {};
    const fails = () => {
      Object.defineProperty(Blob.prototype, 'arrayBuffer', real);
      return Promise.reject(new DOMException('The file is gone.', 'NotReadableError'));
    };
    Object.defineProperty(Blob.prototype, 'arrayBuffer', { ...real, value: fails });
  });
  await page.getByLabel('Read a file').setInputFiles(file);
  await expect(page.getByText('This file was moved, or changed after you chose it. Choose it again.')).toBeVisible();
  await page.getByLabel('Read a file').setInputFiles(file);
  await expect(page.getByRole('heading', { name: '9 texts would change' })).toBeVisible();
  await expect(page.getByRole('heading', { name: '1 text is left out' })).toBeVisible();
  const left = page.locator('.word-imports').last();
  await expect(left).toContainText(refused);
  await expect(left).toContainText('is missing');
  expect(await violationsOf(page)).toEqual([]);
  await page.getByRole('button', { name: 'Change 9 texts' }).click();
  await expect(page.getByText('9 texts are changed.')).toBeVisible();
  await page.getByRole('button', { name: `Show in the grid ${refused}` }).click();
  await cell(page, 'Pilipino', refused).fill(`${withValue} po`);
  await expect(page.getByText('Everything is saved')).toBeVisible();
  await page.getByRole('searchbox', { name: 'Find a text' }).fill('');
  await page.getByRole('combobox', { name: 'Show' }).selectOption('Changed here');
  await expect(page.getByText(/^10 rows$/)).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as XLIFF' }).click();
  expect((await download).suggestedFilename()).toBe('words-fil.xlf');
  await page.getByRole('link', { name: 'Overview' }).click();
  for (const [name] of texts) await expect(page.getByText(name).first()).toBeVisible();
});
