import { expect, type Page, test } from '@playwright/test';
import type { CarryOver } from '../../engine/config/carryOver.ts';
import type { FormSchema } from '../../engine/config/form.ts';
import { openAt, registerByApi } from './support/api.ts';
import { exampleOf, fillForm, ownNumbers, readConfiguration } from './support/fill.ts';
import { nextButton } from './support/journey.ts';
import { type ConfigurationCopy, type RunningServer, startServer } from './support/server.ts';

test.use({ navigationTimeout: 20_000 });

let server: RunningServer;
test.beforeEach(async () => {
  test.setTimeout(150_000);
  server = await startServer();
});
test.afterEach(() => server.stop());

const at = (page: Page, screen: string) => page.locator(`[data-current][data-screen="${screen}"]`);
const textOf = (page: Page, field: string) => page.locator(`[data-current] [data-field="${field}"]`).getByRole('textbox');

/** Requires a longer company name than before. */
const longerNames = ({ edit }: ConfigurationCopy) =>
  edit<FormSchema>('schemas/forms/work.schema.json', (form) => {
    Object.assign(form.properties['companyName'] ?? {}, { minLength: 30 });
    delete form.examples;
  });
const longName = 'Sari-Sari Supply Company of Manila, Inc.';

test('a release published while a form is filled offline: no field is lost, and invalid answers are shown at their fields', async ({
  page,
  context,
}) => {
  const borrower = await openAt(page, server, 'work');
  await nextButton(page).waitFor();
  await page.waitForLoadState('networkidle');
  await context.setOffline(true);
  await fillForm(page, 'work');
  await nextButton(page).click();
  await at(page, 'contact').waitFor();
  await server.restart(longerNames);
  // A save that arrives first is validated under the release of its answers. Here the answers migrate to the new release first.
  let hasGoneOver = false;
  page.on('response', (response) => void (hasGoneOver ||= response.url().endsWith('/api/flows/onboarding')));
  await page.route('**/steps/work', (route) => (hasGoneOver ? route.continue() : route.abort('connectionreset')));
  await context.setOffline(false);
  await page.reload();
  await at(page, 'workInfo').waitFor();
  await expect(page.locator('[data-current] [data-field="companyName"]')).toContainText('Enter the full company name.');
  const { companyName, companyAddress, companyPhone } = exampleOf('work') as Record<string, string>;
  await expect(textOf(page, 'companyName')).toHaveValue(companyName ?? '');
  await expect(textOf(page, 'companyAddress')).toHaveValue(companyAddress ?? '');
  await expect(textOf(page, 'companyPhone')).toHaveValue(companyPhone ?? '');
  await textOf(page, 'companyName').fill(longName);
  await nextButton(page).click();
  await at(page, 'contact').waitFor();
  await expect.poll(async () => (await borrower.snapshot()).answers['work']).toMatchObject({ companyName: longName, companyAddress });
});

test('R11 a withdrawn code is no longer offered but stays valid in stored answers', async ({ page }) => {
  const borrower = await openAt(page, server, 'work');
  const { loanPurpose, ...others } = exampleOf('personalMore');
  await server.restart(({ edit }) => {
    edit<Record<string, unknown>>('schemas/enums/loanPurpose.schema.json', (schema) => (schema['x-withdrawn'] = [loanPurpose]));
    edit<FormSchema>('schemas/forms/personalMore.schema.json', (form) => (form.examples = [{ ...others, loanPurpose: 'education' }]));
  });
  const choice = page.locator('[data-current] [data-field="loanPurpose"] select');
  const offered = choice.locator(`option[value="${String(loanPurpose)}"]`);
  await page.goto(`${server.url}/baseInfo2`);
  await expect(choice).toHaveValue(String(loanPurpose));
  await nextButton(page).click();
  await at(page, 'workInfo').waitFor();
  await expect.poll(async () => (await borrower.snapshot()).answers['personalMore']).toMatchObject({ loanPurpose });
  await page.goto(`${server.url}/baseInfo2`);
  await choice.selectOption('education');
  await expect(offered).toHaveCount(0);
  await nextButton(page).click();
  await at(page, 'workInfo').waitFor();
  const refused = await borrower.saveStep('personalMore', { ...others, loanPurpose });
  expect(await refused.json()).toMatchObject({ problems: [{ code: 'withdrawn', path: '/loanPurpose' }] });
});

