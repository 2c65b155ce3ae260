import { expect, type Page, test } from '@playwright/test';
import { enterDesk } from './support/desk.ts';
import { addPerson } from './support/enrol.ts';
import { type RunningServer, startServer } from './support/server.ts';
import { atDesk } from './support/staff.ts';

let server: RunningServer;
test.beforeAll(async () => {
  server = await startServer();
});
test.afterAll(() => server.stop());

const viewport = { width: 1280, height: 900 };
test.use({ viewport, userAgent: 'Mozilla/5.0 (X11; Linux x86_64)', isMobile: false, hasTouch: false });
test.setTimeout(120_000);

/** Ends a person's sessions, as a reset does. The browser does not learn of it. */
async function endSessionsOf(name: string): Promise<void> {
  const admin = await atDesk(server, 'admin');
  const { people } = (await admin('GET', '/api/staff/people')) as { people: { id: string; name: string }[] };
  const { id = '' } = people.find((person) => person.name === name) ?? {};
  await admin('DELETE', `/api/staff/people/${id}/sessions`);
}

async function logIn(page: Page, role: string): Promise<void> {
  const html = await (await page.request.post(`${server.url}/dev/staff`)).text();
  const [, password = '', code = ''] =
    new RegExp(`demo-${role}</strong>.*?<code>(.*?)</code>.*?<code>(\\d{6})</code>`, 's').exec(html) ?? [];
  await page.getByLabel('Name').fill(`demo-${role}`);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.getByLabel('Code').fill(code);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
}

test('D01 a link in a browser whose session has ended leads to its page after the login', async ({ page, context }) => {
  await enterDesk(page, server, 'support');
  await endSessionsOf('demo-support');
  await page.close();
  const opened = await context.newPage();
  await opened.goto(`${server.url}/desk/customers?text=09170000000`);
  await expect(opened.getByRole('button', { name: 'Log in', exact: true })).toBeVisible();
  await logIn(opened, 'support');
  await expect(opened).toHaveURL(/\/desk\/customers\?text=09170000000$/);
});

test('D01 an enrolment link opens in a browser whose session has ended', async ({ page, browser }) => {
  const another = await (await browser.newContext({ viewport })).newPage();
  await enterDesk(page, server, 'support');
  await enterDesk(another, server, 'admin');
  await endSessionsOf('demo-support');
  const link = await addPerson(another, 'rosa.diaz', 'Reviewer');
  const opened = await page.context().newPage();
  await opened.goto(link);
  await expect(opened.getByText('A second admin has to give you access first.', { exact: false })).toBeVisible();
  // Nothing navigates away later.
  await opened.waitForTimeout(1500);
  await expect(opened.getByRole('heading', { level: 1, name: 'Welcome, rosa.diaz' })).toBeVisible();
});
