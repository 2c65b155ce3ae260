import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Page } from 'playwright';
import { violationsOf } from '../../support/axe.ts';
import { answer, openStage, type Stage } from './gallery/browser.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage?.close());

const field = (page: Page, name: string) => page.locator(`[data-field="${name}"]`);

/** Types through the browser's input method, like a Hindi or Chinese keyboard. */
async function compose(page: Page, text: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length });
  await session.send('Input.insertText', { text });
}

describe('text', () => {
  test('V12 Chinese characters are stripped when typed, pasted and composed, without disturbing composition', async () => {
    const page = await stage.page('?only=name');
    const input = page.getByLabel('Full name');
    await input.pressSequentially('Ma李ria');
    expect(await input.inputValue()).toBe('Maria');

    await input.fill('');
    await page.evaluate(() => navigator.clipboard.writeText('王 Juan，'));
    await input.press('Control+V');
    expect(await answer(page, 'name')).toBe(' Juan');

    await input.fill('');
    await input.focus();
    const session = await page.context().newCDPSession(page);
    await session.send('Input.imeSetComposition', { text: 'ni', selectionStart: 2, selectionEnd: 2 });
    expect(await input.inputValue()).toBe('ni');
    await session.send('Input.imeSetComposition', { text: '你', selectionStart: 1, selectionEnd: 1 });
    expect(await input.inputValue()).toBe('你');
    await session.send('Input.insertText', { text: '你' });
    expect(await input.inputValue()).toBe('');
    expect(await answer(page, 'name')).toBeFalsy();
    await page.close();
  });

  test('composed Devanagari is stored completely', async () => {
    const page = await stage.page('?only=name');
    await page.getByLabel('Full name').focus();
    await compose(page, 'सीता');
    expect(await answer(page, 'name')).toBe('सीता');
    await page.close();
  });

  test('normalisers for the end run on blur', async () => {
    const page = await stage.page('?only=name');
    const input = page.getByLabel('Full name');
    await input.pressSequentially('  Maria  Santos ');
    expect(await input.inputValue()).toBe(' Maria Santos ');
    await input.blur();
    expect(await input.inputValue()).toBe('Maria Santos');
    await page.close();
  });

  test('a masked text is stored without separators, and the caret keeps its position', async () => {
    const page = await stage.page('?only=card');
    const input = page.getByLabel('ID number');
    await input.pressSequentially('1234-5678 9012');
    expect(await input.inputValue()).toBe('1234 5678 9012');
    expect(await answer(page, 'card')).toBe('123456789012');
    expect(await input.evaluate((element: HTMLInputElement) => element.selectionStart)).toBe(14);

    await input.evaluate((element: HTMLInputElement) => element.setSelectionRange(5, 5));
    await page.keyboard.press('Backspace');
    expect(await input.inputValue()).toBe('1235 6789 012');
    await page.keyboard.type('4');
    expect(await input.inputValue()).toBe('1234 5678 9012');
    expect(await input.evaluate((element: HTMLInputElement) => element.selectionStart)).toBe(4);

    await page.evaluate(() => navigator.clipboard.writeText('1234-5678-9O12'));
    await input.fill('');
    await input.press('Control+V');
    expect(await answer(page, 'card')).toBe('123456789O12');
    await input.blur();
    await page.getByText('Enter the 12 digits of your ID').waitFor();
    await page.close();
  });

  test('V07 options and hint follow the answer they depend on, and the hint is part of the description', async () => {
    const page = await stage.page('?only=badgeKind,badge');
    await field(page, 'badgeKind').locator('select').selectOption('club');
    const input = page.getByLabel('Badge number');
    await input.pressSequentially('N0112123456');
    expect(await input.inputValue()).toBe('N01-12-123456');
    const description = () => input.evaluate((element) => document.getElementById(`${element.id}-hint`)?.textContent);
    expect(await description()).toBe('As on the card: N01-12-123456');
    expect(await input.getAttribute('aria-describedby')).toContain('-hint');
    expect(await input.getAttribute('inputmode')).toBeNull();

    await input.fill('1234567890');
    await field(page, 'badgeKind').locator('select').selectOption('union');
    expect(await input.inputValue()).toBe('12-3456789-0');
    expect(await description()).toBe('As on the card: 12-3456789-0');
    expect(await input.getAttribute('inputmode')).toBe('numeric');
    expect(await answer(page, 'badge')).toBe('1234567890');
    await page.close();
  });

  test('V04 a short number is completed on blur and on Enter', async () => {
    const page = await stage.page('?only=zip');
    const input = page.getByLabel('ZIP code');
    await input.pressSequentially('1100');
    expect(await input.inputValue()).toBe('1100');
    await input.blur();
    expect(await answer(page, 'zip')).toBe('001100');
    await input.fill('6000');
    await input.press('Enter');
    expect(await answer(page, 'zip')).toBe('006000');
    await page.close();
  });
});

