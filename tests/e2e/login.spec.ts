import { expect, type Page, request, test } from '@playwright/test';
import { operations } from '../../server/contract/operations.ts';
import { fillForm } from './support/fill.ts';
import { freshPhone, nextButton, register } from './support/journey.ts';
import { type ConfigurationCopy, manyFromOneAddress, type RunningServer, startServer } from './support/server.ts';

/** The shipped limits, except those that would make a test wait for minutes. */
const shortWaits = { resendAfterSeconds: 10 };
const words = {
  codeIncorrect: 'The code is incorrect. Please enter it again.',
  tooFrequent: 'That was a bit too often. Please try again later.',
  smsLimit: 'The SMS limit for today is reached. Please try again tomorrow.',
  securityLock: 'For your security we have paused this number. Please wait, or call +63 2 8555 0100 (Monday to Sunday 09:00–18:00).',
};

let server: RunningServer;
test.beforeAll(async () => {
  server = await startServer({ change: (copy) => limits(copy, shortWaits) });
});
test.afterAll(() => server.stop());

function limits(copy: ConfigurationCopy, values: Record<string, number>): void {
  manyFromOneAddress(copy);
  copy.edit<Record<string, number>>('flows/login.json', (login) => void Object.assign(login, values));
}

async function withLimits(values: Record<string, number>, check: (server: RunningServer) => Promise<void>): Promise<void> {
  const own = await startServer({ change: (copy) => limits(copy, values) });
  try {
    await check(own);
  } finally {
    await own.stop();
  }
}

const row = (page: Page, field: string) => page.locator(`[data-field="${field}"]:visible`);
const toast = (page: Page) => page.locator('.toasts');

/** Requests a code on /login. */
async function askForCode(page: Page, { url }: RunningServer, phone: string): Promise<void> {
  await page.goto(`${url}/login`);
  await fillForm(page, 'phone', { phone, privacyAccepted: true });
  await nextButton(page).click();
}

const wrongCode = (right: string) => Array.from(right, (digit) => (Number(digit) + 1) % 10).join('');

/** Types a code, which is submitted automatically, and returns the response status. The double-tap guard lets one per second through. */
async function tryCode(page: Page, code: string): Promise<number> {
  await fillForm(page, 'verify', { code: '' });
  await page.waitForTimeout(1000);
  const answered = page.waitForResponse('**/api/auth/sessions');
  await fillForm(page, 'verify', { code });
  return (await answered).status();
}

/** Local storage under the product's key. */
const kept = (page: Page) => page.evaluate(() => JSON.parse(localStorage.getItem('hakbang') ?? '{}') as Record<string, any>); // oxlint-disable-line typescript/no-explicit-any -- free-form JSON

test('V15 nothing is sent until the privacy policy is accepted', async ({ page }) => {
  let sent = 0;
  page.on('request', (each) => void (each.url().endsWith('/api/auth/codes') && sent++));
  await page.goto(`${server.url}/login`);
  await fillForm(page, 'phone', { phone: freshPhone() });
  await nextButton(page).click();
  await expect(row(page, 'privacyAccepted')).toContainText('Accept the privacy policy to go on.');
  expect(sent).toBe(0);
  await row(page, 'privacyAccepted').getByRole('link').click();
  await page.waitForURL('**/privacy');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/privacy/i);
});

test('G08 a second tap within a second sends no second SMS', async ({ page }) => {
  const phone = freshPhone();
  let sent = 0;
  page.on('request', (each) => void (each.url().endsWith('/api/auth/codes') && sent++));
  await page.goto(`${server.url}/login`);
  await fillForm(page, 'phone', { phone, privacyAccepted: true });
  await nextButton(page).evaluate((button: HTMLButtonElement) => {
    button.click();
    button.click();
  });
  await page.waitForURL('**/verifyCode');
  expect(sent).toBe(1);
});

test('G08 two taps on a button within a second count once, a later tap counts again', async ({ page }) => {
  await page.goto(`${server.url}/test`);
  const button = page.getByRole('button', { name: 'Change colours' });
  // A slow machine would take a second from one click to the next.
  await button.evaluate((each: HTMLElement) => {
    each.click();
    each.click();
  });
  await expect.poll(async () => (await kept(page))['theme']).toBe(2);
  await page.waitForTimeout(1000);
  await button.click();
  await expect.poll(async () => (await kept(page))['theme']).toBe(3);
});

test('E03 a wrong code is reported at the field, and the correct one still works', async ({ page }) => {
  const phone = freshPhone();
  await askForCode(page, server, phone);
  await page.waitForURL('**/verifyCode');
  const code = await server.lastCode(phone);
  expect(await tryCode(page, wrongCode(code))).toBe(422);
  await expect(row(page, 'code')).toContainText(words.codeIncorrect);
  expect(await tryCode(page, code)).toBe(200);
  await page.waitForURL('**/homeIndex');
});

