import { expect, type Page, test } from '@playwright/test';
import { type ApiBorrower, openAt } from './support/api.ts';
import { nextButton } from './support/journey.ts';
import { type ConfigurationCopy, type RunningServer, startServer } from './support/server.ts';

type Tree = Record<string, any>; // oxlint-disable-line typescript/no-explicit-any -- free-form JSON under edit

/** The shipped step of contacts with a list of one to four people, a condition inside it, an object and a list of texts. */
function withParts({ add, edit }: ConfigurationCopy): void {
  add('schemas/enums/channel.schema.json', { $schema: '../meta/enum.schema.json', id: 'channel', type: 'string', enum: ['post', 'chat'] });
  edit<Tree>('schemas/forms/contact.schema.json', (form) => {
    const { contacts } = form['properties'];
    Object.assign(contacts, { minItems: 1, maxItems: 4 });
    contacts['items']['properties']['company'] = { type: 'string', maxLength: 40, 'x-when': "self.relationship == 'others'" };
    contacts['items']['required'].push('company');
    form['properties']['home'] = {
      type: 'object',
      properties: {
        isRented: { type: 'boolean' },
        rentedSince: { type: 'string', format: 'date', 'x-when': 'has(self.isRented) && self.isRented' },
      },
      required: ['rentedSince'],
      'x-rules': [{ assert: '!has(self.rentedSince) || self.rentedSince <= today', at: 'rentedSince', error: 'inFuture' }],
    };
    form['properties']['channel'] = { $ref: '../enums/channel.schema.json' };
    form['oneOf'] = [
      { properties: { channel: { const: 'post' }, street: { type: 'string', maxLength: 40 } }, required: ['street'] },
      { properties: { channel: { const: 'chat' }, handle: { type: 'string', pattern: '^@[a-z]+$', maxLength: 20 } }, required: ['handle'] },
    ];
    for (const field of ['employer', 'callBack']) form['properties'][field] = { type: 'string', maxLength: 60 };
    form['properties']['trust'] = { type: 'integer', minimum: 0, maximum: 10 };
    form['properties']['nicknames'] = {
      type: 'array',
      maxItems: 3,
      items: { type: 'string', maxLength: 20, pattern: '^[A-Z][a-z]*$' },
    };
  });
  edit<Tree>('flows/screens/contact.screen.json', (screen) => {
    screen['data'] = { support: { op: 'support.get' } };
    Object.assign(screen['blocks'][0], {
      prefill: { viber: "'0' + session.?phone.orValue('')", employer: "work.?companyName.orValue('')", callBack: 'support.hours' },
      askPrefilled: true,
    });
  });
  edit<Tree>('schemas/forms/contact.ui.json', (ui) => {
    ui['order'].push('employer', 'callBack', 'home', 'channel', 'street', 'handle', 'trust', 'nicknames');
    ui['fields']['trust'] = { 'ui:widget': 'slider', 'ui:autocomplete': 'off' };
    for (const field of ['street', 'handle', 'employer', 'callBack'])
      ui['fields'][field] = { 'ui:widget': 'text', 'ui:autocomplete': 'off' };
    ui['fields']['contacts']['ui:options']['reorder'] = true;
    ui['fields']['contacts']['items']['company'] = { 'ui:widget': 'text', 'ui:autocomplete': 'off' };
    ui['fields']['home'] = { 'ui:widget': 'group', items: { rentedSince: { 'ui:widget': 'date', 'ui:autocomplete': 'off' } } };
    ui['fields']['nicknames'] = { 'ui:widget': 'list', 'ui:autocomplete': 'off' };
  });
  for (const language of ['en', 'hi', 'fil']) {
    edit<Tree>(`locales/${language}/enums.json`, (words) => (words['channel'] = { post: 'By post', chat: 'By chat' }));
    edit<Tree>(`locales/${language}/forms.json`, ({ contact }) => {
      contact['contacts']['company'] = { label: 'Where from', errors: { required: 'Enter where from.' } };
      contact['contacts']['add'] = 'Add a person';
      contact['home'] = {
        label: 'Home',
        isRented: { label: 'I rent my home' },
        rentedSince: { label: 'Rented since', errors: { required: 'Enter the date.', inFuture: 'This is in the future.' } },
      };
      contact['channel'] = { label: 'Channel' };
      contact['employer'] = { label: 'Employer' };
      contact['callBack'] = { label: 'Call me at' };
      contact['trust'] = { label: 'Trust', hint: 'From none to full' };
      contact['street'] = { label: 'Street', errors: { required: 'Enter the street.' } };
      contact['handle'] = { label: 'Handle', errors: { required: 'Enter the handle.', pattern: 'It begins with @.' } };
      contact['nicknames'] = {
        label: 'Nicknames',
        item: 'Nickname {{num}}',
        add: 'Add a nickname',
        errors: { pattern: 'Start with a capital.' },
      };
    });
  }
}