test('R11 F10 SeaBank stays the bank of whoever chose it, and others find MariBank instead', async ({ page }) => {
  const bankEnum = 'schemas/enums/bank.schema.json';
  const { 'x-withdrawn': withdrawn } = readConfiguration<Record<string, unknown>>(bankEnum);
  const withdraw = (codes: unknown) =>
    server.restart(({ edit }) => edit<Record<string, unknown>>(bankEnum, (schema) => (schema['x-withdrawn'] = codes)));
  await withdraw(undefined);
  const borrower = await openAt(page, server, 'bank');
  const account = { ...exampleOf('bank'), ...ownNumbers()['bank'] };
  expect((await borrower.saveStep('bank', { ...account, bankName: 'seabank' })).ok()).toBe(true);
  await withdraw(withdrawn);
  await page.goto(`${server.url}/bankInfo`);
  const bank = page.locator('[data-current] [data-field="bankName"]');
  await expect(bank).toContainText('SeaBank');
  await nextButton(page).click();
  await at(page, 'faceInfo').waitFor();
  await expect.poll(async () => (await borrower.snapshot()).answers['bank']).toMatchObject({ bankName: 'seabank' });

  await page.goto(`${server.url}/bankInfo`);
  await bank.getByRole('button').click();
  const choices = page.locator('[data-current][data-screen="bankName"]').getByRole('option');
  await choices.filter({ hasText: 'MariBank' }).click();
  await expect(bank).toContainText('MariBank');
  await bank.getByRole('button').click();
  await expect(choices.filter({ hasText: 'Maya' })).toHaveCount(1);
  await expect(choices.filter({ hasText: 'SeaBank' })).toHaveCount(0);

  const other = await registerByApi(page.request, server);
  await other.reach('bank');
  const refused = await other.saveStep('bank', { ...account, bankName: 'seabank' });
  expect(await refused.json()).toMatchObject({ problems: [{ code: 'withdrawn', path: '/bankName' }] });
  expect((await other.saveStep('bank', { ...account, bankName: 'mariBank' })).ok()).toBe(true);
});

test('R12 a migration chooses by what was typed on the phone and what the server holds', async ({ page }) => {
  await openAt(page, server, 'work');
  await nextButton(page).waitFor();
  await fillForm(page, 'work');
  const { industry, income } = exampleOf('work') as Record<string, string>;
  const purpose = String((exampleOf('personalMore') as Record<string, unknown>)['loanPurpose']);
  const chosen = page.getByRole('combobox', { name: 'Industry' });
  await expect(chosen).toContainText('Shops and sari-sari stores');
  const map = (field: string, from: string, to: string, when: string) => ({
    mapCode: { form: 'work', field, codes: { [from]: to }, when },
  });
  await page.goto('about:blank');
  await server.restart(({ edit }) =>
    edit<CarryOver>('flows/carryOver.json', ({ migrations }) => {
      const isHere = `self.income == '${income}' && personalMore.loanPurpose == '${purpose}'`;
      migrations.push({
        id: 'chosen',
        steps: [map('industry', industry ?? '', 'beauty', isHere), map('income', income ?? '', '12001-18000', `!(${isHere})`)],
      });
    }),
  );
  await page.goto(`${server.url}/workInfo`);
  await expect(chosen).toContainText('Beauty');
  await expect(page.locator('[data-current] [data-field="income"] select')).toHaveValue(income ?? '');
});
