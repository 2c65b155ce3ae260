import { expect, type Page, test } from '@playwright/test';
import { openAt, registerByApi } from './support/api.ts';
import { exampleOf, fillForm } from './support/fill.ts';
import { acceptedBorrower } from './support/money.ts';
import type { LoanOffer } from '../../server/contract/offers.ts';
import { expectAccessible, freshPhone, nextButton } from './support/journey.ts';
import { type ConfigurationCopy, type RunningServer, startServer } from './support/server.ts';

test.describe.configure({ mode: 'parallel' });

/** Each test changes only JSON in a copy of the shipped configuration, and runs it in server and browser. */
const languages = ['en', 'hi', 'fil'];
type Tree = Record<string, any>; // oxlint-disable-line typescript/no-explicit-any -- free-form JSON under edit

const inEveryLanguage = ({ edit }: ConfigurationCopy, namespace: string, change: (words: Tree) => void) =>
  languages.forEach((language) => edit<Tree>(`locales/${language}/${namespace}.json`, change));

const addScreenWords = ({ add }: ConfigurationCopy, screen: string, words: Tree) =>
  languages.forEach((language) =>
    add(`locales/${language}/screens/${screen}.json`, { $schema: '../../../schemas/meta/locale.schema.json', ...words }),
  );

async function running(change: (copy: ConfigurationCopy) => void, check: (server: RunningServer) => Promise<void>): Promise<void> {
  const server = await startServer({ change });
  try {
    await check(server);
  } finally {
    await server.stop();
  }
}

const row = (page: Page, field: string) => page.locator(`[data-field="${field}"]:visible`);

test('K01 K04 a 27th industry is an enum entry and its label', async ({ page }) => {
  await running(
    (copy) => {
      copy.edit<Tree>('schemas/enums/industry.schema.json', (schema) => schema['enum'].push('beekeeping'));
      inEveryLanguage(copy, 'enums', (words) => (words['industry']['beekeeping'] = 'Beekeeping'));
    },
    async (server) => {
      const borrower = await openAt(page, server, 'work');
      await page.locator('input[value="contractWorker"]').check({ force: true });
      await row(page, 'industry').getByRole('combobox').click();
      await page.getByRole('dialog').getByRole('option', { name: 'Beekeeping' }).click();
      await expect(row(page, 'industry')).toContainText('Beekeeping');
      const saved = await borrower.saveStep('work', { ...exampleOf('work'), industry: 'beekeeping' });
      expect(saved.status()).toBe(200);
    },
  );
});

test('K01 K04 a new field with a condition and a rule across fields', async ({ page }) => {
  await running(
    (copy) => {
      copy.edit<Tree>('schemas/forms/personalMore.schema.json', (form) => {
        form['properties']['dependants'] = {
          type: 'integer',
          minimum: 0,
          maximum: 20,
          'x-when': "self.maritalStatus == 'marriedWithChildren'",
        };
        form['properties']['schoolAge'] = {
          type: 'integer',
          minimum: 0,
          maximum: 20,
          'x-when': "self.maritalStatus == 'marriedWithChildren'",
        };
        form['required'].push('dependants', 'schoolAge');
        form['x-rules'] = [
          {
            assert: '!has(self.schoolAge) || !has(self.dependants) || self.schoolAge <= self.dependants',
            at: 'schoolAge',
            error: 'tooMany',
          },
        ];
        form['examples'] = [{ ...form['examples'][0], dependants: 2, schoolAge: 1 }];
      });
      copy.edit<Tree>('schemas/forms/personalMore.ui.json', (ui) => {
        ui['order'].push('dependants', 'schoolAge');
        ui['fields']['dependants'] = { 'ui:widget': 'number' };
        ui['fields']['schoolAge'] = { 'ui:widget': 'number' };
      });
      inEveryLanguage(copy, 'forms', (words) => {
        words['personalMore']['dependants'] = { label: 'Dependants', errors: { required: 'Enter how many.' } };
        words['personalMore']['schoolAge'] = {
          label: 'Of school age',
          errors: { required: 'Enter how many.', tooMany: 'That is more than all of them.' },
        };
      });
    },
    async (server) => {
      const borrower = await openAt(page, server, 'personalMore');
      await expect(row(page, 'dependants')).toHaveCount(0);
      await fillForm(page, 'personalMore');
      await row(page, 'dependants').getByRole('textbox').fill('1');
      await row(page, 'schoolAge').getByRole('textbox').fill('3');
      await nextButton(page).click();
      await expect(row(page, 'schoolAge')).toContainText('That is more than all of them.');
      const refused = await borrower.saveStep('personalMore', { ...exampleOf('personalMore'), dependants: 1, schoolAge: 3 });
      expect(refused.status()).toBe(422);
      expect(await refused.json()).toMatchObject({ problems: [{ code: 'tooMany', path: '/schoolAge' }] });
      await row(page, 'schoolAge').getByRole('textbox').fill('1');
      await nextButton(page).click();
      await page.waitForURL('**/workInfo');
    },
  );
});

