import { expect, type Page, test } from '@playwright/test';
import { choose, field, fillClaim, fillUpToItems, item, logInToClaims, next, startClaimServer, typeInto } from './support/claim.ts';
import { expectAccessible, nextButton } from './support/journey.ts';
import type { RunningServer } from './support/server.ts';
import { atDesk } from './support/staff.ts';

// R14: a product in its own folder, on the unchanged engine, platform and app.
let server: RunningServer;
test.beforeAll(async () => {
  server = await startClaimServer();
});
test.afterAll(() => server.stop());

const send = async (page: Page) => {
  await page.getByRole('button', { name: 'Send claim' }).click();
  await page.waitForURL('**/home');
};

test('R14 a second product takes a claim with a list and a file, and decides it by its own table', async ({ page }) => {
  await logInToClaims(page, server);
  await fillClaim(page, 'water', () => expectAccessible(page, 'a list of the second product'));
  await send(page);
  await expect(page.getByRole('heading', { name: 'Your claim is approved' })).toBeVisible();
  await expectAccessible(page, 'the decision of the second product');
});

test('R14 staff of the second product send a claim back, and only the marked answers can change', async ({ page }) => {
  await logInToClaims(page, server);
  await fillClaim(page, 'theft');
  await send(page);
  await expect(page.getByRole('heading', { name: 'We have your claim' })).toBeVisible();

  const staff = await atDesk(server, 'underwriter');
  const { claims } = (await staff('GET', '/api/staff/claims?state=referred')) as { claims: { id: string }[] };
  const id = claims[0]?.id ?? '';
  const refusals = [
    { form: 'nowhere', field: 'lost', reason: 'other' },
    { form: 'items', field: 'nothing', reason: 'other' },
    { form: 'items', field: 'lost', reason: 'other', part: '/7/pesos' },
    { form: 'items', field: 'lost', reason: 'unreadable' },
  ];
  for (const refused of refusals)
    await expect(staff('POST', `/api/staff/claims/${id}/corrections`, { corrections: [refused] })).rejects.toThrow(/unknown(Field|Reason)/);
  await expect(staff('POST', `/api/staff/claims/${id}/decision`, { decision: 'declined', reason: 'mood' })).rejects.toThrow(
    'unknownReason',
  );
  const corrections = [{ form: 'items', field: 'lost', reason: 'notPlausible', part: '/0/pesos' }];
  expect(await staff('POST', `/api/staff/claims/${id}/corrections`, { corrections })).toEqual({ state: 'sentBack' });

  await page.reload();
  await expect(page.getByRole('heading', { name: 'Please check some details' })).toBeVisible();
  await expect(page.getByText('This does not fit the rest of your claim.')).toBeVisible();
  await page.getByRole('button', { name: 'Correct it', exact: true }).click();
  await page.waitForURL('**/items');
  await expect(field(page, 'lost').locator('.item').nth(1).getByRole('textbox').first()).not.toBeEditable();
  const price = field(page, 'lost').locator('.item').nth(0).locator('[data-part="pesos"]').getByRole('textbox');
  await price.click();
  await price.fill('1500');
  await next(page, '/review');
  await expect(page.locator('.review-row', { hasText: 'Rice cooker' })).toContainText(/1,?500/);
  await send(page);
  await expect(page.getByRole('heading', { name: 'We have your claim' })).toBeVisible();

  expect(await staff('POST', `/api/staff/claims/${id}/decision`, { id, decision: 'declined', reason: 'notCovered' })).toEqual({
    state: 'declined',
  });
  await page.reload();
  await expect(page.getByText('Your policy does not cover this.')).toBeVisible();
  await page
    .getByRole('button', { name: 'Pilipino' })
    .or(page.getByRole('radio', { name: 'Pilipino' }))
    .first()
    .click();
  await expect(page.getByText('Hindi ito sakop ng iyong policy.')).toBeVisible();
});

test('R14 the developer page of the second product links to its own pages, and a developer can decide a claim there', async ({ page }) => {
  await logInToClaims(page, server);
  await fillClaim(page, 'theft');
  await send(page);
  await page.goto(`${server.url}/dev`);
  const links = await page.getByRole('listitem').getByRole('link').all();
  const paths = await Promise.all(links.map((link) => link.getAttribute('href')));
  for (const path of paths) expect((await page.request.get(`${server.url}${path}`)).status(), String(path)).toBeLessThan(400);
  await page.getByRole('link', { name: 'Claims: decide, send back' }).click();
  await page.getByRole('button', { name: 'sentBack' }).first().click();
  await page.goto(`${server.url}/home`);
  await expect(page.getByText('We cannot read it. Please send a sharper one.')).toBeVisible();
});

