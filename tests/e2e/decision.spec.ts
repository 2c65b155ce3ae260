import { expect, type Page, test } from '@playwright/test';
import type { ApplicationView } from '../../server/contract/schemas.ts';
import { type ApiBorrower, registerByApi } from './support/api.ts';
import { exampleOf, fillForm } from './support/fill.ts';
import { expectAccessible, nextButton } from './support/journey.ts';
import { type RunningServer, startServer } from './support/server.ts';
import { atDesk } from './support/staff.ts';

let server: RunningServer;
test.beforeAll(async () => {
  server = await startServer();
});
test.afterAll(() => server.stop());

/** A borrower at the review, with this work. */
async function atReview(page: Page, work: Record<string, unknown>): Promise<ApiBorrower> {
  const borrower = await registerByApi(page.request, server);
  await borrower.reach('review');
  expect((await borrower.saveStep('work', work)).status()).toBe(200);
  await borrower.enter(page.context());
  return borrower;
}

/** Confirms the review and sends the application. */
async function send(page: Page): Promise<void> {
  await page.goto(`${server.url}/review`);
  await page.getByRole('button', { name: 'Send application' }).click();
  await page.waitForURL('**/homeIndex');
}

const view = async (borrower: ApiBorrower) => (await (await borrower.get('/api/applications/current')).json()) as ApplicationView;

/** A Manila date some days from now, as the page formats it. */
function manilaDate(days: number): string {
  const at = new Date(Date.now() + days * 86_400_000);
  return new Intl.DateTimeFormat('en-PH', { timeZone: 'Asia/Manila', dateStyle: 'long' }).format(at);
}

const orderVerdict = async (page: Page, verdict: string) =>
  expect((await page.request.post(`${server.url}/dev/face`, { data: { verdict } })).status()).toBe(200);

const rowOf = (page: Page, field: string) => page.locator(`[data-field="${field}"]:visible`);

test('L01 E12 a rejected borrower reads after how many days and on which date to try again', async ({ page }) => {
  const borrower = await atReview(page, { jobType: 'unemployed', income: 'under12000' });
  await send(page);
  await expect(page.getByText(`Retry after 30 days. Resubmission is allowed on ${manilaDate(30)}.`)).toBeVisible();
  await expectAccessible(page, 'rejected');
  await page
    .getByRole('button', { name: 'See details' })
    .or(page.getByRole('link', { name: 'See details' }))
    .click();
  await page.waitForURL('**/loanInfo');
  await expect(page.getByText('Resubmission allowed on')).toBeVisible();
  await expect(page.getByText(manilaDate(30), { exact: true })).toBeVisible();
  expect(await view(borrower)).toMatchObject({ state: 'rejected', retryAfterDays: 30 });
  // The server refuses before that day, whatever the browser shows.
  expect(await (await borrower.submit()).json()).toMatchObject({ status: 422, code: 'notQualified' });
});

test('L02 an accepted borrower sees the limit of the decision table', async ({ page }) => {
  await atReview(page, { ...exampleOf('work'), income: '25001-30000' });
  await send(page);
  await expect(page.getByText('Your application is accepted')).toBeVisible();
  await expect(page.getByText('₱15,000').first()).toBeVisible();
});

test('an unclear case waits for a person, whose decision shows without a reload', async ({ page }) => {
  const borrower = await atReview(page, exampleOf('work', 3));
  await send(page);
  await expect(page.getByText('A colleague is having a look')).toBeVisible();
  const { id } = await view(borrower);
  const decided = await page.request.post(`${server.url}/dev/applications/${id}/decide`, {
    data: { decision: 'accepted', limitCents: 700_000 },
  });
  expect(await decided.json()).toEqual({ state: 'accepted' });
  await expect(page.getByText('₱7,000').first()).toBeVisible({ timeout: 45_000 });
});