let server: RunningServer;
test.beforeAll(async () => {
  server = await startServer({ change: withParts });
});
test.afterAll(() => server.stop());

const row = (page: Page, field: string) => page.locator(`[data-field="${field}"]:visible`);
const person = (page: Page, number: number) => page.getByRole('group', { name: `Person ${number}`, exact: true });
/** Waits until the server has saved the step, because the next page opens before. */
async function stored(borrower: ApiBorrower) {
  const answers = async () => (await borrower.snapshot()).answers['contact'];
  await expect.poll(answers).toBeDefined();
  return answers();
}

async function name(page: Page, number: number, text: string, phone: string, relationship = 'friends'): Promise<void> {
  const card = person(page, number);
  await card.getByLabel('Name').fill(text);
  await card.getByLabel('Mobile number').fill(phone);
  await card.getByLabel('Relationship').selectOption(relationship);
}

test('R01 R12 items are added, moved and removed by keyboard, and a part is asked for only while it applies', async ({ page }) => {
  const borrower = await openAt(page, server, 'contact');
  await row(page, 'email').getByRole('textbox').fill('maria@mail.ph');
  await expect(page.locator('.item')).toHaveCount(1);
  await expect(person(page, 1).getByRole('button', { name: 'Remove Person 1' })).toHaveCount(0);
  await name(page, 1, 'Luz Santos', '9181234567');

  const add = page.getByRole('button', { name: 'Add a person' });
  await add.focus();
  await page.keyboard.press('Enter');
  await expect(person(page, 2).getByLabel('Name')).toBeFocused();
  await expect(page.getByText('Person 2 added')).toBeAttached();
  await name(page, 2, 'Ben Reyes', '9191234567', 'others');
  await nextButton(page).click();
  await expect(person(page, 2).getByText('Enter where from.')).toBeVisible();
  await person(page, 2).getByLabel('Where from').fill('The choir');

  await page.getByRole('button', { name: 'Move Person 2 up' }).focus();
  await page.keyboard.press('Enter');
  await expect(person(page, 1).getByLabel('Name')).toHaveValue('Ben Reyes');
  await expect(person(page, 1).getByLabel('Where from')).toHaveValue('The choir');
  await expect(page.getByRole('button', { name: 'Move Person 1 up' })).toBeFocused();
  await expect(page.getByText('Moved to place 1')).toBeAttached();

  await add.click();
  await name(page, 3, 'Tess Cruz', '9201234567');
  await add.click();
  await expect(add).toHaveCount(0);
  await page.getByRole('button', { name: 'Remove Person 4' }).click();
  await page.getByRole('button', { name: 'Remove Person 2' }).click();
  await expect(person(page, 2).getByLabel('Name')).toHaveValue('Tess Cruz');
  await expect(person(page, 2)).toBeFocused();

  await page.getByLabel('I rent my home').check();
  await nextButton(page).click();
  await expect(row(page, 'home').getByText('Enter the date.')).toBeVisible();
  await page.getByLabel('I rent my home').uncheck();
  await nextButton(page).click();
  await page.waitForURL((url) => !url.pathname.includes('contactInfo'));
  expect(await stored(borrower)).toMatchObject({
    contacts: [
      { name: 'Ben Reyes', phone: '9191234567', relationship: 'others', company: 'The choir' },
      { name: 'Tess Cruz', phone: '9201234567', relationship: 'friends' },
    ],
  });
});

