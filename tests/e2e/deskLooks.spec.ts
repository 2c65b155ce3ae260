import { expect, type Page, test } from '@playwright/test';
import { violationsOf } from '../support/axe.ts';
import { enterDesk, referredApplication } from './support/desk.ts';
import { expectNoWider } from './support/fits.ts';
import { press, tabTo } from './support/keyboard.ts';
import { indebtedBorrower } from './support/money.ts';
import { type RunningServer, startServer } from './support/server.ts';

let server: RunningServer;
test.beforeAll(async () => void (server = await startServer()));
test.afterAll(() => server.stop());

const wide = { width: 1280, height: 900 };
const narrow = { width: 390, height: 844 };
test.use({ isMobile: false, hasTouch: false, viewport: wide, userAgent: 'Mozilla/5.0 (X11; Linux x86_64)' });
test.setTimeout(180_000);

/** Expects axe to find nothing and nothing to stick out: light and dark, in a wide and in a narrow window. */
async function looksRight(page: Page, what: string): Promise<void> {
  for (const [viewport, colorScheme] of [
    [narrow, 'dark'],
    [wide, 'light'],
  ] as const) {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme });
    await expectNoWider(page, what);
    // A page fades in.
    await expect.poll(() => violationsOf(page), { message: `${what}, ${viewport.width} px, ${colorScheme}` }).toEqual([]);
  }
}

const isAt = (page: Page, name: string | RegExp) => expect(page.getByRole('heading', { level: 1, name })).toBeVisible();

test('D14 the pages of underwriting are accessible in light and dark: filled, empty, with errors, in dialogs', async ({ page }) => {
  await page.goto(`${server.url}/desk/login`);
  await page.getByRole('button', { name: 'Log in' }).first().click();
  await looksRight(page, 'login with errors');
  const number = await referredApplication(page, server);
  await enterDesk(page, server, 'underwriter');
  await expect(page.getByRole('row', { name: number })).toBeVisible();
  await looksRight(page, 'queue');
  await page.keyboard.press('?');
  await looksRight(page, 'shortcuts');
  await page.keyboard.press('Escape');
  await page.getByRole('combobox', { name: 'Whose' }).selectOption('Snoozed');
  await expect(page.getByText('Nothing waits here.')).toBeVisible();
  await looksRight(page, 'empty queue');
  await page.goBack();
  await page.getByRole('link', { name: number }).click();
  await isAt(page, `Application ${number}`);
  await expect(page.getByRole('heading', { name: 'What the decision table saw' })).toBeVisible();
  await looksRight(page, 'application');
  await page.getByRole('button', { name: 'Send back' }).click();
  await looksRight(page, 'sending back');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Reject' }).click();
  await looksRight(page, 'rejecting');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Accept' }).click();
  await page.getByRole('button', { name: 'See what the borrower will read' }).click();
  await looksRight(page, 'accepting with an error');
  await page.getByLabel('Limit').fill('5000');
  await page.getByRole('button', { name: 'See what the borrower will read' }).click();
  await expect(page.getByText('This is what the borrower will read.')).toBeVisible();
  await looksRight(page, 'preview');
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Notes, tags, put off' }).click();
  await isAt(page, `Work ${number}`);
  await page.getByRole('button', { name: 'Put off' }).click();
  await looksRight(page, 'work with errors');
});

test('D14 the pages of customer service and of admins are accessible in light and dark, also when something is missing', async ({
  page,
}) => {
  const { phone } = await indebtedBorrower(page, server);
  await enterDesk(page, server, 'support');
  await page.getByRole('link', { name: 'Customers' }).click();
  await page.getByLabel('Search text').fill('Nobody');
  await page.getByRole('button', { name: 'Search' }).click();
  await expect(page.getByText(/^Nobody found/)).toBeVisible();
  await looksRight(page, 'search without result');
  await page.getByLabel('Search text').fill(`0${phone}`);
  await page.getByRole('button', { name: 'Search' }).click();
  await page.getByRole('link', { name: /^Open / }).click();
  await expect(page.getByText('Customer since')).toBeVisible();
  await looksRight(page, 'customer');
  for (const part of ['Messages and consents', 'Devices and sessions', 'Actions']) {
    await page.getByText(part, { exact: true }).click();
    await looksRight(page, `customer: ${part}`);
  }
  await page.getByText('Applications and loans', { exact: true }).click();
  await page.getByRole('link', { name: /^HK-/ }).click();
  await isAt(page, /^Loan HK-/);
  await looksRight(page, 'loan');
  await page.getByText('Actions', { exact: true }).click();
  await looksRight(page, 'loan: actions');
  await page.getByRole('link', { name: 'Approvals' }).click();
  await isAt(page, 'Approvals');
  await looksRight(page, 'approvals');
  await page.goto(`${server.url}/desk/customers/none`);
  await isAt(page, 'This no longer exists.');
  await looksRight(page, 'a customer who is not there');
  await page.goto(`${server.url}/desk/nowhere`);
  await isAt(page, 'Nothing here');
  await looksRight(page, 'no page');
  await enterDesk(page, server, 'admin');
  await page.getByRole('link', { name: 'People' }).click();
  await isAt(page, 'People');
  await looksRight(page, 'people');
});