test("the review shows the borrower's answers and account, and a secret for a while after a tap", async ({ page }) => {
  await atReview(page, exampleOf('work'));
  await page.goto(`${server.url}/review`);
  await expect(page.getByText('June 12, 1994')).toBeVisible();
  await expect(page.getByText('Compare every digit')).toBeVisible();
  await expect(page.locator('.review-photo').first()).toBeVisible();
  await expect(page.locator('.review-answers[data-compare]')).not.toContainText('••••');
  const secret = page.locator('.review-secret');
  await expect(secret).toContainText('••••');
  await secret.getByRole('button', { name: 'Show ID number' }).click();
  await expect(secret.getByRole('status')).toHaveText(/^CRN-\d{4}-\d{7}-\d$/);
  await expectAccessible(page, 'review with a secret shown');
  await secret.getByRole('button', { name: 'Hide ID number' }).click();
  await expect(secret).toContainText('••••');
});

test('L12 E09 an unclear ID photo is sent back alone, with the reason at the field; after the correction it is decided again', async ({
  page,
}) => {
  const borrower = await atReview(page, exampleOf('work'));
  await orderVerdict(page, 'idPhotoUnclear');
  await send(page);
  await expect(page.getByText('We need a few details once more')).toBeVisible();
  expect(await view(borrower)).toMatchObject({
    state: 'identityRefill',
    corrections: [{ form: 'identity', field: 'idPhoto', reason: 'photoUnclear' }],
  });
  await page
    .getByRole('button', { name: 'Correct it' })
    .or(page.getByRole('link', { name: 'Correct it' }))
    .click();
  await page.waitForURL('**/identityInfo');
  await expect(rowOf(page, 'idPhoto')).toContainText(
    'The photo was unclear. Please take it again, in good light and with all four corners.',
  );
  await expectAccessible(page, 'sent back');

  // Everything else is locked: on this step, on the others, and on the server.
  for (const field of ['firstName', 'lastName', 'idType']) {
    const control = rowOf(page, field).locator('input, select').first();
    expect(await control.evaluate((element: HTMLInputElement) => element.disabled || element.readOnly)).toBe(true);
  }
  await expect(rowOf(page, 'idNumber').getByRole('button', { name: 'Change' })).toHaveCount(0);
  const forged = await borrower.saveStep('personalMore', { ...exampleOf('personalMore'), loanPurpose: 'other' });
  expect(await forged.json()).toMatchObject({ code: 'outOfOrder' });

  await fillForm(page, 'identity', { idPhoto: 'new' });
  await nextButton(page).click();
  // The reviewed answers have changed, so the review appears again.
  await page.waitForURL('**/review');
  await page.getByRole('button', { name: 'Send application' }).click();
  await page.waitForURL('**/homeIndex');
  await expect(page.getByText('Your application is accepted')).toBeVisible();
  await expect(page.getByText('₱10,000').first()).toBeVisible();
});

test('R12 L12 staff send back one phone number in a list: only that person can be corrected', async ({ page }) => {
  const borrower = await atReview(page, exampleOf('work', 2));
  await send(page);
  const underwriter = await atDesk(server, 'underwriter');
  const { id } = (await view(borrower)) as ApplicationView & { id: string };
  const corrections = [{ form: 'contact', field: 'contacts', part: '/1/phone', reason: 'notReachable' }];
  await underwriter('POST', `/api/staff/applications/${id}/corrections`, { corrections });
  await page.reload();
  await expect(page.locator('.corrections')).toContainText('Mobile number (2)');
  await page.getByRole('button', { name: 'Correct it' }).click();
  await page.waitForURL('**/contact');

  const person = (number: number) => page.getByRole('group', { name: `Person ${number}`, exact: true });
  const phone = (number: number) => person(number).getByLabel('Mobile number');
  await expect(person(2)).toContainText('Mobile number: We could not reach');
  await expect(phone(2)).toHaveAccessibleDescription(/We could not reach/);
  await expectAccessible(page, 'a part sent back');
  for (const number of [1, 3]) await expect(phone(number)).toBeDisabled();
  await expect(phone(2)).toBeEditable();
  await phone(2).fill('9281234567');
  await nextButton(page).click();
  await page.waitForURL('**/review');
  await page.getByRole('button', { name: 'Send application' }).click();
  await page.waitForURL('**/homeIndex');
  const { answers } = await borrower.snapshot();
  expect(answers['contact']).toMatchObject({ contacts: [{}, { name: 'Ben Reyes', phone: '9281234567' }, {}] });
});