test('K01 K04 a new step is a form, a screen and a line in the flow', async ({ page }) => {
  await running(
    (copy) => {
      copy.add('schemas/forms/pets.schema.json', {
        $schema: '../meta/form.schema.json',
        id: 'pets',
        type: 'object',
        properties: { petName: { type: 'string', minLength: 2, maxLength: 40 } },
        required: ['petName'],
        examples: [{ petName: 'Bantay' }],
      });
      copy.add('schemas/forms/pets.ui.json', {
        $schema: '../meta/formUi.schema.json',
        id: 'pets',
        order: ['petName'],
        fields: { petName: { 'ui:widget': 'text' } },
      });
      copy.add('flows/screens/petInfo.screen.json', {
        $schema: '../../schemas/meta/screen.schema.json',
        id: 'petInfo',
        route: '/petInfo',
        layout: 'step',
        flow: 'onboarding',
        blocks: [{ block: 'form', form: 'pets' }],
      });
      copy.edit<Tree>('flows/onboarding.flow.json', (flow) =>
        flow['steps'].splice(1, 0, { id: 'pets', route: '/petInfo', form: 'pets', minutes: 0.5 }),
      );
      inEveryLanguage(
        copy,
        'forms',
        (words) =>
          (words['pets'] = {
            title: 'Your pet',
            petName: { label: 'Name of your pet', errors: { required: 'Enter the name of your pet.' } },
          }),
      );
      addScreenWords(copy, 'petInfo', { title: 'Your pet' });
    },
    async (server) => {
      const borrower = await openAt(page, server, 'personalBasic');
      await page.waitForURL('**/petInfo');
      await page.getByLabel('Name of your pet').fill('Bantay');
      await nextButton(page).click();
      await page.waitForURL('**/baseInfo');
      await expect.poll(async () => (await borrower.snapshot()).answers).toMatchObject({ pets: { petName: 'Bantay' } });
    },
  );
});

test('K01 R03 a default is proposed and can be cleared, on the device and on the server', async ({ page }) => {
  await running(
    (copy) => {
      copy.edit<Tree>('schemas/forms/personalMore.schema.json', (form) => {
        form['properties']['dependants'] = { type: 'integer', minimum: 0, default: 2 };
        form['properties']['loanPurpose']['default'] = 'education';
      });
      copy.edit<Tree>('schemas/forms/personalMore.ui.json', (ui) => ui['order'].push('dependants'));
      inEveryLanguage(copy, 'forms', (words) => (words['personalMore']['dependants'] = { label: 'Dependants' }));
    },
    async (server) => {
      const borrower = await openAt(page, server, 'personalMore');
      await expect(page.getByLabel('Dependants')).toHaveValue('2');
      const { loanPurpose: _, ...others } = exampleOf('personalMore');
      await fillForm(page, 'personalMore', others);
      await page.getByLabel('Dependants').fill('');
      await nextButton(page).click();
      await page.waitForURL('**/workInfo');
      const answers = async () => (await borrower.snapshot()).answers['personalMore'];
      await expect.poll(answers).toEqual({ ...others, loanPurpose: 'education' });

      const other = await registerByApi(page.request, server);
      await other.reach('personalMore');
      await other.saveStep('personalMore', others);
      expect((await other.snapshot()).answers['personalMore']).toEqual({ ...others, loanPurpose: 'education', dependants: 2 });
    },
  );
});