describe('phone', () => {
  test.each(['+63 917 123 4567', '09171234567', '9171234567', '63-917-123-4567'])('%s is the same number', async (typed) => {
    const page = await stage.page('?only=phone');
    const input = page.getByLabel('Mobile number');
    await input.fill(typed);
    expect(await answer(page, 'phone')).toBe('9171234567');
    expect(await input.inputValue()).toBe('917 123 4567');
    await page.close();
  });

  test('V01 a number that does not start with 9 is refused on blur, with its own message', async () => {
    const page = await stage.page('?only=phone');
    const input = page.getByLabel('Mobile number');
    await input.pressSequentially('817');
    await expect.poll(() => page.getByText('starting with 9').count()).toBe(0);
    await input.blur();
    await page.getByText('Enter the exact phone number starting with 9').waitFor();
    expect(await input.getAttribute('aria-invalid')).toBe('true');
    await page.close();
  });
});

test('a number is shown with the grouping of the language on blur', async () => {
  const page = await stage.page('?only=income');
  const input = page.getByLabel('Monthly income');
  await input.pressSequentially('12,345.5');
  expect(await input.inputValue()).toBe('12,345.5');
  await input.blur();
  expect(await input.inputValue()).toBe('12,345.5');
  expect(await answer(page, 'income')).toBe(12345.5);
  await page.close();
});

test('an invalid number stays as typed and is refused, and typing can continue', async () => {
  const page = await stage.page('?only=income');
  const input = page.getByLabel('Monthly income');
  await input.pressSequentially('12a');
  await input.blur();
  expect(await input.inputValue()).toBe('12a');
  await page.getByText('Enter a number').waitFor();
  await input.press('End');
  await input.press('Backspace');
  expect(await answer(page, 'income')).toBe(12);
  await page.close();
});

test('a one-time code is one input that the phone can fill; invalid characters stay visible', async () => {
  const page = await stage.page('?only=code');
  const input = page.getByLabel('Code from the SMS');
  expect(await input.getAttribute('autocomplete')).toBe('one-time-code');
  await input.pressSequentially('12-34');
  expect(await answer(page, 'code')).toBe('1234');
  expect(await page.locator('.code-cell').allTextContents()).toEqual(['1', '2', '3', '4']);
  await input.pressSequentially('a');
  expect(await answer(page, 'code')).toBe('1234a');
  expect(await page.locator('.code-cell').allTextContents()).toEqual(['1', '2', '3', '4', 'a']);
  await page.close();
});

