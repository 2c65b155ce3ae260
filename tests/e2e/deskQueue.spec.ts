import { readFileSync } from 'node:fs';
import { expect, type Page, test } from '@playwright/test';
import { violationsOf } from '../support/axe.ts';
import { enterDesk, referredApplication } from './support/desk.ts';
import { type RunningServer, startServer } from './support/server.ts';

let server: RunningServer;
test.beforeAll(async () => {
  server = await startServer();
});
test.afterAll(() => server.stop());

test.use({ isMobile: false, hasTouch: false, viewport: { width: 1280, height: 900 }, userAgent: 'Mozilla/5.0 (X11; Linux x86_64)' });

const referred = (page: Page) => referredApplication(page, server);

const enter = (page: Page, role: string) => enterDesk(page, server, role);

test('D02 "Next item" claims an application, others see who has it, and leaving gives it back', async ({ page, browser }) => {
  const number = await referred(page);
  await enter(page, 'underwriter');
  await expect(page.getByRole('row', { name: number })).toBeVisible();
  expect(await violationsOf(page)).toEqual([]);
  await page.getByRole('button', { name: 'Next item' }).click();
  await expect(page.getByRole('heading', { level: 1, name: `Application ${number}` })).toBeVisible();
  const other = await (await browser.newContext({ viewport: { width: 1280, height: 900 } })).newPage();
  await enter(other, 'underwriter');
  await expect(other.getByRole('row', { name: number })).toContainText('until');
  await other.getByRole('button', { name: 'Next item' }).click();
  await expect(other.getByText('Nothing free waits in this queue.')).toBeVisible();
  await page.getByRole('link', { name: 'Queue' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Queue' })).toBeVisible();
  await expect(async () => {
    await other.reload();
    await expect(other.getByRole('row', { name: number })).not.toContainText('until', { timeout: 2000 });
  }).toPass();
});

test('D02 tags and filters of the queue stay in the address, as does its order', async ({ page }) => {
  const tagged = await referred(page);
  const untagged = await referred(page);
  await enter(page, 'underwriter');
  await page.getByRole('checkbox', { name: `Select ${tagged}` }).check();
  await page.getByRole('combobox', { name: 'Add tag' }).selectOption('Call back');
  await page.getByRole('button', { name: 'Add tag' }).click();
  await expect(page.getByRole('row', { name: tagged })).toContainText('Call back');
  await page.getByRole('combobox', { name: 'Tag', exact: true }).selectOption('Call back');
  await expect(page.getByRole('row', { name: untagged })).toHaveCount(0);
  await page.getByRole('button', { name: 'Since' }).click();
  await expect(page.getByRole('columnheader', { name: 'Since' })).toHaveAttribute('aria-sort', 'ascending');
  await expect(page).toHaveURL(/tag=callBack&sort=openedAt$/);
  await page.reload();
  await expect(page.getByRole('row', { name: tagged })).toBeVisible();
  await expect(page.getByRole('row', { name: untagged })).toHaveCount(0);
  await expect(page.getByRole('columnheader', { name: 'Since' })).toHaveAttribute('aria-sort', 'ascending');
});

test('D02 Back returns to the filter before, and a tag leaves by one click', async ({ page }) => {
  const number = await referred(page);
  await enter(page, 'underwriter');
  const who = page.getByRole('combobox', { name: 'Whose' });
  await who.focus();
  await who.selectOption('Free');
  await expect(page).toHaveURL(/who=free/);
  await expect(who).toBeFocused();
  await who.selectOption('Snoozed');
  await expect(page.getByRole('row', { name: number })).toHaveCount(0);
  await page.goBack();
  await expect(who).toHaveValue('free');
  await expect(page.getByRole('row', { name: number })).toBeVisible();
  await page.goBack();
  await expect(who).toHaveValue('');
  await page.getByRole('link', { name: number }).click();
  await page.getByRole('link', { name: 'Notes, tags, put off' }).click();
  await page.getByRole('combobox', { name: 'Add tag' }).selectOption('Call back');
  await page.getByRole('button', { name: 'Add tag' }).click();
  await page.getByRole('button', { name: 'Remove tag Call back' }).click();
  await expect(page.getByText('No tag yet.')).toBeVisible();
  expect(await violationsOf(page)).toEqual([]);
});

test('D14 keys move through the rows, open one and list themselves, but not while somebody types', async ({ page }) => {
  const number = await referred(page);
  await enter(page, 'underwriter');
  await expect(page.getByRole('row', { name: number })).toBeVisible();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' }).getByText('Next item')).toBeVisible();
  expect(await violationsOf(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.keyboard.press('j');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('k');
  await expect(page.getByRole('link', { name: /^A-/ }).first()).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: /^Application A-/ })).toBeVisible();
  await page.getByRole('link', { name: 'Notes, tags, put off' }).click();
  await page.getByLabel('Note', { exact: true }).fill('n j k ?');
  await page.getByRole('button', { name: 'Add note' }).click();
  await expect(page.getByText('Noted.')).toBeVisible();
  await expect(page.getByRole('row', { name: 'demo-underwriter' })).toContainText('n j k ?');
  expect(await violationsOf(page)).toEqual([]);
  await page.getByLabel('Hours').fill('4');
  await page.getByRole('combobox', { name: 'Reason' }).selectOption('Waits for the customer');
  await page.getByRole('button', { name: 'Put off' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Queue' })).toBeVisible();
  // Every page has its own shortcuts.
  await page.getByRole('link', { name: 'Approvals' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Approvals' })).toBeVisible();
  await page.getByRole('button', { name: 'Keyboard shortcuts' }).waitFor();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' }).getByText('Find a customer')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('q');
  await expect(page.getByRole('heading', { level: 1, name: 'Queue' })).toBeVisible();
});

test('D02 the rows of the filter are saved as a file', async ({ page }) => {
  const tagged = await referred(page);
  const untagged = await referred(page);
  await enter(page, 'underwriter');
  await page.getByRole('checkbox', { name: `Select ${tagged}` }).check();
  await page.getByRole('combobox', { name: 'Add tag' }).selectOption('Fraud check');
  await page.getByRole('button', { name: 'Add tag' }).click();
  await expect(page.getByRole('row', { name: tagged })).toContainText('Fraud check');
  await page.getByRole('combobox', { name: 'Tag', exact: true }).selectOption('Fraud check');
  await expect(page.getByRole('row', { name: untagged })).toHaveCount(0);
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as CSV' }).click();
  const file = await saved;
  expect(file.suggestedFilename()).toMatch(/^applications-\d{4}-\d\d-\d\d\.csv$/);
  const text = readFileSync(await file.path(), 'utf8');
  expect(text).toContain(`"${tagged}","Application",`);
  expect(text).not.toContain(untagged);
});

test('D14 without a connection the navigation stays', async ({ page, context }) => {
  await enter(page, 'underwriter');
  await context.setOffline(true);
  await page.getByRole('link', { name: 'Approvals' }).click();
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Figures' })).toBeVisible();
  expect(await violationsOf(page)).toEqual([]);
  await context.setOffline(false);
  await page.getByRole('link', { name: 'Queue' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Queue' })).toBeVisible();
});

for (const [role, heading] of [
  ['underwriter', 'Queue'],
  ['support', 'Queue'],
  ['reviewer', 'Figures'],
  ['editor', 'Figures'],
  ['admin', 'People'],
  ['translator', 'My account'],
] as const) {
  test(`D12 a login as ${role} leads to the first page that the role may use: ${heading}`, async ({ page }) => {
    await enter(page, role);
    const first = page.getByRole('heading', { level: 1, name: heading });
    await expect(first).toBeVisible();
    await expect(page.getByRole('link', { name: 'Queue' })).toHaveCount(heading === 'Queue' ? 1 : 0);
    await page.goto(`${server.url}/desk/login`);
    await expect(first).toBeVisible();
    await page.goto(`${server.url}/desk/nowhere`);
    await page.getByRole('button', { name: 'Open the first page' }).click();
    await expect(first).toBeVisible();
  });
}