test('R09 each valuable thing has steps of its own, which stay with it when the list changes', async ({ page }) => {
  await logInToClaims(page, server);
  await fillUpToItems(page, 'water');
  const things = field(page, 'lost');
  await item(page, 0, 'Rice cooker', '1800');
  await things.getByRole('button', { name: 'Add a thing' }).click();
  await item(page, 1, 'Television', '15000');
  await things.getByRole('button', { name: 'Add a thing' }).click();
  await item(page, 2, 'Washing machine', '9000');

  // The rice cooker is too cheap to be asked about.
  await next(page, '/itemDetails/2');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('About: Television');
  await expect(page.getByText('Step 4 of 10')).toBeVisible();
  await field(page, 'age').getByText('Less than one year').click();
  await nextButton(page).click();
  await expect(field(page, 'serialNumber')).toContainText('Enter the serial number.');
  await typeInto(page, 'serialNumber', 'TV-4711');
  await next(page, '/itemReceipt/2');
  await choose(page, 'receipt');
  await expectAccessible(page, 'a step about one thing');
  await next(page, '/itemDetails/3');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('About: Washing machine');
  await expect(field(page, 'serialNumber')).toHaveCount(0);
  await field(page, 'age').getByText('One to three years').click();
  await page.goBack();
  await page.waitForURL('**/itemReceipt/2');
  await page.goForward();
  await next(page, '/itemReceipt/3');
  await page.getByRole('button', { name: 'Skip this step' }).click();
  await page.waitForURL('**/evidence');

  // Without the rice cooker, the television is the first thing and keeps its answers, also on another device.
  await page.goto(`${server.url}/items`);
  await things.locator('.item').nth(0).getByRole('button', { name: 'Remove' }).click();
  await next(page, '/evidence');
  await page.goto(`${server.url}/itemDetails/1`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('About: Television');
  await expect(field(page, 'serialNumber').getByRole('textbox')).toHaveValue('TV-4711');
  await page.goto(`${server.url}/itemDetails/3`);
  await page.waitForURL('**/evidence');
  await choose(page, 'photo');
  await next(page, '/payout');
  await field(page, 'bank').locator('select').selectOption('bdo');
  await typeInto(page, 'account', '001234567890');
  await next(page, '/review');
  const section = (title: string) => page.locator('.review-section', { has: page.getByRole('heading', { name: title, exact: true }) });
  await expect(section('More about your things (1)')).toContainText('TV-4711');
  await expect(section('More about your things (2)')).toContainText('One to three years');
  await expect(section('Receipts of your things (2)')).toContainText('You skipped this step.');
  await send(page);
  await expect(page.getByRole('heading', { name: 'We have your claim' })).toBeVisible();

  // R12: staff send back one answer about the television. They cannot send back a thing that the claim does not have.
  const staff = await atDesk(server, 'underwriter');
  const { claims } = (await staff('GET', '/api/staff/claims?state=referred')) as { claims: { id: string }[] };
  const id = claims[0]?.id ?? '';
  for (const form of ['itemDetails', 'itemDetails:9'])
    await expect(
      staff('POST', `/api/staff/claims/${id}/corrections`, { corrections: [{ form, field: 'age', reason: 'notPlausible' }] }),
    ).rejects.toThrow('unknownField');
  await staff('POST', `/api/staff/claims/${id}/corrections`, {
    corrections: [{ form: 'itemDetails:1', field: 'serialNumber', reason: 'notPlausible' }],
  });
  await page.reload();
  await expect(page.getByText('Serial number (1)')).toBeVisible();
  await page.getByRole('button', { name: 'Correct it', exact: true }).click();
  await page.waitForURL('**/itemDetails/1');
  await expect(field(page, 'age').getByRole('radio').first()).toBeDisabled();
  await typeInto(page, 'serialNumber', 'TV-4712');
  await next(page, '/review');
  await send(page);
  await expect(page.getByRole('heading', { name: 'We have your claim' })).toBeVisible();
});
