import { join } from 'node:path';
import { type Browser, expect, type Page, test } from '@playwright/test';
import { field, fillPolicy, incident, logInToClaims, next, startClaimServer, typeInto } from './support/claim.ts';
import { expectAccessible, freshPhone } from './support/journey.ts';
import type { RunningServer } from './support/server.ts';

let server: RunningServer;
test.beforeAll(async () => {
  server = await startClaimServer();
});
test.afterAll(() => server.stop());

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const heading = (page: Page, name: string) => page.getByRole('heading', { name });
const otherDevice = async (browser: Browser) => (await browser.newContext()).newPage();

/** A phone and a desktop show the same screen. Saves screenshots to the folder in SCREENS, if set. */
async function look(page: Page, name: string): Promise<void> {
  await expectAccessible(page, name);
  // In HTML, these elements may contain only phrasing content. Axe does not check that.
  const misplaced = page.locator(':is(output, p, span, b, button, h1, h2) :is(div, p, section, ul, dl)');
  expect(await misplaced.evaluateAll((found) => found.map(({ outerHTML }) => outerHTML)), name).toEqual([]);
  const folder = process.env['SCREENS'];
  if (!folder) return;
  const size = page.viewportSize();
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 844 });
    await page.screenshot({ path: join(folder, `${name}-${width}.png`) });
  }
  if (size) await page.setViewportSize(size);
}

/** Goes from the home screen to the incident. */
async function toIncident(page: Page): Promise<void> {
  await button(page, 'Start your claim').click();
  await fillPolicy(page);
}

/** Goes from the home screen to the step that waits for the witness. */
async function nameWitness(page: Page, witness: string): Promise<void> {
  await toIncident(page);
  await incident(page, 'accident');
  await field(page, 'hasWitness').getByRole('checkbox').check();
  await typeInto(page, 'witnessName', 'Ben Santos');
  await typeInto(page, 'witnessPhone', witness);
  await next(page, '/witness');
}

const linkIn = (sms: string) => /\S+\/(?:resume|invited)\/[\w-]{43}/.exec(sms)?.[0] ?? '';

async function proveNumber(guest: Page, witness: string): Promise<void> {
  await field(guest, 'privacyAccepted').getByRole('checkbox').check();
  await button(guest, 'Send me a code').click();
  await guest.waitForURL('**/invitedCode');
  await typeInto(guest, 'code', await server.lastCode(witness));
  await guest.waitForURL('**/witnessStatement');
}

test('R09 a customer leaves a claim and goes on with it on another device by a link and a code', async ({ page, browser }) => {
  const phone = await logInToClaims(page, server);
  await toIncident(page);
  await button(page, 'Continue later').click();
  await expect(heading(page, 'Go on whenever you like')).toBeVisible();
  const link = linkIn(await server.lastSms(phone));
  await expect(page.getByText(link)).toBeVisible();
  await look(page, 'continueLater');

  const second = await otherDevice(browser);
  await second.goto(link);
  await expect(heading(second, 'Welcome back')).toBeVisible();
  expect(await second.locator('main').textContent()).not.toContain(phone);
  await look(second, 'resume');
  // A code can be sent again a minute after the login.
  await expect(async () => {
    await button(second, 'Send me a code').click();
    await second.waitForURL('**/verifyCode', { timeout: 5000 });
  }).toPass({ timeout: 90_000 });
  await typeInto(second, 'code', await server.lastCode(phone));
  await second.waitForURL('**/incident');

  await page.goto(link);
  await page.waitForURL('**/incident');
  await page.goBack();
  expect(page.url()).not.toContain('/resume/');
  await second.context().close();
});

test('R09 a link of somebody else offers to log out, and a wrong link says so calmly', async ({ page, browser }) => {
  await logInToClaims(page, server);
  await toIncident(page);
  await button(page, 'Continue later').click();
  const link = (await page.locator('.link-shown').textContent()) ?? '';
  const other = await otherDevice(browser);
  await logInToClaims(other, server);
  await other.goto(link);
  await expect(heading(other, 'Somebody else is logged in')).toBeVisible();
  await look(other, 'resumeOther');
  await button(other, 'Log out').click();
  await expect(heading(other, 'Welcome back')).toBeFocused();
  await other.goto(link.replace(/[\w-]{43}$/, 'A'.repeat(43)));
  await expect(heading(other, 'This link no longer works')).toBeVisible();
  await look(other, 'resumeGone');
  await other.context().close();
});

