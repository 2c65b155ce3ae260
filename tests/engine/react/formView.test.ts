import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { violationsOf } from '../../support/axe.ts';
import { openStage, type Stage } from './gallery/browser.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage?.close());

const next = (page: Page) => page.getByRole('button', { name: 'Next', exact: true }).click();
const isFocused = (page: Page, selector: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((element) => element === document.activeElement);

interface Effort {
  /** Fields whose DOM changed. */
  fields: string[];
  commits: number;
  renders: string[];
}

/** Measures what ten key presses in one field make the page do. */
async function typeTenLetters(page: Page): Promise<Effort> {
  await page.getByLabel('Field 3', { exact: true }).focus();
  await page.evaluate(() => {
    const touched = new Set<string>();
    Object.assign(window, { touched });
    new MutationObserver((records) => {
      for (const { target } of records) {
        const owner = target instanceof Element ? target.closest('[data-field]') : target.parentElement?.closest('[data-field]');
        touched.add(owner?.getAttribute('data-field') ?? 'outside');
      }
    }).observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
    window.gallery.commits = 0;
    window.gallery.renders.length = 0;
  });
  await page.keyboard.type('abcdefghij');
  return page.evaluate(() => ({
    fields: [...(window as unknown as { touched: Set<string> }).touched],
    commits: window.gallery.commits,
    renders: window.gallery.renders,
  }));
}

describe('a key press', () => {
  test.each([12, 400])('rerenders nothing in a form of %i fields', async (count) => {
    const page = await stage.page(`?fields=${count}`);
    const { fields, commits, renders } = await typeTenLetters(page);
    expect(fields.filter((field) => field !== 'field3')).toEqual([]);
    expect([...new Set(renders)]).toEqual(['typedText']);
    expect(renders.length).toBeLessThanOrEqual(10);
    expect(commits).toBe(0);
    await page.close();
  });
});

test('a newly applicable field appears, and the others are not rerendered', async () => {
  const page = await stage.page();
  expect(await page.getByLabel('Name of your spouse').count()).toBe(0);
  await page.getByLabel('How often you are paid').selectOption('Other');
  await page.getByLabel('Name of your spouse').waitFor();
  await page.close();
});

describe('Next', () => {
  test('with errors moves the focus to a summary, whose links lead to the fields', async () => {
    const page = await stage.page();
    await next(page);
    const summary = page.getByRole('alert');
    await summary.getByText('Please check 12 answers').waitFor();
    expect(await isFocused(page, '.summary')).toBe(true);
    expect(await page.evaluate(() => window.gallery.sent.length)).toBe(0);

    await summary.getByRole('link', { name: 'Please fill in: Mobile number' }).click();
    expect(
      await page
        .getByLabel('Mobile number')
        .first()
        .evaluate((element) => element === document.activeElement),
    ).toBe(true);
    await page.keyboard.type('9171234567');
    await summary.getByText('Please check 11 answers').waitFor();
    await page.close();
  });

  test('with errors a second time moves the focus to the summary again', async () => {
    const page = await stage.page('?only=name');
    await next(page);
    await page.getByLabel('Full name').focus();
    await next(page);
    expect(await isFocused(page, '.summary')).toBe(true);
    await page.close();
  });

  test('links of groups, sheets and dates to their first control', async () => {
    const page = await stage.page();
    await next(page);
    for (const [link, control] of [
      ['Gender', page.getByRole('radio', { name: 'Female' })],
      ['Date of birth', page.getByLabel('Day')],
      ['Industry', page.getByRole('combobox', { name: 'Industry' })],
      ['Where you live', page.getByRole('combobox', { name: 'Province' })],
      ['People we may call', page.getByRole('group', { name: 'Person 1' }).getByLabel('Name')],
      ['Photo of your ID', page.getByRole('group', { name: 'Photo of your ID' }).getByRole('button', { name: 'Take a photo' })],
    ] as const) {
      await page
        .getByRole('alert')
        .getByRole('link', { name: `Please fill in: ${link}`, exact: true })
        .click();
      expect({ link, focused: await control.evaluate((element) => element === document.activeElement) }).toEqual({ link, focused: true });
    }
    await page.close();
  });

  test('refused by the server announces a link to the field, until it is corrected', async () => {
    const page = await stage.page('?only=name');
    await page.getByLabel('Full name').fill('Maria Santos');
    await next(page);
    await page.evaluate(() => window.gallery.session.serverProblems([{ code: 'pattern', path: '/name' }]));
    await page.getByRole('alert').getByRole('link').waitFor();
    await page.getByLabel('Full name').fill('Maria Cruz');
    expect(await page.getByRole('alert').count()).toBe(0);
    await page.close();
  });

  test('without errors submits the answers; Enter does the same', async () => {
    const page = await stage.page('?only=name');
    await page.getByLabel('Full name').fill('Maria Santos');
    await page.keyboard.press('Enter');
    expect(await page.evaluate(() => window.gallery.sent)).toEqual([{ name: 'Maria Santos' }]);
    await next(page);
    expect(await page.evaluate(() => window.gallery.sent.length)).toBe(2);
    await page.close();
  });
});

test('a problem is shown at its input: described, marked, and removed on correction', async () => {
  const page = await stage.page('?only=name');
  const input = page.getByLabel('Full name');
  await input.pressSequentially('M');
  expect(await page.locator('.field-problem').count()).toBe(0);
  await input.blur();
  const problem = page.getByText('At least 2 characters');
  await problem.waitFor();
  const described = (await input.getAttribute('aria-describedby'))?.split(' ') ?? [];
  expect(described).toHaveLength(2);
  expect(await page.evaluate((ids) => ids.map((id) => document.getElementById(id)?.textContent), described)).toEqual([
    'As it stands on your ID',
    'At least 2 characters',
  ]);
  await input.pressSequentially('a');
  expect(await input.getAttribute('aria-invalid')).toBeNull();
  expect(await problem.count()).toBe(0);
  await page.close();
});

test('L12 fields sent back show the reason; all others are locked, even those only the server has', async () => {
  const page = await stage.page('?state=sentBack');
  const photo = page.locator('[data-field="idPhoto"]');
  expect(await photo.locator('.field-correction p').first().innerText()).toBe('Photo of your ID: The photo was not clear enough.');
  await photo.getByText('The number is hidden by glare.').waitFor();
  expect(await page.getByLabel('Full name').isDisabled()).toBe(true);
  await photo.getByRole('button', { name: 'Choose a file' }).waitFor();
  const phone = page.locator('[data-field="phone"]');
  await phone.getByText('•••• 4567').waitFor();
  expect(await phone.getByRole('button', { name: 'Change' }).count()).toBe(0);
  await page.close();
});

test('an answer that only the server has is kept until changed, and its control gets the focus', async () => {
  const page = await stage.page('?state=kept');
  const phone = page.locator('[data-field="phone"]');
  await next(page);
  expect(await page.getByRole('alert').getByText('Mobile number').count()).toBe(0);
  await phone.getByRole('button', { name: 'Change' }).click();
  await expect.poll(() => phone.getByRole('textbox').evaluate((element) => element === document.activeElement)).toBe(true);
  await page.close();
});

test('G03 another language changes the texts without losing input', async () => {
  const page = await stage.page('?only=name');
  await page.getByLabel('Full name').fill('Maria');
  await page.evaluate(() => window.gallery.texts.setLanguage('fil'));
  expect(await page.getByLabel('Buong pangalan').inputValue()).toBe('Maria');
  await page.close();
});

test('G03 labels and hints in another language than the page say so', async () => {
  const page = await stage.page();
  expect(await page.locator('[lang]:not(html)').count()).toBe(0);
  await page.evaluate(() => window.gallery.texts.setLanguage('fil'));
  await page.getByText('Buong pangalan').waitFor();
  const own = page.locator('.field-label', { hasText: 'Buong pangalan' });
  expect(await own.getAttribute('lang')).toBeNull();
  for (const selector of ['.field-label', '.field-hint[id$="-hint"]', '.check span']) {
    const others = page.locator(selector, { hasNotText: 'Buong pangalan' });
    const languages = await others.evaluateAll((all) => all.map((each) => each.getAttribute('lang')));
    expect([selector, languages.length > 0, [...new Set(languages)]]).toEqual([selector, true, ['en']]);
  }
  await page.close();
});

describe('no accessibility violations', () => {
  test.each(['', '?theme=dark', '?number=2', '?number=3', '?theme=dark&number=2', '?theme=dark&number=3', '?state=sentBack'])(
    'at rest and with mistakes: %s',
    async (query) => {
      const page = await stage.page(query);
      await page.getByRole('img', { name: 'A picture with characters' }).waitFor();
      expect(await violationsOf(page)).toEqual([]);
      await next(page);
      await page.getByRole('alert').first().waitFor();
      expect(await violationsOf(page)).toEqual([]);
      await page.close();
    },
  );
});

test('nothing is wider than a screen of 320 pixels, even at double text size', async () => {
  const page = await stage.page();
  await page.setViewportSize({ width: 320, height: 700 });
  await next(page);
  const width = () => page.evaluate(() => document.documentElement.scrollWidth);
  expect(await width()).toBeLessThanOrEqual(320);
  await page.addStyleTag({ content: 'html { font-size: 200% }' });
  expect(await width()).toBeLessThanOrEqual(330);
  await page.close();
});

test('every target or its label is at least 44 pixels high', async () => {
  const page = await stage.page();
  const small = await page.evaluate(
    () =>
      [...document.querySelectorAll('button, input:not([tabindex="-1"]), select, textarea, a')]
        .map((element) => (element.closest('label.check, label.card-option, .control-group') ?? element).getBoundingClientRect())
        .filter(({ height }) => height < 40).length,
  );
  expect(small).toBe(0);
  await page.close();
});
