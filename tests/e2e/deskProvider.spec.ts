import { expect, type Page, test } from '@playwright/test';
import { type OidcProvider, startOidcProvider } from '../support/oidcProvider.ts';
import { violationsOf } from '../support/axe.ts';
import { enterDesk } from './support/desk.ts';
import { freePort, type RunningServer, startServer } from './support/server.ts';

/** Current browsers require https for the page that they leave for, so the provider gets this address. */
const outside = 'https://login.example';

let provider: OidcProvider;
let server: RunningServer;
test.beforeAll(async () => {
  const port = await freePort();
  provider = await startOidcProvider(`http://localhost:${port}/api/staff/oidc/callback`);
  server = await startServer({ env: provider.env, port });
});
test.afterAll(async () => {
  await server.stop();
  await provider.close();
});

test.use({ viewport: { width: 1280, height: 900 }, userAgent: 'Mozilla/5.0 (X11; Linux x86_64)', isMobile: false, hasTouch: false });

/** Routes the browser to the provider in this process, which knows its person and redirects back. */
async function throughProvider(page: Page): Promise<void> {
  await page.route('**/api/staff/login-attempts', async (route) => {
    const response = await route.fetch();
    const { url } = (await response.json()) as { url: string };
    await route.fulfill({ response, json: { url: url.replace(provider.issuer, outside) } });
  });
  await page.route(`${outside}/**`, async (route) => {
    const callback = await provider.walk(route.request().url().replace(outside, provider.issuer));
    await route.fulfill({ status: 302, headers: { location: callback.href } });
  });
}

test('D01 two admins link a login of the provider; its person continues with it, and whoever is not linked reads why not', async ({
  page,
  browser,
}) => {
  await page.request.post(`${server.url}/dev/staff`);
  await enterDesk(page, server, 'admin');
  await page.getByRole('link', { name: 'demo-underwriter', exact: true }).click();
  await expect(page.getByText('Not linked: this person cannot log in there.')).toBeVisible();
  await page.getByRole('button', { name: 'Link a login' }).click();
  await page.getByLabel('E-mail address or subject').fill('una@example.com');
  await page.getByLabel('Reason').fill('She works here.');
  await page.getByRole('button', { name: 'Propose the link' }).click();
  await expect(page.getByText('A change waits for a second person.')).toBeVisible();
  const other = await (await browser.newContext({ viewport: { width: 1280, height: 900 } })).newPage();
  await enterDesk(other, server, 'admin-2');
  await other.getByRole('link', { name: 'Approvals' }).click();
  await other.getByRole('button', { name: 'Decide what demo-admin proposed' }).click();
  await other.getByLabel('Note').fill('I asked her.');
  await other.getByRole('button', { name: 'Approve' }).click();
  await expect(other.getByText('Nothing waits for a second person.')).toBeVisible();
  await other.context().close();
  await page.reload();
  await expect(page.getByText('una@example.com')).toBeVisible();
  expect(await violationsOf(page)).toEqual([]);

  const una = await (await browser.newContext({ viewport: { width: 1280, height: 900 } })).newPage();
  await throughProvider(una);
  provider.person = { sub: 'u-2', email: 'else@example.com', email_verified: true };
  await una.goto(`${server.url}/desk/login`);
  await expect.poll(() => violationsOf(una)).toEqual([]);
  await una.getByRole('button', { name: 'Continue with Example' }).click();
  await expect(una.getByText('Nobody here has this login')).toBeVisible();
  await expect.poll(() => violationsOf(una)).toEqual([]);
  await una.getByRole('button', { name: 'Back to the login' }).click();
  provider.person = { sub: 'u-1', email: 'una@example.com', email_verified: true };
  await una.getByRole('button', { name: 'Continue with Example' }).click();
  // Nothing is left to decide, so the desk opens immediately.
  await expect(una.getByRole('heading', { level: 1, name: 'Queue' })).toBeVisible();
  await una.getByRole('link', { name: 'My account' }).click();
  await expect(una.getByText('demo-underwriter')).toBeVisible();
  await una.getByRole('button', { name: 'Log out' }).click();
  await expect(una).toHaveURL(/\/desk\/login$/);
  await una.context().close();
});