test('K01 R02 several codes of one enum, which a condition and a limit read', async ({ page }) => {
  await running(
    (copy) => {
      copy.add('schemas/enums/channel.schema.json', {
        $schema: '../meta/enum.schema.json',
        id: 'channel',
        type: 'string',
        enum: ['friend', 'radio', 'poster'],
      });
      inEveryLanguage(copy, 'enums', (words) => (words['channel'] = { friend: 'A friend', radio: 'Radio', poster: 'A poster' }));
      copy.edit<Tree>('schemas/forms/personalMore.schema.json', (form) => {
        form['properties']['channels'] = {
          type: 'array',
          items: { $ref: '../enums/channel.schema.json' },
          uniqueItems: true,
          minItems: 1,
          maxItems: 2,
        };
        form['properties']['station'] = { type: 'string', maxLength: 40, 'x-when': "'radio' in self.channels" };
        form['required'].push('channels');
        form['examples'] = [{ ...form['examples'][0], channels: ['friend', 'radio'], station: 'DZRH' }];
      });
      copy.edit<Tree>('schemas/forms/personalMore.ui.json', (ui) => ui['order'].push('channels', 'station'));
      inEveryLanguage(copy, 'forms', (words) =>
        Object.assign(words['personalMore'], {
          channels: { label: 'How did you hear of us?', errors: { required: 'Choose at least one.' } },
          station: { label: 'Station' },
        }),
      );
    },
    async (server) => {
      const borrower = await openAt(page, server, 'personalMore');
      await fillForm(page, 'personalMore');
      const box = (name: string) => page.getByRole('group', { name: 'How did you hear of us?' }).getByRole('checkbox', { name });
      await nextButton(page).click();
      await expect(row(page, 'channels')).toContainText('Choose at least one.');
      for (const name of ['A poster', 'Radio', 'A friend']) await box(name).check({ force: true });
      await nextButton(page).click();
      await expect(row(page, 'channels')).toContainText('at most 2');
      await box('A poster').uncheck({ force: true });
      await expect(row(page, 'channels').locator('.field-problem')).toHaveCount(0);
      await page.getByLabel('Station').fill('DZRH');
      await box('Radio').press('Space');
      await expect(page.getByLabel('Station')).toHaveCount(0);
      await box('Radio').press('Space');
      await page.getByLabel('Station').fill('DZMM');
      await nextButton(page).click();
      await page.waitForURL('**/workInfo');
      await expect
        .poll(async () => (await borrower.snapshot()).answers['personalMore'])
        .toMatchObject({ channels: ['friend', 'radio'], station: 'DZMM' });
      const twice = await borrower.saveStep('personalMore', { ...exampleOf('personalMore'), channels: ['friend', 'friend'] });
      expect(await twice.json()).toMatchObject({ problems: [{ code: 'uniqueItems', path: '/channels' }] });
      const unknown = await borrower.saveStep('personalMore', { ...exampleOf('personalMore'), channels: ['tv'] });
      expect(await unknown.json()).toMatchObject({ problems: [{ code: 'enum', path: '/channels/0' }] });
    },
  );
});

test('K01 K04 two steps swap places', async ({ page }) => {
  await running(
    ({ edit }) =>
      edit<Tree>('flows/onboarding.flow.json', (flow) => {
        const steps = flow['steps'] as { id: string }[];
        const [contact, address] = ['contact', 'address'].map((wanted) => steps.findIndex(({ id }) => id === wanted)) as [number, number];
        [steps[contact], steps[address]] = [steps[address], steps[contact]] as [{ id: string }, { id: string }];
      }),
    async (server) => {
      const borrower = await registerByApi(page.request, server);
      const early = await borrower.saveStep('address', exampleOf('address'));
      expect(early.status()).toBe(409);
      await borrower.reach('contact');
      await borrower.enter(page.context());
      await page.goto(`${server.url}/contact`);
      await page.waitForURL('**/addressInfo');
    },
  );
});