describe('date', () => {
  test('day and year are typed and the month is chosen; a two-digit year is completed', async () => {
    const page = await stage.page('?only=birthDate');
    await page.getByLabel('Day').fill('7');
    await page.getByLabel('Month').selectOption('May');
    await page.getByLabel('Year').fill('90');
    await page.getByLabel('Year').blur();
    expect(await answer(page, 'birthDate')).toBe('1990-05-07');
    await page.close();
  });

  test('typing key by key changes no input', async () => {
    const page = await stage.page('?only=birthDate');
    const day = page.getByLabel('Day');
    await day.pressSequentially('1');
    expect(await day.inputValue()).toBe('1');
    await day.pressSequentially('2');
    expect(await day.inputValue()).toBe('12');
    await page.getByLabel('Month').selectOption('May');
    await page.getByLabel('Year').pressSequentially('1990');
    expect(await answer(page, 'birthDate')).toBe('1990-05-12');

    await day.press('End');
    await day.press('Backspace');
    expect(await day.inputValue()).toBe('1');
    expect(await answer(page, 'birthDate')).toBe('1990-05-01');
    await page.getByLabel('Year').focus();
    await day.press('End');
    await day.pressSequentially('7');
    expect(await answer(page, 'birthDate')).toBe('1990-05-17');
    await page.close();
  });

  test('an unfinished date keeps its input and is invalid', async () => {
    const page = await stage.page('?only=birthDate');
    await page.getByLabel('Year').fill('1990');
    await page.getByLabel('Year').blur();
    await field(page, 'birthDate').getByText('does not look right').waitFor();
    expect(await page.getByLabel('Year').inputValue()).toBe('1990');
    await page.close();
  });

  test('a pasted date fills all three', async () => {
    const page = await stage.page('?only=birthDate');
    await page.evaluate(() => navigator.clipboard.writeText('17/05/1990'));
    await page.getByLabel('Day').press('Control+V');
    expect(await answer(page, 'birthDate')).toBe('1990-05-17');
    await page.close();
  });

  test('a month alone is year and month', async () => {
    const page = await stage.page('?only=graduated');
    await page.getByLabel('Month').selectOption('March');
    await page.getByLabel('Year').fill('2012');
    expect(await answer(page, 'graduated')).toBe('2012-03');
    await page.close();
  });
});

describe('choice', () => {
  test('a short list uses the native control', async () => {
    const page = await stage.page('?only=payCycle');
    await page.getByLabel('How often you are paid').selectOption('Every month');
    expect(await answer(page, 'payCycle')).toBe('monthly');
    await page.close();
  });

  test('a long list is searched and chosen by keyboard alone, and the focus returns', async () => {
    const page = await stage.page('?only=industry');
    const button = page.getByRole('combobox', { name: 'Industry' });
    await button.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Industry' }).waitFor();
    await page.keyboard.type('care');
    await expect.poll(() => page.getByRole('option').allTextContents()).toEqual(['Health care']);
    expect(await violationsOf(page)).toEqual([]);
    await page.keyboard.press('Enter');
    expect(await answer(page, 'industry')).toBe('i11');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await button.evaluate((element) => element === document.activeElement)).toBe(true);
    expect(await button.textContent()).toBe('Health care');
    await page.close();
  });

  test('Escape and a tap outside the sheet close it without choosing', async () => {
    const page = await stage.page('?only=industry');
    await page.setViewportSize({ width: 900, height: 900 });
    const sheet = page.getByRole('dialog');
    for (const close of [() => page.keyboard.press('Escape'), () => page.mouse.click(20, 20)]) {
      await page.getByRole('combobox', { name: 'Industry' }).click();
      await sheet.waitFor();
      await close();
      await sheet.waitFor({ state: 'detached' });
    }
    expect(await answer(page, 'industry')).toBeUndefined();
    await page.close();
  });

  test('cards are a radio group with arrow keys', async () => {
    const page = await stage.page('?only=gender');
    await page.getByRole('radio', { name: 'Female' }).focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowDown');
    expect(await answer(page, 'gender')).toBe('male');
    await page.close();
  });
});

