import { expect, type Page, request as newRequest, test, type BrowserContext } from '@playwright/test';
import { type ApiBorrower, registerByApi } from './support/api.ts';
import { fillForm, photo } from './support/fill.ts';
import { expectAccessible } from './support/journey.ts';
import { type RunningServer, startServer } from './support/server.ts';

let server: RunningServer;
test.beforeAll(async () => {
  test.setTimeout(180_000);
  server = await startServer();
});
test.afterAll(() => server.stop());

const at = (page: Page, screen: string) => page.locator(`[data-current][data-screen="${screen}"]`);

async function logIn(page: Page): Promise<ApiBorrower> {
  const borrower = await registerByApi(page.request, server);
  await borrower.enter(page.context());
  return borrower;
}

const words = 'The button for the photo is hard to find.';
const keptOnDevice = (context: BrowserContext) =>
  context.pages()[0]?.evaluate(() => JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)]));

test('V08 S40 feedback written offline waits on the device, encrypted, and is sent once when the network is back', async ({
  page,
  context,
}) => {
  const sent: string[] = [];
  page.on('request', (each) => {
    if (each.method() === 'POST' && each.url().endsWith('/api/feedback')) sent.push(each.headers()['idempotency-key'] ?? '');
  });
  await logIn(page);
  await page.goto(`${server.url}/feedback`);
  const screen = at(page, 'feedback');
  const send = screen.getByRole('button', { name: 'Send feedback' });

  await fillForm(page, 'feedback', { topic: 'app', text: 'too short' });
  await send.click();
  await expect(screen.getByText('Write at least 10 characters').first()).toBeVisible();

  await fillForm(page, 'feedback', { text: words });
  await context.setOffline(true);
  await send.click();
  await expect(screen.getByText('Waiting to be sent')).toBeVisible();
  await expect(screen.getByRole('textbox').first()).toHaveValue('');
  await expectAccessible(page, 'feedback that waits');
  expect(await keptOnDevice(context)).not.toContain('hard to find');

  await context.setOffline(false);
  await expect(screen.getByText(/Number FB-\w{5}-\w{5}/)).toBeVisible({ timeout: 20_000 });
  await expect(screen.getByText('Waiting to be sent')).toHaveCount(0);
  expect(new Set(sent).size).toBe(1);
  await page.reload();
  await expect(screen.getByText(/Number FB-/)).toBeVisible();
});

test('S40 logging out erases waiting requests', async ({ page, context }) => {
  await logIn(page);
  await page.goto(`${server.url}/feedback`);
  const screen = at(page, 'feedback');
  await fillForm(page, 'feedback', { topic: 'idea', text: words });
  await page.route(/\/api\/(feedback|files)$/, (route) => route.abort());
  const picture = { name: 'screen.jpg', mimeType: 'image/jpeg', buffer: await photo() };
  await screen.locator('[data-field="photo"] input[type=file]').first().setInputFiles(picture);
  await screen.getByRole('button', { name: 'Send feedback' }).click();
  await expect(screen.getByText('With 1 photo')).toBeVisible({ timeout: 20_000 });
  await page.goto(`${server.url}/my`);
  await at(page, 'my').getByRole('button', { name: 'Log out' }).click();
  await page.getByRole('alertdialog').getByRole('button').first().click();
  await at(page, 'start').waitFor();
  const left = await page.evaluate(async () => {
    const found: string[] = [];
    for (const { name = '' } of await indexedDB.databases()) {
      const open = indexedDB.open(name);
      await new Promise((resolve) => (open.onsuccess = resolve));
      for (const store of open.result.objectStoreNames) {
        const keys = open.result.transaction(store).objectStore(store).getAllKeys();
        await new Promise((resolve) => (keys.onsuccess = resolve));
        found.push(...keys.result.map((key) => `${name}/${store}/${JSON.stringify(key)}`));
      }
    }
    return { found, token: JSON.stringify(Object.entries(localStorage)) };
  });
  expect(left.found.filter((key) => /outbox|draft|file|"key"/.test(key))).toEqual([]);
  expect(left.token).not.toContain('token');
  await context.close();
});

test('L16 S42 opened from the homescreen, the app claims the 200 voucher automatically, once', async ({ page }) => {
  const borrower = await logIn(page);
  await borrower.reach('none');
  await borrower.submit();
  await page.goto(`${server.url}/addDeskTopBrowser`);
  const manifest = page.locator('link[rel=manifest]');
  await expect(manifest).toHaveAttribute('href', /ticket=/);
  const fetched = await page.request.get(`${server.url}${await manifest.getAttribute('href')}`);
  const { start_url: start } = (await fetched.json()) as { start_url: string };
  // Simulate the installed app some time later, because the test's browser cannot install it.
  await page.addInitScript(() => Object.defineProperty(navigator, 'standalone', { value: true }));
  await page.waitForTimeout(11_000);
  await page.goto(`${server.url}${start}`);
  const dialog = page.getByRole('alertdialog');
  await expect(dialog).toContainText('₱200 voucher');
  await dialog.getByRole('button').first().click();
  await page.goto(`${server.url}/addDeskTopBrowser`);
  await expect(at(page, 'addDeskTopBrowser').getByText('You have your reward')).toBeVisible();
  await page.goto(`${server.url}/coupon`);
  await expect(at(page, 'coupon').getByText('₱200').first()).toBeVisible();
  await expect(dialog).toHaveCount(0);
});

