import { expect, type Locator, test } from '@playwright/test';
import { violationsOf } from '../support/axe.ts';
import { type RunningServer, startServer } from './support/server.ts';
import { beginChange, compiled, desktop, enterStudio, fileText, isSaved, replaceWords } from './support/studio.ts';

let server: RunningServer;
test.beforeAll(async () => {
  server = await startServer();
});
test.afterAll(() => server.stop());

test.setTimeout(180_000);
test.use(desktop);

test('T17 a newcomer is shown around once, by keyboard, and again on request', async ({ page, browser }) => {
  await enterStudio(page, server, 'editor');
  const tour = page.getByRole('region', { name: 'A tour of the studio' });
  await expect(tour.getByText('Step 1 of 6')).toBeVisible();
  expect(await violationsOf(page)).toEqual([]);
  await tour.getByRole('button', { name: 'Next' }).focus();
  await page.keyboard.press('Enter');
  await expect(tour.getByRole('heading', { name: 'Choose something and edit it' })).toBeFocused();
  const ended = page.waitForResponse(/\/studio\/tour$/);
  await tour.getByRole('button', { name: 'Skip the tour' }).click();
  await expect(page.getByRole('button', { name: 'Show me around' })).toBeFocused();
  await expect(tour).toBeHidden();
  await ended;
  // Also in another browser.
  const other = await (await browser.newContext(desktop)).newPage();
  await enterStudio(other, server, 'editor');
  await expect(other.getByRole('button', { name: 'Show me around' })).toBeVisible();
  await expect(other.getByRole('region', { name: 'A tour of the studio' })).toBeHidden();
  await page.reload();
  await page.getByRole('button', { name: 'Show me around' }).click();
  for (let step = 0; step < 5; step++) await tour.getByRole('button', { name: 'Next' }).click();
  await tour.getByRole('button', { name: 'Done' }).click();
  await expect(tour).toBeHidden();
});

test('T05 the file editor completes what may stand there, and compares with the active release', async ({ page }) => {
  await enterStudio(page, server, 'editor');
  const change = await beginChange(page, 'By hand');
  const path = 'flows/screens/start.screen.json';
  await page.goto(`${server.url}${change}/files?file=${path}`);
  await expect(page.getByText(/^Problems|problems?$/i).first()).toBeVisible(compiled);
  await replaceWords(page, path, 'aliases', 'keep');
  const offered = page.getByRole('option', { name: /^keepAlive/ });
  await expect(async () => {
    await page.keyboard.press('Control+Space');
    await expect(offered).toBeVisible({ timeout: 1000 });
  }).toPass(compiled);
  await offered.click();
  await expect(fileText(page, path)).toContainText('"keepAlive": ["/s"]');
  await page.getByLabel('Compare with the active release').check();
  await expect(page.getByRole('textbox', { name: `${path}, compared with the active release` })).toContainText('"aliases": ["/s"]');
  expect(await violationsOf(page)).toEqual([]);
});

test('T05 the file editor draws CEL by its parts, and says what a property means under the pointer', async ({ page }) => {
  await enterStudio(page, server, 'editor');
  const change = await beginChange(page, 'Reading');
  const path = 'schemas/forms/work.schema.json';
  await page.goto(`${server.url}${change}/files?file=${path}`);
  const names = fileText(page, path).locator('.cm-cel-name');
  await expect(names.first()).toBeVisible(compiled);
  expect(await names.allTextContents()).toContain('conditions');
  const colourOf = (at: Locator) => at.evaluate((element) => getComputedStyle(element.firstElementChild ?? element).color);
  const string = fileText(page, path).getByText('"work"', { exact: true });
  expect(await colourOf(names.first())).not.toBe(await colourOf(string.first()));
  await fileText(page, path).getByText('"x-when"').first().hover();
  await expect(page.locator('.cm-explained')).toContainText(/condition|applies/i);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await violationsOf(page)).toEqual([]);
});

test('T09 coupons and reminders are edited by their properties, and what is not set can be added', async ({ page }) => {
  await enterStudio(page, server, 'editor');
  const change = await beginChange(page, 'Coupons');
  await page.goto(`${server.url}${change}/terms?file=flows/lending/coupons.json`);
  await expect(page.locator('.designer-inspector summary').first()).toBeVisible(compiled);
  expect(await violationsOf(page)).toEqual([]);
  await page.getByLabel('File').selectOption({ label: 'cashLoan' });
  await page.getByText('All properties, also those that are not set').click(compiled);
  await page
    .getByText(/^\d+ more propert/)
    .first()
    .click();
  await page.getByLabel('Offered until').fill('2027-12-31');
  await isSaved(page);
});

test('T17 without a connection, another page of the change opens with what is in memory, and what is typed there is sent later', async ({
  page,
  context,
}) => {
  await enterStudio(page, server, 'editor');
  const change = await beginChange(page, 'In a tunnel');
  await page.goto(`${server.url}${change}/files?file=locales/en/errors.json`);
  await expect(fileText(page, 'locales/en/errors.json')).toContainText('No connection');
  await page.getByRole('link', { name: 'Design' }).click();
  await page.getByLabel('Find by name').fill('Work and income', compiled);
  await page.getByRole('row', { name: 'Work and income', exact: true }).last().click();
  await expect(page.getByLabel('Title, English')).toHaveValue('Work and income');
  await page.getByRole('link', { name: 'Files' }).click();
  await expect(page.getByText('Files', { exact: true }).first()).toBeVisible();
  await context.setOffline(true);
  await page.getByRole('link', { name: 'Design' }).click();
  await page.getByLabel('Find by name').fill('Work and income');
  await page.getByRole('row', { name: 'Work and income', exact: true }).last().click();
  await page.getByLabel('Title, English').fill('Work and pay');
  await expect(page.getByText('Not saved: no connection.')).toBeVisible();
  await page.getByRole('link', { name: 'Files' }).click();
  const stored = page.waitForResponse((response) => response.request().method() === 'PUT' && response.ok());
  await context.setOffline(false);
  expect((await stored).request().postData()).toContain('Work and pay');
});