test('K01 K04 a new ID type has its own format', async ({ page }) => {
  await running(
    (copy) => {
      copy.edit<Tree>('schemas/enums/idType.schema.json', (schema) => schema['enum'].push('seaman'));
      copy.edit<Tree>('schemas/forms/identity.schema.json', (form) =>
        form['x-rules'].push({
          assert: "!has(self.idNumber) || self.idType != 'seaman' || self.idNumber.matches('^SB[0-9]{7}$')",
          at: 'idNumber',
          error: 'formatSeaman',
        }),
      );
      inEveryLanguage(copy, 'enums', (words) => (words['idType']['seaman'] = 'Seafarer’s book'));
      inEveryLanguage(copy, 'forms', (words) => (words['identity']['idNumber']['errors']['formatSeaman'] = 'SB and seven digits.'));
    },
    async (server) => {
      const borrower = await openAt(page, server, 'identity');
      // Thirteen options are too many for a native list, so the select became a searchable sheet.
      await row(page, 'idType').getByRole('combobox').click();
      await page.getByRole('dialog').getByRole('option', { name: 'Seafarer’s book' }).click();
      await row(page, 'idNumber').getByRole('textbox').fill('SB123456');
      await row(page, 'idNumber').getByRole('textbox').blur();
      await expect(row(page, 'idNumber')).toContainText('SB and seven digits.');
      const answers = { ...exampleOf('identity'), idType: 'seaman', idPhoto: await borrower.upload('idPhoto') };
      const refused = await borrower.saveStep('identity', { ...answers, idNumber: 'SB123456' });
      expect(await refused.json()).toMatchObject({ status: 422, problems: [{ code: 'formatSeaman', path: '/idNumber' }] });
      expect((await borrower.saveStep('identity', { ...answers, idNumber: 'SB1234567' })).status()).toBe(200);
    },
  );
});

test('K01 K04 another message', async ({ page }) => {
  await running(
    ({ edit }) =>
      edit<Tree>('locales/en/forms.json', (words) => (words['phone']['phone']['errors']['required'] = 'We need a number to text you.')),
    async (server) => {
      await page.goto(`${server.url}/register`);
      await nextButton(page).click();
      await expect(row(page, 'phone')).toContainText('We need a number to text you.');
    },
  );
});

test('K01 K04 a new screen with a route in the footer', async ({ page }) => {
  await running(
    (copy) => {
      copy.add('flows/screens/tips.screen.json', {
        $schema: '../../schemas/meta/screen.schema.json',
        id: 'tips',
        route: '/tips',
        layout: 'tabs',
        blocks: [{ block: 'heading', level: 1, text: { key: 'heading' } }],
      });
      copy.edit<Tree>('flows/navigation.json', (navigation) => navigation['tabs'].push({ route: '/tips', icon: 'info', key: 'tips' }));
      addScreenWords(copy, 'tips', { title: 'Tips', heading: 'Borrow with care' });
      inEveryLanguage(copy, 'common', (words) => (words['navigation']['tips'] = 'Tips'));
    },
    async (server) => {
      const borrower = await registerByApi(page.request, server);
      await borrower.enter(page.context());
      await page.goto(`${server.url}/homeIndex`);
      await page.getByRole('navigation').getByRole('link', { name: 'Tips' }).click();
      await expect(page.getByRole('heading', { name: 'Borrow with care' })).toBeVisible();
    },
  );
});

test.describe(() => {
  test.use({
    userAgent: 'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
  });

  test('N04 K04 the Android rule is turned off in the navigation', async ({ page }) => {
    await running(
      ({ edit }) =>
        edit<Tree>('flows/navigation.json', (navigation) => {
          for (const rule of navigation['rules']) if (rule.id === 'androidUnsupported') rule.enabled = false;
        }),
      async (server) => {
        await page.goto(`${server.url}/start`);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        expect(new URL(page.url()).pathname).toBe('/start');
      },
    );
  });
});

