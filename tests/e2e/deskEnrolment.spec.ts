import { expect, type Page, test } from '@playwright/test';
import { violationsOf } from '../support/axe.ts';
import { enterDesk } from './support/desk.ts';
import { addPerson, codeOf, enrolWithApp, linkShownTo } from './support/enrol.ts';
import { type RunningServer, startServer } from './support/server.ts';

let server: RunningServer;
test.beforeAll(async () => {
  server = await startServer();
});
test.afterAll(() => server.stop());

const viewport = { width: 1280, height: 900 };
test.use({ viewport, userAgent: 'Mozilla/5.0 (X11; Linux x86_64)', isMobile: false, hasTouch: false });
test.setTimeout(120_000);

const password = 'a horse of my own choice';

async function logIn(page: Page, name: string, word: string, code: string): Promise<void> {
  await page.goto(`${server.url}/desk/login`);
  await page.getByLabel('Name').fill(name);
  await page.getByRole('textbox', { name: 'Password' }).fill(word);
  await page.getByLabel('Code').fill(code);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
}

/** Another admin approves the pending proposal. */
async function approve(page: Page, maker: string): Promise<void> {
  await page.getByRole('link', { name: 'Approvals' }).click();
  await page.getByRole('button', { name: `Decide what ${maker} proposed` }).click();
  await page.getByLabel('Note').fill('I know this person.');
  await page.getByRole('button', { name: 'Approve' }).click();
  await expect(page.getByText('Nothing waits for a second person.')).toBeVisible();
}

test('D01 D10 somebody new chooses password and second factor by a link that works once, and logs in; a reset gives a new link', async ({
  page: admin,
  browser,
}) => {
  const another = async () => (await browser.newContext({ viewport })).newPage();
  const [other, nina, late] = [await another(), await another(), await another()];
  await enterDesk(admin, server, 'admin');
  await enterDesk(other, server, 'admin-2');
  const link = await addPerson(admin, 'nina.santos', 'Reviewer');
  await expect(admin.getByText(/otpauth|secret=/)).toHaveCount(0);
  // The admin sees the link at once, and screen readers announce it.
  await expect(admin.getByText('The link for nina.santos, shown only once')).toBeFocused();
  await expect(admin.getByText('Its time limit starts at the approval.', { exact: false })).toBeInViewport();
  expect(await violationsOf(admin)).toEqual([]);

  await nina.goto(link);
  await expect(nina.getByText('A second admin has to give you access first.', { exact: false })).toBeVisible();
  await approve(other, 'demo-admin');
  await nina.goto(link);
  await expect(nina.getByRole('heading', { level: 1, name: 'Welcome, nina.santos' })).toBeVisible();
  await nina.getByRole('textbox', { name: 'New password' }).fill('short');
  await nina.getByRole('button', { name: 'Choose this password' }).click();
  await expect(nina.getByRole('link', { name: /at least 12/i })).toBeVisible();
  await expect.poll(() => violationsOf(nina)).toEqual([]);
  const secret = await enrolWithApp(nina, link, password);
  await expect.poll(() => violationsOf(nina)).toEqual([]);
  await nina.getByRole('button', { name: 'I have them: open the desk' }).click();
  await expect(nina.getByRole('link', { name: 'Revealed answers' })).toBeVisible();

  // The link has been used, so it no longer works for anybody.
  await late.goto(link);
  await expect(late.getByRole('heading', { level: 1, name: 'This link does not work' })).toBeVisible();
  await expect(late.getByText('Ask an admin for a new one.', { exact: false })).toBeVisible();
  await late.goto(`${server.url}/desk/welcome/${'A'.repeat(43)}`);
  await expect(late.getByRole('heading', { level: 1, name: 'This link does not work' })).toBeVisible();
  await expect.poll(() => violationsOf(late)).toEqual([]);

  await logIn(late, 'nina.santos', password, codeOf(secret, 1));
  await expect(late.getByRole('link', { name: 'Revealed answers' })).toBeVisible();

  // She loses her phone. Two admins reset her login, and one creates a link.
  await admin.getByRole('link', { name: 'nina.santos' }).click();
  await expect(admin.getByRole('button', { name: 'Make an enrolment link' })).toHaveCount(0);
  await admin.getByRole('button', { name: 'Reset the login' }).click();
  await admin.getByRole('dialog').getByLabel('Reason').fill('She lost her phone.');
  await admin.getByRole('dialog').getByRole('button', { name: 'Propose the reset' }).click();
  await expect(admin.getByText('A change waits for a second person.')).toBeVisible();
  await approve(other, 'demo-admin');
  await admin.reload();
  await expect(admin.getByText('Has no login yet')).toBeVisible();
  await admin.getByRole('button', { name: 'Make an enrolment link' }).click();
  await admin.getByRole('dialog').getByLabel('Reason').fill('She was reset.');
  await admin.getByRole('dialog').getByRole('button', { name: 'Make the link and propose the access' }).click();
  const again = await another();
  const newLink = await linkShownTo(admin);
  await approve(other, 'demo-admin');
  await enrolWithApp(again, newLink, 'another horse of my own');
  await again.getByRole('button', { name: 'I have them: open the desk' }).click();
  await expect(again.getByRole('link', { name: 'Revealed answers' })).toBeVisible();
});

test('D01 somebody changes the own password: the wrong current one is named, the new one logs in', async ({ page }) => {
  await enterDesk(page, server, 'support');
  const html = await (await page.request.post(`${server.url}/dev/staff`)).text();
  const [, current = ''] = /demo-support<\/strong>.*?<code>(.*?)<\/code>/s.exec(html) ?? [];
  await page.getByRole('link', { name: 'My account' }).click();
  await page.getByRole('button', { name: 'Your login' }).click();
  const [before, after] = [page.getByRole('textbox', { name: 'Current password' }), page.getByRole('textbox', { name: 'New password' })];
  const send = page.getByRole('button', { name: 'Change password' });
  await before.fill('not my password');
  await after.fill('short');
  await send.click();
  await expect(page.getByRole('link', { name: /at least 12/i })).toBeVisible();
  await after.fill(password);
  await expect(async () => {
    await send.click({ timeout: 500 });
    await expect(page.getByRole('link', { name: 'This is not your current password.' })).toBeVisible({ timeout: 1500 });
  }).toPass();
  expect(await violationsOf(page)).toEqual([]);
  await before.fill(current);
  await expect(async () => {
    await send.click({ timeout: 500 });
    await expect(page.getByText('Your password is changed. All other sessions have ended.')).toBeVisible({ timeout: 2000 });
  }).toPass();
  await expect(before).toHaveValue('');
  await page.getByRole('button', { name: 'Back', exact: true }).click();
  await page.getByRole('button', { name: 'Log out' }).click();
  const shown = await (await page.request.get(`${server.url}/dev/staff`)).text();
  const [, code = ''] = /demo-support<\/strong>.*?<code>.*?<\/code>.*?<code>(\d{6})<\/code>/s.exec(shown) ?? [];
  await logIn(page, 'demo-support', password, code);
  await expect(page.getByRole('heading', { level: 1, name: 'Queue' })).toBeVisible();
});
