import { expect, type Page, test } from '@playwright/test';
import rules from '../cases/rules.json' with { type: 'json' };
import { openAt } from './support/api.ts';
import { clearField, exampleOf, fillForm } from './support/fill.ts';
import { freshPhone, nextButton } from './support/journey.ts';
import { type ConfigurationCopy, manyFromOneAddress, type RunningServer, startServer } from './support/server.ts';

type Answers = Record<string, unknown>;

let server: RunningServer;
test.beforeAll(async () => {
  server = await startServer({ change: quickTaps });
});
test.afterAll(() => server.stop());

/** Next is pressed once per rule here. The double-tap guard has its own test (G08). */
function quickTaps(copy: ConfigurationCopy): void {
  manyFromOneAddress(copy);
  copy.edit<{ clickGuardMs: number }>('flows/settings.json', (settings) => void (settings.clickGuardMs = 0));
}

/** Opens the screen of a form. Returns the current borrower's number. */
async function open(page: Page, form: string): Promise<string> {
  if (form === 'phone') {
    await page.goto(`${server.url}/register`);
    await nextButton(page).waitFor();
    return '';
  }
  const borrower = await openAt(page, server, form);
  await nextButton(page).waitFor();
  return borrower.phone;
}

const rowOf = (page: Page, field: string) => page.locator(`[data-field="${field}"]:visible`);

/** Makes a field invalid. Returns a function that corrects it. */
async function breakField(page: Page, form: string, change: Answers, sound: Answers): Promise<() => Promise<void>> {
  const set = async (answers: Answers) => {
    for (const [field, value] of Object.entries(answers)) {
      if (value === null || value === undefined || value === false) await clearField(rowOf(page, field));
      else await fillForm(page, form, { [field]: value });
    }
  };
  await set(change);
  return () => set(Object.fromEntries(Object.keys(change).map((field) => [field, sound[field]])));
}

const examplesOf = (form: string, example: number): Answers => {
  const { idPhoto: _idPhoto, ...answers } = exampleOf(form, example);
  return answers;
};

const forms = [...new Set(rules.map(({ form }) => form))].filter((form) => form !== 'verify');
for (const form of forms) {
  const own = rules.filter((rule) => rule.form === form);
  const ids = [...new Set(own.map(({ row }) => row))].join(' ');

  test(`${ids} each rule of the form ${form} has its own message, which disappears after the correction`, async ({ page }) => {
    test.setTimeout(180_000);
    const phone = await open(page, form);
    const { pathname } = new URL(page.url());
    let filled = -1;
    for (const { row, name, example = 0, change, problem, message } of own) {
      await test.step(`${row} ${name}`, async () => {
        const sound = examplesOf(form, example);
        if (filled !== example) await fillForm(page, form, sound);
        filled = example;
        const mend = await breakField(page, form, JSON.parse(JSON.stringify(change).replace('"OWN"', `"${phone}"`)) as Answers, sound);
        await nextButton(page).click();
        const at = page.locator(`[id$="${problem.path.replaceAll('/', '-')}-problem"]:visible`);
        await expect(at).toHaveText(message);
        await expect(page.locator('.summary:visible')).toContainText(message);
        expect(new URL(page.url()).pathname).toBe(pathname);
        await mend();
        await expect(at).toHaveCount(0);
      });
    }
  });
}

test('V02 an SMS code has four digits; other input is refused, not dropped', async ({ page }) => {
  const phone = freshPhone();
  await page.goto(`${server.url}/register`);
  await fillForm(page, 'phone', { phone, privacyAccepted: true });
  await nextButton(page).click();
  await page.waitForURL('**/verifyCode');
  for (const { change, message } of rules.filter(({ form }) => form === 'verify')) {
    await fillForm(page, 'verify', change);
    await nextButton(page).click();
    await expect(rowOf(page, 'code')).toContainText(message);
  }
  const input = rowOf(page, 'code').getByRole('textbox');
  await input.fill('');
  await input.pressSequentially('0a4-1');
  await expect(input).toHaveValue('0a41');
  await nextButton(page).click();
  await expect(rowOf(page, 'code')).toContainText('The code is made of digits only.');
});