test('K01 a coupon counts on its days, and a banner has a tone', async ({ page }) => {
  await running(
    ({ edit }) => {
      edit<Tree>('flows/lending/coupons.json', ({ types }) => {
        types[0]['usable'] = { daysOfYear: ['01-01'] };
        types[0]['validDays'] = 400;
      });
      edit<Tree>('flows/content/homeBanners.json', ({ items }) => (items[0]['tone'] = 'warning'));
    },
    async (server) => {
      const borrower = await acceptedBorrower(page, server);
      await page.goto(`${server.url}/couponInvalid`);
      await expect(page.getByText('This voucher cannot be used today.')).toBeVisible();
      await expect(page.getByText(/again on January 1/)).toBeVisible();
      const { coupons } = (await (await borrower.get('/api/loans/offer')).json()) as LoanOffer;
      const choice = { productId: 'cashLoan', amountCents: 500_000, termDays: 21, couponId: coupons[0]?.id };
      expect(await (await borrower.post('/api/loans', choice)).json()).toMatchObject({ code: 'couponNotToday' });
      await page.goto(`${server.url}/homeIndex`);
      const banner = page.locator('.banner[data-tone=warning]');
      await expect(banner.locator('.icon').first()).toBeVisible();
      await expectAccessible(page, 'a banner with a tone');
    },
  );
});

test('K01 links stand below every layout, or below those that they name', async ({ page }) => {
  await running(
    (copy) => {
      copy.edit<Tree>('flows/navigation.json', (navigation) => {
        navigation['links'] = [
          { route: '/privacy', key: 'privacy' },
          { route: '/customerCare', key: 'care', layouts: ['welcome', 'plain'] },
        ];
      });
      inEveryLanguage(copy, 'common', (words) => Object.assign(words['navigation'], { privacy: 'Your privacy', care: 'Ask us' }));
    },
    async (server) => {
      const below = (name: string) => page.locator('footer:visible').getByRole('link', { name });
      await page.goto(`${server.url}/start`);
      await expectAccessible(page, 'links below the start');
      await below('Ask us').click();
      await page.waitForURL('**/customerCare');
      await expect(below('Your privacy')).toBeVisible();
      await expect(below('Ask us')).toHaveCount(0);
      const borrower = await registerByApi(page.request, server);
      await borrower.enter(page.context());
      for (const path of ['/homeIndex', '/baseInfo']) {
        await page.goto(`${server.url}${path}`);
        await expect(below('Your privacy')).toBeVisible();
        await expect(below('Ask us')).toHaveCount(0);
      }
    },
  );
});

test('K01 the third wrong code leads elsewhere', async ({ page }) => {
  await running(
    ({ edit }) =>
      edit<Tree>('flows/errors.json', ({ errors }) => (errors['codeIncorrect']['again'] = { times: 3, reaction: { go: '/customerCare' } })),
    async (server) => {
      const phone = freshPhone();
      await page.goto(`${server.url}/register`);
      await fillForm(page, 'phone', { phone, privacyAccepted: true });
      await nextButton(page).click();
      await page.waitForURL('**/verifyCode');
      const right = await server.lastCode(phone);
      for (const wrong of ['0001', '0002', '0003'].map((code) => (code === right ? '0004' : code))) {
        expect(new URL(page.url()).pathname).toBe('/verifyCode');
        await Promise.all([page.waitForResponse((response) => response.status() === 422), fillForm(page, 'verify', { code: wrong })]);
        await expect(page.getByText('The code is incorrect. Please enter it again.').first()).toBeVisible();
      }
      await page.waitForURL('**/customerCare');
    },
  );
});

test('K01 C03 visitors read the price that the product has', async ({ page }) => {
  await running(
    ({ edit }) => {
      edit<Tree>('flows/lending/products/cashLoan.product.json', ({ parameters }) => (parameters['serviceFeePpm'] = 5000));
      edit<Tree>('flows/decisions/underwriting.decisions.json', ({ rows }) => {
        for (const { outcome } of rows) if (outcome.limitCents === 2_500_000) outcome.limitCents = 2_000_000;
      });
    },
    async (server) => {
      await page.goto(`${server.url}/start`);
      await expect(page.getByText('Up to ₱20,000 to begin with')).toBeVisible();
      await expect(page.getByText(/you borrow ₱1,000 for 14 days, receive ₱974\.10 and repay ₱1,019\.60/)).toBeVisible();
      await expectAccessible(page, 'figures for visitors');
    },
  );
});