test('R10 a witness answers a step by a link, and the owner goes on without reading the statement', async ({ page, browser }) => {
  test.slow();
  const witness = freshPhone();
  const owner = await logInToClaims(page, server);
  await nameWitness(page, witness);
  await look(page, 'witnessNone');
  const status = page.locator('.invitation').getByRole('status');
  await button(page, 'Send the request').click();
  await expect(status).toContainText('Request sent');
  await expect(button(page, 'Send it again')).toBeFocused();
  await look(page, 'witnessSent');
  await button(page, 'Withdraw the request').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Withdraw the request' }).click();
  await expect(status).toContainText('Not asked yet');
  await expect(status).toBeFocused();
  await button(page, 'Send the request').click();
  await expect(status).toContainText('Request sent');

  const sms = await server.lastSms(witness);
  expect(sms).toContain('Ana Cruz');
  const guest = await otherDevice(browser);
  await guest.goto(linkIn(sms));
  await expect(heading(guest, 'Ana Cruz asks you for a statement')).toBeVisible();
  await look(guest, 'invited');
  await proveNumber(guest, witness);
  await look(guest, 'statement');
  await field(guest, 'relation').locator('input[value="neighbour"]').check({ force: true });
  await typeInto(guest, 'statement', 'I saw the car hit the gate.');
  await guest.waitForTimeout(600);
  await guest.reload();
  await expect(field(guest, 'statement').getByRole('textbox')).toHaveValue('I saw the car hit the gate.');
  await field(guest, 'truthful').getByRole('checkbox').check();
  await next(guest, '/witnessThanks');
  await expect(heading(guest, 'Thank you for your help')).toBeVisible();
  await look(guest, 'thanks');
  await guest.goto(linkIn(sms));
  await expect(heading(guest, 'Your statement is sent')).toBeVisible();
  await look(guest, 'invitedDone');
  await guest.goto(`${server.url}/home`);
  await guest.waitForURL('**/start');
  await guest.evaluate(() => localStorage.clear());
  await guest.goto(`${server.url}/witnessStatement`);
  await guest.waitForURL('**/invitedCode');

  await expect(page.getByText('Answered by Ben Santos')).toBeVisible({ timeout: 40_000 });
  await look(page, 'witnessDone');
  await button(page, 'Continue').click();
  await page.waitForURL('**/items');
  const all = await page.evaluate(() => `${JSON.stringify(localStorage)} ${JSON.stringify(sessionStorage)} ${document.body.innerText}`);
  expect(all).not.toContain('I saw the car');
  expect(await server.lastSms(owner)).not.toContain('I saw the car');
  await guest.context().close();
});

test('R10 a person who was asked by mistake declines, and another number ends the link', async ({ page, browser }) => {
  test.slow();
  const witness = freshPhone();
  await logInToClaims(page, server);
  await nameWitness(page, witness);
  await button(page, 'Send the request').click();
  await expect(page.getByText('Request sent')).toBeVisible();
  const first = linkIn(await server.lastSms(witness));
  const guest = await otherDevice(browser);
  await guest.goto(first);
  await button(guest, 'I cannot or do not want to answer').click();
  await guest.getByRole('alertdialog').getByRole('button', { name: 'I cannot or do not want to answer' }).click();
  await guest.waitForURL('**/declined');
  await expect(heading(guest, 'We have noted it')).toBeFocused();
  await look(guest, 'declined');
  await expect(page.getByText('No answer will come')).toBeVisible({ timeout: 40_000 });
  await look(page, 'witnessDeclined');

  const another = freshPhone();
  await page.goto(`${server.url}/incident`);
  await typeInto(page, 'witnessPhone', another);
  await next(page, '/witness');
  await expect(page.getByText('Not asked yet')).toBeVisible();
  await button(page, 'Send the request').click();
  await expect(page.getByText('Request sent')).toBeVisible();
  await guest.goto(first);
  await expect(heading(guest, 'This link no longer works')).toBeVisible();
  await look(guest, 'invitedGone');
  await guest.context().close();
});

test('R10 a guest logs out, and nothing of the guest stays on the device', async ({ page, browser }) => {
  test.slow();
  const witness = freshPhone();
  await logInToClaims(page, server);
  await nameWitness(page, witness);
  await button(page, 'Send the request').click();
  await expect(page.getByText('Request sent')).toBeVisible();
  const link = linkIn(await server.lastSms(witness));
  const guest = await otherDevice(browser);
  await guest.goto(link);
  await proveNumber(guest, witness);
  await expect(heading(guest, 'What did you see?')).toBeFocused();
  await typeInto(guest, 'statement', 'I saw the car hit the gate.');
  await guest.waitForTimeout(600);
  await button(guest, 'Log out').click();
  await guest.getByRole('alertdialog').getByRole('button', { name: 'Log out' }).click();
  await guest.waitForURL('**/left');
  await expect(heading(guest, 'You are logged out')).toBeFocused();
  await look(guest, 'left');
  expect(await guest.evaluate(() => JSON.stringify([localStorage, sessionStorage]))).not.toMatch(/token|challenge/);
  await guest.goto(`${server.url}/witnessStatement`);
  await guest.waitForURL('**/invitedCode');
  await expect(guest.getByText('Open the link in your message again to get a code.')).toBeVisible();
  await guest.goto(link);
  await expect(heading(guest, 'Ana Cruz asks you for a statement')).toBeVisible();
  await guest.context().close();
});