test('V03 V10 each payout method is accepted', async ({ page }) => {
  test.setTimeout(180_000);
  await openAt(page, server, 'bank');
  for (const example of [0, 1, 2]) {
    await page.goto(`${server.url}/bankInfo`);
    await nextButton(page).waitFor();
    await fillForm(page, 'bank', exampleOf('bank', example));
    await nextButton(page).click();
    await page.waitForURL('**/faceInfo');
  }
});

test('F01 R06 the age follows the birth date, and the server computes it again', async ({ page }) => {
  const borrower = await openAt(page, server, 'personalBasic');
  const born = (age: number) => `${new Date().getFullYear() - age}-01-01`;
  const age = rowOf(page, 'age');
  await expect(rowOf(page, 'birthDate')).toBeVisible();
  await expect(age).toHaveCount(0);
  await fillForm(page, 'personalBasic', { birthDate: born(30) });
  await expect(age.getByRole('status', { name: 'Age' })).toHaveText('30');
  await fillForm(page, 'personalBasic', { name: 'Maria', birthDate: born(41), gender: 'female' });
  await expect(age.getByRole('status')).toHaveText('41');
  await expect(age.locator('input, button')).toHaveCount(0);
  await nextButton(page).click();
  await page.waitForURL('**/baseInfo2');
  await expect.poll(async () => (await borrower.snapshot()).answers['personalBasic']).toMatchObject({ age: 41 });
  await borrower.saveStep('personalBasic', { ...exampleOf('personalBasic'), birthDate: born(25), age: 99 });
  expect((await borrower.snapshot()).answers['personalBasic']).toMatchObject({ age: 25 });
});

test.describe('V12 Chinese characters are stripped', () => {
  const name = (page: Page) => rowOf(page, 'name').getByRole('textbox');
  test.beforeEach(async ({ page }) => {
    await openAt(page, server, 'personalBasic');
    await name(page).click();
  });

  test('V12 while typing', async ({ page }) => {
    await name(page).pressSequentially('Ma玛丽ria，。');
    await expect(name(page)).toHaveValue('Maria');
  });

  test('V12 when pasted, keeping the caret position', async ({ page }) => {
    await name(page).fill('Maria Clara');
    await name(page).evaluate((input: HTMLInputElement) => input.setSelectionRange(5, 5));
    // Inserts text as a paste does, without the system's clipboard.
    await page.keyboard.insertText('玛nne丽');
    await expect(name(page)).toHaveValue('Marianne Clara');
    expect(await name(page).evaluate((input: HTMLInputElement) => input.selectionStart)).toBe('Marianne'.length);
  });

  test('V12 after an input method has finished composing them', async ({ page }) => {
    await name(page).pressSequentially('Ana ');
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Input.imeSetComposition', { text: '玛丽', selectionStart: 2, selectionEnd: 2 });
    await expect(name(page)).toHaveValue('Ana 玛丽');
    await devtools.send('Input.insertText', { text: '玛丽' });
    await expect(name(page)).toHaveValue('Ana ');
    await name(page).pressSequentially('Lim');
    await expect(name(page)).toHaveValue('Ana Lim');
  });
});

test('V10 the confirmation must be typed, not pasted', async ({ page }) => {
  await openAt(page, server, 'bank');
  await fillForm(page, 'bank', { payoutMethod: 'bank', account: '001234567890' });
  const confirmation = rowOf(page, 'accountConfirmation').getByRole('textbox');
  await confirmation.click();
  await confirmation.evaluate((input) => {
    const data = new DataTransfer();
    data.setData('text', '001234567890');
    input.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
  });
  await expect(confirmation).toHaveValue('');
  await expect(rowOf(page, 'accountConfirmation')).toContainText('Please type it instead of pasting.');
});

test('V09 contacts can be picked from the address book if the browser has one, and typed everywhere', async ({ page }) => {
  await openAt(page, server, 'contact');
  await expect(page.getByRole('button', { name: 'Pick from contacts' })).toHaveCount(0);
  await page.addInitScript(() => {
    const select = async () => [{ name: ['Luz Santos'], tel: ['+63 918 123 4567'] }];
    Object.defineProperty(navigator, 'contacts', { value: { select } });
  });
  await page.reload();
  await page.getByRole('button', { name: 'Pick from contacts' }).first().click();
  const person = rowOf(page, 'contacts').locator('.item').first();
  await expect(person.getByRole('textbox').nth(0)).toHaveValue('Luz Santos');
  await expect(person.getByRole('textbox').nth(1)).toHaveValue('918 123 4567');
});