test('D14 the pages of admins and reviewers, and what opens on them, are accessible in light and dark', async ({ page }) => {
  const number = await referredApplication(page, server);
  await enterDesk(page, server, 'underwriter');
  await page.getByRole('link', { name: number }).click();
  await page
    .getByRole('button', { name: /^Reveal/ })
    .first()
    .click();
  await looksRight(page, 'revealing');
  await page.getByLabel('Reason').fill('She asked about her ID.');
  await page.getByRole('button', { name: 'Reveal for one minute' }).click();
  await expect(page.getByText('Shown for one minute.')).toBeVisible();
  await looksRight(page, 'revealed');
  await enterDesk(page, server, 'reviewer');
  await isAt(page, 'Figures');
  await expect(page.getByText('Hours from referral to decision')).toBeVisible();
  await looksRight(page, 'figures');
  await page.goto(`${server.url}/desk/figures/steps/work`);
  await isAt(page, 'Work and income');
  await looksRight(page, 'figures of a step');
  await page.goto(`${server.url}/desk/reveals`);
  await expect(page.getByText('She asked about her ID.')).toBeVisible();
  await looksRight(page, 'reveals');
  await enterDesk(page, server, 'admin');
  await page.getByRole('link', { name: 'Alarms' }).click();
  await isAt(page, 'Alarms');
  await looksRight(page, 'alarms');
  await page.getByRole('link', { name: 'People' }).click();
  await page.getByRole('link', { name: 'Who may do what' }).click();
  await isAt(page, 'Who may do what');
  await expect(page.getByRole('row', { name: /Accept or reject applications/ })).toContainText('Underwriter');
  await looksRight(page, 'roles');
  await page.getByRole('link', { name: 'People' }).first().click();
  await page.getByRole('link', { name: /underwriter/ }).click();
  for (const name of ['Change the role', 'Reset the login']) {
    await page.getByRole('button', { name }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await looksRight(page, name);
    await page.keyboard.press('Escape');
  }
  await looksRight(page, 'a person');
  await page.getByRole('link', { name: 'My account' }).click();
  await isAt(page, 'My account');
  await looksRight(page, 'own account');
  await page.getByRole('button', { name: 'Your login' }).click();
  await isAt(page, 'Your login');
  await looksRight(page, 'own login');
});

test('D14 an underwriter opens an application and decides it with the keyboard alone', async ({ page }) => {
  const number = await referredApplication(page, server);
  await enterDesk(page, server, 'underwriter');
  await page.getByRole('row', { name: number }).waitFor();
  await press(page, page.getByRole('link', { name: number }));
  await isAt(page, `Application ${number}`);
  const accept = page.getByRole('button', { name: 'Accept' });
  await tabTo(page, accept);
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByLabel('Limit'));
  await page.keyboard.type('5000');
  await page.keyboard.press('Enter');
  await expect(page.getByText('This is what the borrower will read.')).toBeVisible();
  // The text that she will read replaces the form and gets focus.
  await expect(page.getByRole('dialog').locator(':focus')).toContainText('This is what the borrower will read.');
  await press(page, page.getByRole('dialog').getByRole('button', { name: 'Send' }));
  await expect(page.getByRole('button', { name: 'Take back' })).toBeVisible();
});

test('D14 in a narrow window the decision stays in sight', async ({ page }) => {
  const number = await referredApplication(page, server);
  await page.setViewportSize(narrow);
  await enterDesk(page, server, 'underwriter');
  await page.getByRole('link', { name: number }).click();
  await isAt(page, `Application ${number}`);
  for (const name of ['Accept', 'Reject', 'Send back']) await expect(page.getByRole('button', { name })).toBeInViewport({ ratio: 1 });
  await page.getByRole('heading', { name: 'Where you live' }).scrollIntoViewIfNeeded();
  await expect(page.getByRole('button', { name: 'Accept' })).toBeInViewport({ ratio: 1 });
});