test('R02 a list of texts grows and shrinks, and each text has its own problem', async ({ page }) => {
  const borrower = await openAt(page, server, 'contact');
  await row(page, 'email').getByRole('textbox').fill('maria@mail.ph');
  await name(page, 1, 'Luz Santos', '9181234567');
  const add = page.getByRole('button', { name: 'Add a nickname' });
  const nickname = (number: number) => page.getByRole('textbox', { name: `Nickname ${number}` });
  await add.click();
  await expect(nickname(1)).toBeFocused();
  await page.keyboard.type('Bing');
  await add.click();
  await nickname(2).fill('jun');
  await nextButton(page).click();
  await expect(nickname(2)).toHaveAccessibleDescription('Start with a capital.');
  await nickname(2).fill('Jun');
  await add.click();
  await expect(add).toHaveCount(0);
  await page.getByRole('button', { name: 'Remove Nickname 1' }).click();
  await expect(nickname(1)).toHaveValue('Jun');
  await nextButton(page).click();
  await page.waitForURL((url) => !url.pathname.includes('contactInfo'));
  expect(await stored(borrower)).toMatchObject({ nicknames: ['Jun'] });
});

test('R08 the choice decides which fields follow, in the browser and at the API', async ({ page }) => {
  const borrower = await openAt(page, server, 'contact');
  await row(page, 'email').getByRole('textbox').fill('maria@mail.ph');
  await name(page, 1, 'Luz Santos', '9181234567');
  await expect(row(page, 'street')).toHaveCount(0);
  await row(page, 'channel').getByRole('combobox').selectOption('post');
  await nextButton(page).click();
  await expect(row(page, 'street')).toContainText('Enter the street.');
  await row(page, 'street').getByRole('textbox').fill('12 Rizal');
  await row(page, 'channel').getByRole('combobox').selectOption('chat');
  await expect(row(page, 'street')).toHaveCount(0);
  await row(page, 'handle').getByRole('textbox').fill('luz');
  await nextButton(page).click();
  await expect(row(page, 'handle')).toContainText('It begins with @.');
  await row(page, 'handle').getByRole('textbox').fill('@luz');
  await nextButton(page).click();
  await page.waitForURL((url) => !url.pathname.includes('contactInfo'));
  const saved = await stored(borrower);
  expect(saved).toMatchObject({ channel: 'chat', handle: '@luz' });
  expect(saved).not.toHaveProperty('street');
  const contacts = [{ name: 'Luz Santos', phone: '9181234567', relationship: 'parents' }];
  const refused = await borrower.saveStep('contact', { email: 'maria@mail.ph', contacts, channel: 'post', handle: '@luz' });
  expect(await refused.json()).toMatchObject({ problems: [{ path: '/street', code: 'required' }] });
});

test('R13 a slider of rjsf’s Bootstrap theme answers a field of ours', async ({ page }) => {
  const borrower = await openAt(page, server, 'contact');
  await row(page, 'email').getByRole('textbox').fill('maria@mail.ph');
  await name(page, 1, 'Luz Santos', '9181234567');
  const slider = page.getByRole('slider', { name: 'Trust' });
  await expect(slider).toHaveClass(/form-range/);
  await expect(slider).toHaveAccessibleDescription('From none to full');
  await slider.focus();
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowLeft');
  await expect(slider).toHaveValue('9');
  await nextButton(page).click();
  await page.waitForURL((url) => !url.pathname.includes('contactInfo'));
  expect(await stored(borrower)).toMatchObject({ trust: 9 });
  const contacts = [{ name: 'Luz Santos', phone: '9181234567', relationship: 'parents' }];
  const refused = await borrower.saveStep('contact', { email: 'maria@mail.ph', contacts, trust: 11 });
  expect(await refused.json()).toMatchObject({ problems: [{ path: '/trust', code: 'maximum' }] });

  await page.goto(`${server.url}/test`);
  await expect(page.getByRole('slider', { name: 'Slider' })).toHaveClass(/form-range/);
});