test('K01 a term that only some are offered', async ({ page }) => {
  await running(
    ({ edit }) =>
      edit<Tree>('flows/lending/products/cashLoan.product.json', (product) => {
        product['terms'][1]['when'] = "customer.province == 'Cebu'";
        product['terms'][2]['when'] = "customer.province != 'Cebu'";
      }),
    async (server) => {
      const borrower = await acceptedBorrower(page, server);
      await page.goto(`${server.url}/withdrawPage`);
      await expect(page.getByText('21 days', { exact: true })).toBeVisible();
      await expect(page.getByText('30 days', { exact: true })).toBeHidden();
      const choose = (termDays: number) => borrower.post('/api/loans', { productId: 'cashLoan', amountCents: 500_000, termDays });
      expect(await (await choose(30)).json()).toMatchObject({ code: 'badRequest', problems: [{ path: '/termDays' }] });
      expect((await choose(21)).status()).toBe(200);
    },
  );
});

test('V02 K04 SMS codes of six digits', async ({ page }) => {
  await running(
    ({ edit }) => {
      edit<Tree>('flows/login.json', (login) => (login['codeLength'] = 6));
      edit<Tree>('schemas/formats/smsCode.schema.json', (format) =>
        Object.assign(format, { minLength: 6, maxLength: 6, examples: ['041732'] }),
      );
      for (const form of ['verify', 'freshCode'])
        edit<Tree>(`schemas/forms/${form}.schema.json`, (value) => (value['examples'] = [{ code: '041732' }]));
    },
    async (server) => {
      const phone = freshPhone();
      await page.goto(`${server.url}/register`);
      await fillForm(page, 'phone', { phone, privacyAccepted: true });
      await nextButton(page).click();
      await page.waitForURL('**/verifyCode');
      const code = await server.lastCode(phone);
      expect(code).toMatch(/^\d{6}$/);
      await fillForm(page, 'verify', { code });
      await page.waitForURL('**/homeIndex');
    },
  );
});

test('K04 a limit of the schema changes its hint, its message and what the server accepts', async ({ page }) => {
  await running(
    (copy) => copy.edit<Tree>('schemas/forms/work.schema.json', (form) => (form['properties']['payDay']['maximum'] = 28)),
    async (server) => {
      const borrower = await openAt(page, server, 'work');
      await fillForm(page, 'work');
      await expect(row(page, 'payDay')).toContainText('Day of the month, 1 to 28.');
      await row(page, 'payDay').getByRole('textbox').fill('30');
      await nextButton(page).click();
      await expect(row(page, 'payDay')).toContainText('Enter a day from 1 to 28.');
      const refused = await borrower.saveStep('work', { ...exampleOf('work'), payDay: 30 });
      expect(await refused.json()).toMatchObject({ problems: [{ code: 'maximum', path: '/payDay' }] });
    },
  );
});

test('K01 G03 in a language offered in part, another one stands in, and screen readers are told', async ({ page }) => {
  await running(
    ({ edit }) => {
      edit<Tree>('flows/settings.json', ({ languages: { offered } }) =>
        Object.assign(
          offered.find(({ code }: Tree) => code === 'fil'),
          { minShare: 90 },
        ),
      );
      edit<Tree>('locales/fil/screens/start.json', (words) => {
        delete words['heading'];
        delete words['register'];
      });
    },
    async (server) => {
      await page.context().addCookies([{ name: 'language', value: 'fil', url: server.url }]);
      await page.goto(`${server.url}/start`);
      await expect(page.locator('html')).toHaveAttribute('lang', /^fil/);
      await expect(page.locator('h1[lang="en"]')).toBeVisible();
      await expect(page.locator('.button[lang="en"]')).toBeVisible();
      await expect(page.locator('p.paragraph').first()).not.toHaveAttribute('lang', 'en');
    },
  );
});
