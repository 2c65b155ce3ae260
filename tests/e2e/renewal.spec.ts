import { expect, type Page, test } from '@playwright/test';
import type { Limits } from '../../server/lending/kinds/limits.ts';
import type { ApiBorrower } from './support/api.ts';
import { complaints } from './support/complaints.ts';
import { exampleOf } from './support/fill.ts';
import { expectAccessible, nextButton } from './support/journey.ts';
import { current, indebtedBorrower, repay, shown, travel, usualChoice } from './support/money.ts';
import { type ConfigurationCopy, manyFromOneAddress, type RunningServer, startServer } from './support/server.ts';

let server: RunningServer;
test.beforeAll(async () => {
  test.setTimeout(120_000);
  const change = (copy: ConfigurationCopy) => {
    manyFromOneAddress(copy);
    copy.edit<Limits>('flows/lending/limits.json', (limits) => (limits.detailsDays = 30));
  };
  server = await startServer({ change });
});
test.afterAll(() => server.stop());

const row = (page: Page, field: string) => page.locator(`[data-current] [data-field="${field}"]`);
const textOf = (page: Page, field: string) => row(page, field).getByRole('textbox');
const confirm = (page: Page) => shown(page).getByRole('button', { name: 'Yes, this is right' });

const checkDetails = (page: Page) =>
  shown(page)
    .getByRole('button', { name: 'Check my details' })
    .or(shown(page).getByRole('link', { name: 'Check my details' }));

/** A borrower who has repaid a loan and whose details are 31 days old. */
async function returning(page: Page): Promise<ApiBorrower> {
  const borrower = await indebtedBorrower(page, server, { amountCents: 300_000 });
  await repay(server, borrower);
  await travel(server, 31);
  return borrower;
}

test('R04 a second loan asks whether the earlier answers are still right, and one tap a step confirms them', async ({ page }) => {
  const consoleErrors = complaints(page);
  const borrower = await returning(page);
  expect(await (await borrower.post('/api/loans', usualChoice)).json()).toMatchObject({ code: 'detailsToConfirm' });
  consoleErrors.length = 0;
  await page.goto(`${server.url}/homeIndex`);
  await expect(shown(page).getByText('Are your details still right?')).toBeVisible();
  await expect(shown(page).getByRole('link', { name: 'Withdraw', exact: true })).toHaveCount(0);
  await expectAccessible(page, 'home');
  await checkDetails(page).click();

  await current(page, 'confirmWork').waitFor();
  const work = exampleOf('work') as Record<string, string>;
  await expect(shown(page).getByText('These are the answers you gave before. Change what is different now.')).toBeVisible();
  await expect(textOf(page, 'companyName')).toHaveValue(work['companyName'] ?? '');
  await expect(textOf(page, 'companyName')).toHaveAccessibleDescription('Is this still right?');
  await expect(textOf(page, 'companyPhone')).toHaveAccessibleDescription(/Is this still right\?$/);
  await expect(row(page, 'jobType').getByRole('radiogroup')).toHaveAccessibleDescription('Is this still right?');
  await expectAccessible(page, 'confirmWork');
  await confirm(page).click();
  await current(page, 'confirmAddress').waitFor();
  await expect(row(page, 'place')).toContainText('Cebu City');
  await expectAccessible(page, 'confirmAddress');
  await confirm(page).click();
  await current(page, 'homeIndex').waitFor();
  await expect(shown(page).getByText('Are your details still right?')).toHaveCount(0);
  expect((await borrower.post('/api/loans', usualChoice)).ok()).toBe(true);
  await page.goto(`${server.url}/confirmWork`);
  await expect(shown(page).getByText('There is nothing to confirm')).toBeVisible();
  expect(consoleErrors).toEqual([]);
});

test('R04 what has changed is changed in place, and the limit follows the new answers', async ({ page }) => {
  const borrower = await returning(page);
  await page.goto(`${server.url}/withdrawPage`);
  await checkDetails(page).click();
  await current(page, 'confirmWork').waitFor();
  await textOf(page, 'companyName').fill('Luzon Books');
  await expect(row(page, 'companyName')).not.toContainText('Is this still right?');
  await expect(row(page, 'income')).toContainText('Is this still right?');
  await expect(confirm(page)).toHaveCount(0);
  await row(page, 'income').locator('select').selectOption('12001-18000');
  await nextButton(page).click();
  await current(page, 'confirmAddress').waitFor();
  await confirm(page).click();
  await current(page, 'homeIndex').waitFor();
  await expect
    .poll(async () => (await borrower.get('/api/applications/current')).json())
    .toMatchObject({ state: 'accepted', limitCents: 500_000 });
  expect((await borrower.snapshot()).answers['work']).toMatchObject({ companyName: 'Luzon Books', income: '12001-18000' });
});
