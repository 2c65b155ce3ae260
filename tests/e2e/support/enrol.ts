import { expect, type Page } from '@playwright/test';
import { stepOf, totpCode } from '../../../server/platform/staff/totp.ts';
import { fromBase32 } from '../../server/support/base32.ts';

/** The code that an authenticator app shows for a manually entered secret. */
export const codeOf = (secret: string, stepsAhead = 0): string => totpCode(fromBase32(secret), stepOf(new Date()) + stepsAhead);

/** Fills in an admin's form for a new person. Returns the link that the admin hands over. */
export async function addPerson(admin: Page, name: string, role: string): Promise<string> {
  await admin.getByRole('link', { name: 'People' }).click();
  await admin.getByLabel('Login name').fill(name);
  await admin.getByLabel('Role').selectOption(role);
  await admin.getByLabel('Reason').fill('Starts today.');
  await admin.getByRole('button', { name: 'Add', exact: true }).click();
  return linkShownTo(admin);
}

/** The enrolment link that the page shows. */
export async function linkShownTo(admin: Page): Promise<string> {
  const shown = admin.getByText(/\/desk\/welcome\//);
  await expect(shown).toBeVisible();
  return /https?:\/\/\S+\/desk\/welcome\/[A-Za-z0-9_-]{43}/.exec(await shown.innerText())?.[0] ?? '';
}

/** Chooses a password and sets up an authenticator app. Returns the app's secret. */
export async function enrolWithApp(page: Page, link: string, password: string): Promise<string> {
  await page.goto(link);
  await page.getByRole('textbox', { name: 'New password' }).fill(password);
  await page.getByRole('button', { name: 'Choose this password' }).click();
  await page.getByRole('button', { name: 'Use an authenticator app' }).click();
  await expect(page.getByRole('img', { name: 'Picture for your authenticator app' })).toBeVisible();
  const text = await page.getByText(/^Scan this with the app/).innerText();
  const secret = (/type ([A-Z2-7 ]{39}) there/.exec(text)?.[1] ?? '').replaceAll(' ', '');
  // A complete code is submitted automatically.
  await page.getByRole('textbox', { name: 'Code' }).fill(codeOf(secret));
  await page.getByRole('button', { name: 'Show my recovery codes' }).click();
  await expect(page.getByText(/([A-Z2-7]{4}-){3}[A-Z2-7]{4}/)).toBeVisible();
  return secret;
}