test('E02 E04 a resend waits for its countdown; too early or too frequent requests are refused with a message', async ({ page }) => {
  const phone = freshPhone();
  await withLimits({ ...shortWaits, codesPerDay: 1 }, async (own) => {
    await askForCode(page, own, phone);
    await page.waitForURL('**/verifyCode');
    await expect(page.getByRole('button', { name: /New code in \d+ second/ })).toHaveAttribute('aria-disabled', 'true');
    await askForCode(page, own, phone);
    await expect(toast(page)).toContainText(words.tooFrequent);
    await page.waitForTimeout(shortWaits.resendAfterSeconds * 1000);
    await nextButton(page).click();
    await expect(page.getByRole('alertdialog')).toContainText(words.smsLimit);
    await page.getByRole('alertdialog').getByRole('button', { name: 'Done' }).click();
    await expect(page.getByRole('alertdialog')).toHaveCount(0);
  });
});

test('the code screen shows the typed number, focuses the code, submits it automatically, and offers a new code after a reload', async ({
  page,
}) => {
  const phone = freshPhone();
  await askForCode(page, server, phone);
  await page.waitForURL('**/verifyCode');
  await expect(page.locator('main:visible')).toContainText(`+63 ${phone.slice(0, 3)} ${phone.slice(3, 6)} ${phone.slice(6)}`);
  await expect(row(page, 'code').getByRole('textbox')).toBeFocused();
  await page.reload();
  await expect(page.locator('main:visible')).toContainText(`+63 ${phone.slice(0, 3)} ••• ••${phone.slice(-2)}`);
  const old = await server.lastCode(phone);
  const resend = page.getByRole('button', { name: 'Send a new code' });
  await expect(resend).toBeVisible({ timeout: 15_000 });
  await resend.click();
  await expect(toast(page)).toContainText('A new code is on its way.');
  await expect.poll(() => server.lastCode(phone)).not.toBe(old);
  await row(page, 'code')
    .getByRole('textbox')
    .fill(await server.lastCode(phone));
  await page.waitForURL('**/homeIndex');
});

test('N06 a deep link survives the login, its code and a reload', async ({ page }) => {
  await page.goto(`${server.url}/coupon?from=mail`);
  await page.waitForURL('**/start');
  const phone = freshPhone();
  await askForCode(page, server, phone);
  await page.waitForURL('**/verifyCode');
  await page.reload();
  await row(page, 'code')
    .getByRole('textbox')
    .fill(await server.lastCode(phone));
  await page.waitForURL('**/coupon?from=mail');
  await page.goto(`${server.url}/homeIndex`);
  await page.waitForURL('**/homeIndex');
});

test('V14 after three failures the next code needs an image code, or a proof of work for people who cannot see it', async ({ page }) => {
  const phone = freshPhone();
  await askForCode(page, server, phone);
  await page.waitForURL('**/verifyCode');
  const wrong = wrongCode(await server.lastCode(phone));
  for (let failure = 0; failure < 3; failure++) expect(await tryCode(page, wrong)).toBe(422);
  await expect(row(page, 'imageCode')).toHaveCount(0);
  const resend = page.getByRole('button', { name: 'Send a new code' });
  await expect(resend).toBeVisible({ timeout: 15_000 });
  await resend.click();
  await expect(row(page, 'imageCode').getByRole('img', { name: 'Picture with characters' })).toBeVisible();
  const picture = row(page, 'imageCode').getByRole('img', { name: 'Picture with characters' });
  const before = await picture.getAttribute('src');
  await row(page, 'imageCode').getByRole('textbox').fill('x');
  await expect(row(page, 'imageCode')).toContainText('Done. You can go on.', { timeout: 30_000 });
  await page.waitForTimeout(1000);
  await resend.click();
  // A picture works only once, so the error comes with a new one.
  await expect(row(page, 'imageCode')).toContainText('That was not what the picture shows. Here is another one.');
  await expect(picture).not.toHaveAttribute('src', before ?? '');
  await expect(row(page, 'imageCode').getByRole('textbox')).toHaveValue('');
  await row(page, 'imageCode').getByRole('button', { name: 'I cannot see the picture' }).click();
  await expect(row(page, 'imageCode')).toContainText('Done. No need to type anything.', { timeout: 30_000 });
  await page.waitForTimeout(1000);
  await resend.click();
  await expect(toast(page)).toContainText('A new code is on its way.');
  await expect(row(page, 'imageCode')).toHaveCount(0);
  expect(await tryCode(page, await server.lastCode(phone))).toBe(200);
  await page.waitForURL('**/homeIndex');
});

