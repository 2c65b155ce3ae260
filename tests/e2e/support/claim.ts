import { join } from 'node:path';
import { expect, type Frame, type Page } from '@playwright/test';
import { addDays, dayIn } from '../../../engine/config/days.ts';
import { root } from '../../support/root.ts';
import { photo } from './fill.ts';
import { freshPhone, nextButton } from './journey.ts';
import { type RunningServer, startServer } from './server.ts';

/** The second product: an insurance claim. */
export const claimProject = join(root, 'examples/claim');

export const startClaimServer = (): Promise<RunningServer> => startServer({ project: claimProject });

/** Logs in, from the start screen to the home screen. Returns the phone number. */
export async function logInToClaims(page: Page, server: RunningServer, phone = freshPhone()): Promise<string> {
  await page.goto(`${server.url}/start`);
  await page.getByRole('button', { name: 'Make a claim' }).click();
  await typeInto(page, 'phone', phone);
  await field(page, 'privacyAccepted').getByRole('checkbox').check();
  await nextButton(page).click();
  await page.waitForURL('**/verifyCode');
  await typeInto(page, 'code', await server.lastCode(phone));
  await page.waitForURL('**/home');
  return phone;
}

/** Where the product's screens are shown. */
type Screen = Page | Frame;

/** Screens of earlier steps stay alive, hidden. */
export const field = (page: Screen, name: string) => page.locator(`[data-field="${name}"]`).filter({ visible: true });
export const typeInto = (page: Screen, name: string, text: string) => field(page, name).getByRole('textbox').first().fill(text);

export async function next(page: Screen, route: string): Promise<void> {
  await nextButton(page).click();
  await page.waitForURL(`**${route}`);
}

export async function choose(page: Screen, name: string): Promise<void> {
  const file = { name: 'kitchen.jpg', mimeType: 'image/jpeg', buffer: await photo() };
  await field(page, name).locator('input[type=file]').first().setInputFiles(file);
  await expect(field(page, name).getByText('Saved')).toBeVisible();
}

export async function incident(page: Screen, kind: string): Promise<void> {
  const [year = '', month = '', day = ''] = addDays(dayIn('Asia/Manila', new Date()), -30).split('-');
  await field(page, 'kind').locator(`input[value="${kind}"]`).check({ force: true });
  await field(page, 'date')
    .locator('input')
    .first()
    .fill(String(Number(day)));
  await field(page, 'date').locator('select').selectOption(month);
  await field(page, 'date').locator('input').last().fill(year);
  if (kind === 'theft') await typeInto(page, 'reportNumber', 'PR-2026-17');
  await typeInto(page, 'story', 'A pipe burst while nobody was at home.');
}

export async function item(page: Screen, index: number, name: string, pesos: string): Promise<void> {
  const parts = field(page, 'lost').locator('.item').nth(index);
  await parts.locator('[data-part="name"]').getByRole('textbox').fill(name);
  await parts.locator('[data-part="pesos"]').getByRole('textbox').fill(pesos);
}

/** Fills the first step and goes to the second. */
export async function fillPolicy(page: Screen): Promise<void> {
  await page.waitForURL('**/policy');
  await typeInto(page, 'number', 'SAL123456');
  await typeInto(page, 'holder', 'Ana Cruz');
  await typeInto(page, 'email', 'ana.cruz@mail.ph');
  await next(page, '/incident');
}

/** Fills the steps from the second to the review. */
export async function fillRest(page: Screen, kind: string, onItems?: () => Promise<void>): Promise<void> {
  await incident(page, kind);
  await next(page, '/items');
  await item(page, 0, 'Rice cooker', '1800');
  await field(page, 'lost').getByRole('button', { name: 'Add a thing' }).click();
  await item(page, 1, 'Kitchen shelf', '1900');
  await onItems?.();
  await next(page, '/evidence');
  await choose(page, 'photo');
  await next(page, '/payout');
  await field(page, 'bank').locator('select').selectOption('bdo');
  await typeInto(page, 'account', '001234567890');
  await next(page, '/review');
  await expect(page.getByText('Rice cooker')).toBeVisible();
}

/** Goes from the home screen to the list of things. */
export async function fillUpToItems(page: Screen, kind: string): Promise<void> {
  await page.getByRole('button', { name: 'Start your claim' }).click();
  await fillPolicy(page);
  await incident(page, kind);
  await next(page, '/items');
}

/** Goes from the home screen to the review. */
export async function fillClaim(page: Screen, kind: string, onItems?: () => Promise<void>): Promise<void> {
  await page.getByRole('button', { name: 'Start your claim' }).click();
  await fillPolicy(page);
  await fillRest(page, kind, onItems);
}