test('F09 a place is chosen from province to barangay; a new province clears the levels below', async () => {
  const page = await stage.page('?only=place');
  const pick = async (level: string, search: string, option: string) => {
    await page.getByRole('combobox', { name: level }).click();
    await page.getByRole('combobox', { name: 'Search' }).fill(search);
    await page.getByRole('option', { name: option, exact: true }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  };
  expect(await page.getByRole('combobox', { name: 'City' }).getAttribute('aria-disabled')).toBe('true');
  await page.getByRole('combobox', { name: 'Province' }).click();
  const search = page.getByRole('combobox', { name: 'Search' });
  await search.waitFor();
  expect(await search.evaluate((element) => element === document.activeElement)).toBe(true);
  expect(await search.getAttribute('inputmode')).toBe('none');
  await search.click();
  expect(await search.getAttribute('inputmode')).toBe('search');
  expect(await search.evaluate((element) => element === document.activeElement)).toBe(true);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(await page.getByText('Please fill in').count()).toBe(0);
  await pick('Province', 'metro', 'Metro Manila');
  await pick('City', 'paranaque', 'Parañaque City');
  await pick('Barangay', 'BF', 'B. F. Homes');
  expect(await answer(page, 'place')).toMatchObject({
    province: { code: '800', name: 'Metro Manila' },
    city: { code: '81000', name: 'Parañaque City' },
    district: { name: 'B. F. Homes' },
  });
  await pick('Province', 'cebu', 'Cebu');
  expect(await answer(page, 'place')).toEqual({ province: { code: '022', name: 'Cebu' } });
  await page.close();
});

describe('contacts', () => {
  test('each input has its own label and problem, shown on blur', async () => {
    const page = await stage.page('?only=contacts');
    const second = page.getByRole('group', { name: 'Person 2' });
    await second.getByLabel('Name').fill('Jo李se');
    await second.getByLabel('Mobile number').fill('12');
    await second.getByLabel('Mobile number').press('Tab');
    await second.getByLabel('Who they are to you').selectOption('Friend');
    await second.getByText('Mobile number does not look right').waitFor();
    expect(await page.getByRole('group', { name: 'Person 1' }).getByText('Please fill in').count()).toBe(0);
    expect(await answer(page, 'contacts')).toMatchObject([{}, { name: 'Jose', phone: '12', relationship: 'friends' }]);
    await page.close();
  });

  test('V09 a person is picked from the address book if the browser has one', async () => {
    const page = await stage.page('?only=contacts');
    expect(await page.getByRole('button', { name: 'From contacts' }).count()).toBe(0);
    await page.context().addInitScript(() => {
      const contacts = { select: async () => [{ name: ['Ana Reyes'], tel: ['+63 917 555 0001'] }] };
      Object.defineProperty(navigator, 'contacts', { value: contacts, configurable: true });
    });
    await page.reload();
    await page.getByRole('button', { name: 'From contacts' }).first().click();
    await expect.poll(() => answer(page, 'contacts')).toMatchObject([{ name: 'Ana Reyes', phone: '9175550001' }]);
    await page.context().addInitScript(() => Reflect.deleteProperty(navigator, 'contacts'));
    await page.close();
  });
});

test('V10 a repeated entry is typed, not pasted', async () => {
  const page = await stage.page();
  const again = page.getByLabel('Account number again');
  await page.getByLabel('Account number', { exact: false }).first().fill('1234567');
  await page.evaluate(() => navigator.clipboard.writeText('1234567'));
  await again.press('Control+V');
  expect(await again.inputValue()).toBe('');
  await page.getByText('Please type it').waitFor();
  await again.pressSequentially('1234568');
  await again.blur();
  await page.getByText('The bank info does not match').waitFor();
  await page.close();
});

test('V14 the person reads an image code while the phone solves a proof of work, or the phone solves a longer one', async () => {
  const page = await stage.page('?only=imageCode');
  await page.getByRole('textbox', { name: 'Characters in the picture' }).fill('K7P2');
  await page.getByText('Ready to go on').waitFor();
  expect(await answer(page, 'imageCode')).toMatchObject({
    answer: 'K7P2',
    challengeId: expect.any(String),
    proof: expect.any(String),
  });
  await page.getByRole('button', { name: 'New picture' }).click();
  expect(await answer(page, 'imageCode')).toBeUndefined();
  await page.getByRole('button', { name: 'I cannot see the picture' }).click();
  await page.getByText('Checked, no picture needed').waitFor();
  const { proof } = (await answer(page, 'imageCode')) as { proof: string };
  expect(JSON.parse(atob(proof))).toMatchObject({
    challenge: { signature: expect.any(String) },
    solution: { counter: expect.any(Number) },
  });
  await page.close();
});

test('V15 a consent is a checkbox with a link to its document; unticked is no answer', async () => {
  const page = await stage.page('?only=consent');
  await page.getByRole('link', { name: 'Read the privacy policy' }).click();
  expect(await page.evaluate(() => window.gallery.path)).toBe('/privacy');
  const box = page.getByRole('checkbox', { name: 'I have read and accept the privacy policy' });
  await box.check();
  expect(await answer(page, 'consent')).toBe(true);
  await box.uncheck();
  expect(await answer(page, 'consent')).toBeUndefined();
  await page.close();
});