test('E05 G14 a number with too many failures is paused, and the screen says whom to call and when', async ({ page }) => {
  const phone = freshPhone();
  await withLimits({ ...shortWaits, lockAfterFailures: 2 }, async (own) => {
    await askForCode(page, own, phone);
    await page.waitForURL('**/verifyCode');
    const code = await own.lastCode(phone);
    expect(await tryCode(page, wrongCode(code))).toBe(422);
    expect(await tryCode(page, wrongCode(code))).toBe(423);
    await expect(page.getByRole('alertdialog')).toContainText(words.securityLock);
    await page.getByRole('alertdialog').getByRole('button', { name: 'Done' }).click();
    expect(await tryCode(page, code)).toBe(423);
  });
});

test('G09 G10 the device keeps the client state under one key, with a masked number and without secrets', async ({ page }) => {
  const phone = await register(page, server);
  await page.waitForURL('**/homeIndex');
  const state = await kept(page);
  expect(state).toMatchObject({
    publicData: {
      customerId: expect.any(String),
      token: expect.any(String),
      phone_number: expect.stringMatching(/^\+63 \d{3} ••• ••\d{2}$/),
    },
    homeData: {},
    orderData: {},
    subProData: {},
    FAQData: {},
    loanTabType: 2,
    refresh: { home: false, bill: false },
    storageCredentials: { accessKey: '', secretKey: '', bucket: '', region: '' },
    theme: 1,
    loginPopup: false,
    supportEmail: 'help@hakbang.example',
    hotline: '+63 2 8555 0100',
    website: 'https://hakbang.example',
  });
  expect(await page.evaluate(() => JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)]))).not.toContain(phone);
});

test('G09 N08 data that a script could read from the device does not log in', async ({ page }) => {
  await register(page, server);
  await page.waitForURL('**/homeIndex');
  const { token } = (await kept(page))['publicData'] as { token: string };
  const elsewhere = await request.newContext({ extraHTTPHeaders: { 'x-hakbang-token': token } });
  expect((await elsewhere.get(`${server.url}/api/auth/session`)).status()).toBe(401);
  await elsewhere.dispose();
  expect(await page.evaluate(() => document.cookie)).not.toContain('session');
  const withCookieAlone = await page.request.get(`${server.url}/api/auth/session`);
  expect(withCookieAlone.status()).toBe(401);
});

test('S40 G14 logging out asks for confirmation, ends the session on the server and removes the person from the device', async ({
  page,
}) => {
  await register(page, server);
  await page.waitForURL('**/homeIndex');
  const { token } = (await kept(page))['publicData'] as { token: string };
  const cookies = await page.context().cookies();
  await page.goto(`${server.url}/my`);
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(page.getByRole('button', { name: 'Not now' })).toBeFocused();
  await expect(page.locator('[data-current] .spinner')).toHaveCount(0);
  await page.getByRole('button', { name: 'Not now' }).click();
  await expect(page).toHaveURL(/\/my$/);
  await page.waitForTimeout(1000);
  await page.getByRole('button', { name: 'Log out' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Log out' }).click();
  await page.waitForURL('**/start');
  expect((await kept(page))['publicData']).toEqual({});
  const stolen = await request.newContext({
    extraHTTPHeaders: { 'x-hakbang-token': token, cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; ') },
  });
  expect((await stolen.get(`${server.url}/api/auth/session`)).status()).toBe(401);
  await stolen.dispose();
  await page.goto(`${server.url}/homeIndex`);
  await page.waitForURL('**/start');
});

test('a session that ended elsewhere leads to the login with a message', async ({ page }) => {
  await register(page, server);
  await page.waitForURL('**/homeIndex');
  // Leave the page first. Otherwise its pending requests would be refused too and show the message early.
  await page.goto('about:blank');
  await page.context().clearCookies();
  await page.goto(`${server.url}/homeIndex`);
  await page.waitForURL('**/login');
  expect(await page.evaluate(() => sessionStorage.getItem('hakbang'))).toContain('/homeIndex');
  await expect(toast(page)).toContainText('Your session has ended. Please log in again.');
  expect((await kept(page))['publicData']).toEqual({});
});

test('N08 P01 only the operations of noCheck screens answer a visitor', async ({ request: visitor }) => {
  for (const { id, method, path, ...operation } of Object.values(operations)) {
    const answer = await visitor.fetch(`${server.url}${path.replace(/:\w+/g, 'x')}`, {
      method,
      ...(method === 'GET' || method === 'DELETE' ? {} : { data: {} }),
    });
    if ('noCheck' in operation) expect(answer.status(), id).not.toBe(401);
    else expect([answer.status(), ((await answer.json()) as { code: string }).code], id).toEqual([401, 'unauthenticated']);
  }
});