test('R12 the API names the part inside a list or an object that is wrong', async ({ page }) => {
  const borrower = await openAt(page, server, 'contact');
  const luz = { name: 'Luz Santos', phone: '9181234567', relationship: 'parents' };
  const problemsOf = async (answers: Tree) => {
    const response = await borrower.saveStep('contact', { email: 'maria@mail.ph', contacts: [luz], ...answers });
    return response.ok() ? [] : ((await response.json()) as { problems: Tree[] }).problems.map(({ path, code }) => `${path} ${code}`);
  };
  const ben = { ...luz, name: 'Ben', phone: '9191234567', relationship: 'others' };
  expect(await problemsOf({ contacts: [luz, ben] })).toEqual(['/contacts/1/company required']);
  expect(await problemsOf({ contacts: [luz, { ...ben, phone: luz.phone, company: 'Choir' }] })).toEqual([
    '/contacts/0/phone duplicate',
    '/contacts/1/phone duplicate',
  ]);
  expect(await problemsOf({ contacts: [luz, { ...ben, boss: true, company: 'Choir' }] })).toContain(
    '/contacts/1/boss additionalProperties',
  );
  expect(await problemsOf({ contacts: [1, 2, 3, 4, 5].map(() => luz) })).toEqual(['/contacts maxItems']);
  expect(await problemsOf({ home: { isRented: true } })).toEqual(['/home/rentedSince required']);
  expect(await problemsOf({ home: { isRented: true, rentedSince: '2999-01-01' } })).toEqual(['/home/rentedSince inFuture']);
  expect(await problemsOf({ home: { isRented: false, rentedSince: '2020-01-01' }, nicknames: ['', 'Jun'] })).toEqual([]);
  expect(await stored(borrower)).toMatchObject({ home: { isRented: false }, nicknames: ['Jun'] });
});

test('R04 answers come from the session, an earlier form and an operation, and ask whether they are still right', async ({ page }) => {
  const borrower = await openAt(page, server, 'contact');
  const field = (name: string) => row(page, name).getByRole('textbox');
  const { work } = (await borrower.snapshot()).answers;
  const employer = String(work?.['companyName']);
  await expect(field('employer')).toHaveValue(employer);
  await expect(field('employer')).toHaveAccessibleDescription('Is this still right?');
  await expect(field('viber')).toHaveValue(`0${borrower.phone}`);
  await expect(field('callBack')).toHaveValue(/^\d\d:\d\d/);
  await expect(field('email')).not.toHaveAccessibleDescription('Is this still right?');

  await field('employer').fill('Luzon Books');
  await expect(row(page, 'employer')).not.toContainText('Is this still right?');
  await field('callBack').fill('');
  // The draft is saved 400 ms after the last input. A person is slower than that.
  await page.waitForTimeout(600);
  await page.reload();
  await expect(field('employer')).toHaveValue('Luzon Books');
  await expect(field('callBack')).toHaveValue('');
  await expect(row(page, 'viber')).toContainText('Is this still right?');

  await field('email').fill('maria@mail.ph');
  await name(page, 1, 'Luz Santos', '9181234567');
  await nextButton(page).click();
  await page.waitForURL((url) => !url.pathname.includes('contact'));
  const saved = await stored(borrower);
  expect(saved).toMatchObject({ employer: 'Luzon Books' });
  expect(saved).not.toHaveProperty('callBack');

  await page.goBack();
  await expect(field('employer')).toHaveValue('Luzon Books');
  await expect(field('callBack')).toHaveValue('');
  await expect(page.getByText('Is this still right?')).toHaveCount(0);
});
