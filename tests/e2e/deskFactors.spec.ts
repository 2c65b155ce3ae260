import { expect, type Page, test } from '@playwright/test';
import { violationsOf } from '../support/axe.ts';
import { enterDesk } from './support/desk.ts';
import { type RunningServer, startServer } from './support/server.ts';

let server: RunningServer;
test.beforeAll(async () => {
  server = await startServer();
});
test.afterAll(() => server.stop());

test.use({ viewport: { width: 1280, height: 900 }, userAgent: 'Mozilla/5.0 (X11; Linux x86_64)', isMobile: false, hasTouch: false });

/** The code that a demo person's authenticator app shows now. */
async function codeOf(page: Page, name: string): Promise<string> {
  const html = await (await page.request.get(`${server.url}/dev/staff`)).text();
  return new RegExp(`${name}</strong>.*?<code>.*?</code>.*?<code>(\\d{6})</code>`, 's').exec(html)?.[1] ?? '';
}

test('D01 an action on rights asks for a code in a dialog, then goes on by itself', async ({ page }) => {
  await enterDesk(page, server, 'admin');
  await page.getByRole('link', { name: 'People' }).click();
  await page.getByLabel('Login name').fill('ana.reyes');
  await page.getByLabel('Role').selectOption('Reviewer');
  await page.getByLabel('Reason').fill('Starts on 3 May.');
  await page.request.post(`${server.url}/dev/clock`, { data: { to: new Date(Date.now() + 6 * 60_000).toISOString() } });
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await expect(dialog).toBeVisible();
  expect(await violationsOf(page)).toEqual([]);
  // Closing the dialog drops the action.
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page.getByText(/\/desk\/welcome\//)).toBeHidden();
  // Two taps within a second count as one.
  await expect(async () => {
    await page.getByRole('button', { name: 'Add', exact: true }).click({ timeout: 5000 });
    await expect(dialog).toBeVisible({ timeout: 1500 });
  }).toPass();
  // A complete code is submitted automatically.
  await expect(dialog.getByLabel('Code')).toBeFocused();
  await dialog.getByLabel('Code').fill('000000');
  await expect(dialog.getByRole('link', { name: 'This code is wrong or was used before.' })).toBeVisible();
  await dialog.getByLabel('Code').fill(await codeOf(page, 'demo-admin'));
  await expect(dialog).toBeHidden();
  await expect(page.getByText(/\/desk\/welcome\//)).toBeVisible();
});

async function toFactors(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'My account' }).click();
  await page.getByRole('button', { name: 'Your login' }).click();
}

/** Adds a virtual authenticator, which reports that it verified a finger or a PIN. */
async function withAuthenticator(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

test('D01 a passkey logs in without a name, confirms an action, and can be renamed; a recovery code replaces it once', async ({ page }) => {
  await withAuthenticator(page);
  await enterDesk(page, server, 'admin');
  await toFactors(page);
  await expect(page.getByText('No passkey yet.')).toBeVisible();
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(page.getByRole('button', { name: 'Remove Passkey 1' })).toBeVisible();
  await page.getByRole('button', { name: 'Rename Passkey 1' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Office laptop');
  await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click();
  await expect(page.getByRole('button', { name: 'Remove Office laptop' })).toBeVisible();
  await page.getByRole('button', { name: 'Make new recovery codes' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Make new recovery codes' }).click();
  const shown = page.getByText(/([A-Z2-7]{4}-){3}[A-Z2-7]{4}/);
  await expect(shown).toBeVisible();
  const [code = ''] = /([A-Z2-7]{4}-){3}[A-Z2-7]{4}/.exec(await shown.innerText()) ?? [];
  expect(await violationsOf(page)).toEqual([]);

  await page.getByRole('button', { name: 'Back', exact: true }).click();
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(page).toHaveURL(/\/desk\/login$/);
  // The screen fades in.
  await expect.poll(() => violationsOf(page)).toEqual([]);
  await page.getByRole('button', { name: 'Log in with a passkey' }).click();
  await expect(page).toHaveURL(/\/desk\/people$/);

  const inFuture = new Date(Date.now() + 20 * 60_000).toISOString();
  await toFactors(page);
  await expect(page.getByRole('button', { name: 'Remove Office laptop' })).toBeVisible();
  await page.request.post(`${server.url}/dev/clock`, { data: { to: inFuture } });
  await page.getByRole('button', { name: 'Remove Office laptop' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove Office laptop' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Use a passkey' }).click();
  await expect(page.getByText('No passkey yet.')).toBeVisible();

  await page.getByRole('button', { name: 'Back', exact: true }).click();
  await page.getByRole('button', { name: 'Log out' }).click();
  const html = await (await page.request.post(`${server.url}/dev/staff`)).text();
  const [, password = ''] = /demo-admin<\/strong>.*?<code>(.*?)<\/code>/s.exec(html) ?? [];
  await page.getByRole('button', { name: 'I have lost my phone or passkey' }).click();
  await page.getByLabel('Name').fill('demo-admin');
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.getByLabel('Recovery code').fill(code);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(page.getByText('9 codes are left.')).toBeVisible();
});