test('L16 a Facebook login links the account; cancelling shows a message', async ({ page }) => {
  await logIn(page);
  await page.goto(`${server.url}/my`);
  await at(page, 'my').getByText('Link Facebook').click();
  const screen = at(page, 'facebookLink');
  await expect(screen.getByText('₱1,000 more limit')).toBeVisible();
  await screen.getByRole('button', { name: 'Go to Facebook' }).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(screen.getByText('You have not linked anything')).toBeVisible();
  await screen.getByRole('button', { name: 'Go to Facebook' }).click();
  await page.getByLabel('Account').fill(String(Date.now()));
  await page.getByRole('button', { name: 'Log in and allow' }).click();
  await expect(screen.getByText('Your account is linked', { exact: true })).toBeVisible();
  await expectAccessible(page, 'facebookLink linked');
  await screen.getByRole('button', { name: 'Unlink' }).click();
  await page.getByRole('alertdialog').getByRole('button').first().click();
  await expect(screen.getByRole('button', { name: 'Go to Facebook' })).toBeVisible();
});

const agents: readonly [browser: string, userAgent: string, expected: RegExp][] = [
  [
    'iPhone Safari',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
    /bottom of Safari/,
  ],
  [
    'iPhone Chrome',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/140.0 Mobile/15E148 Safari/604.1',
    /in the address bar/,
  ],
  [
    'Facebook on an iPhone',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 [FBAN/FBIOS;FBAV/480.0]',
    /inside another app/,
  ],
  [
    'desktop Edge',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0',
    /install symbol/,
  ],
  ['desktop Firefox', 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', /Not in this browser/],
];
test('S26 S42 the tutorial matches the browser', async ({ browser }) => {
  const calls = await newRequest.newContext();
  const borrower = await registerByApi(calls, server);
  const storageState = await calls.storageState();
  for (const [name, userAgent, expected] of agents) {
    const context = await browser.newContext({ userAgent, storageState });
    await borrower.enter(context);
    const page = await context.newPage();
    await page.goto(`${server.url}/addDeskTopBrowser`);
    await expect(at(page, 'addDeskTopBrowser').getByText(expected).first(), name).toBeVisible();
    await context.close();
  }
  await calls.dispose();
});

test('P04 deletion is requested in the app and done by customer service', async ({ page }) => {
  await logIn(page);
  await page.goto(`${server.url}/deleteAccount`);
  const screen = at(page, 'deleteAccount');
  await screen.getByRole('button', { name: 'Ask for deletion' }).click();
  await page.getByRole('alertdialog').getByRole('button').first().click();
  await expect(screen.getByText('You have asked for deletion')).toBeVisible();
  await expect(screen.getByRole('button', { name: 'Ask for deletion' })).toHaveCount(0);
  await page.reload();
  await expect(screen.getByText('You have asked for deletion')).toBeVisible();
});

test.describe('on a phone in the New York time zone', () => {
  test.use({ timezoneId: 'America/New_York' });

  // This test comes last, because the clock only moves forward.
  test('S41 G14 P03 customer care says whether it is open, by the time in Manila', async ({ page, request }) => {
    const setTo = async (time: string) => {
      const day = new Date(Date.now() + 3 * 24 * 3600 * 1000).toISOString().slice(0, 10);
      const answer = await request.post(`${server.url}/dev/clock`, { data: { to: `${day}T${time}+08:00` } });
      expect(answer.ok()).toBe(true);
    };
    await setTo('12:00:00');
    await page.goto(`${server.url}/customerCare`);
    const screen = at(page, 'customerCare');
    await expect(screen.getByText('Open now')).toBeVisible();
    await expect(screen.getByText('Until 18:00 today, Manila time.')).toBeVisible();
    await expect(screen.locator('a[href^="tel:+63"]').first()).toBeVisible();
    await expect(screen.locator('a[href^="mailto:grievance@"]')).toBeVisible();
    await expect(screen.getByText('Ana Reyes')).toBeVisible();
    await setTo('18:00:05');
    await page.reload();
    await expect(screen.getByText('Closed now')).toBeVisible();
    await expect(screen.getByText('Opens tomorrow at 09:00, Manila time.')).toBeVisible();
  });
});
