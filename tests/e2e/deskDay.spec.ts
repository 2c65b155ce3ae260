import { type Browser, expect, type Page, test } from '@playwright/test';
import { referredApplication } from './support/desk.ts';
import { addPerson, codeOf, enrolWithApp } from './support/enrol.ts';
import { indebtedBorrower, loanOf } from './support/money.ts';
import { type RunningServer, startServer } from './support/server.ts';

let server: RunningServer;
test.beforeAll(async () => void (server = await startServer()));
test.afterAll(() => server.stop());

test.use({ isMobile: false, hasTouch: false, viewport: { width: 1280, height: 900 }, userAgent: 'Mozilla/5.0 (X11; Linux x86_64)' });
test.setTimeout(180_000);

interface Person {
  name: string;
  password: string;
  code: string;
}

/** The name and password of a demo person, and the code in her authenticator app. */
async function demoPerson(role: string): Promise<Person> {
  const html = await (await fetch(`${server.url}/dev/staff`, { method: 'POST' })).text();
  const [, password = '', code = ''] =
    new RegExp(`demo-${role}</strong>.*?<code>(.*?)</code>.*?<code>(\\d{6})</code>`, 's').exec(html) ?? [];
  return { name: `demo-${role}`, password, code };
}

/** Opens a separate browser and logs in from the desk's address to the queue. */
async function begin(browser: Browser, { name, password, code }: Person): Promise<Page> {
  const page = await (await browser.newContext({ viewport: { width: 1280, height: 900 } })).newPage();
  await page.goto(`${server.url}/desk`);
  await page.getByLabel('Name').fill(name);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.getByLabel('Code').fill(code);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: name.startsWith('demo-admin') ? 'People' : 'Queue' })).toBeVisible();
  return page;
}

/** An admin adds an underwriter. Once another admin agrees, she sets up her login with the admin's link. */
async function newUnderwriter(admin: Page, other: Page, browser: Browser): Promise<Person> {
  const password = 'correct horse battery';
  const link = await addPerson(admin, 'nina.santos', 'Underwriter');
  await approve(other, 'demo-admin');
  const page = await (await browser.newContext()).newPage();
  const secret = await enrolWithApp(page, link, password);
  await page.context().close();
  return { name: 'nina.santos', password, code: codeOf(secret, 1) };
}

/** Approves the only proposal of a colleague. */
async function approve(page: Page, maker: string): Promise<void> {
  await page.getByRole('link', { name: 'Approvals' }).click();
  await page.getByRole('button', { name: `Decide what ${maker} proposed` }).click();
  await page.getByLabel('Note').fill('The file is complete.');
  await page.getByRole('button', { name: 'Approve' }).click();
  await expect(page.getByText('Nothing waits for a second person.')).toBeVisible();
}

const isAt = (page: Page, name: string | RegExp) => expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
const toQueue = async (page: Page) => {
  await page.getByRole('link', { name: 'Queue' }).click();
  await isAt(page, 'Queue');
};

async function see(page: Page, open: string, fill: (page: Page) => Promise<void>): Promise<void> {
  await page.getByRole('button', { name: open, exact: true }).click();
  await fill(page);
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'See what the borrower will read' }).click();
  await expect(dialog.getByText('This is what the borrower will read.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: 'Take back' })).toBeVisible();
}

const accept = (page: Page) => see(page, 'Accept', () => page.getByLabel('Limit').fill('5000'));
const reject = (page: Page) =>
  see(page, 'Reject', async () => {
    await page.getByRole('combobox', { name: 'Reason' }).selectOption('Your income as a student is not enough for a loan now');
    await page.getByLabel('Days until they may apply again').fill('30');
  });
const sendBack = (page: Page) =>
  see(page, 'Send back', async () => {
    await page
      .getByRole('combobox', { name: 'Photo of your ID' })
      .selectOption('The photo was unclear. Please take it again, in good light and with all four corners.');
  });

test('D02 D06 a new underwriter decides ten referred applications, one of them by a send-back, from "Next item" to an empty queue', async ({
  page,
  browser,
}) => {
  const numbers: string[] = [];
  for (let count = 0; count < 10; count += 1) numbers.push(await referredApplication(page, server));
  const admin = await begin(browser, await demoPerson('admin'));
  const other = await begin(browser, await demoPerson('admin-2'));
  const nina = await begin(browser, await newUnderwriter(admin, other, browser));
  const decided: string[] = [];
  let address = '';
  for (let count = 0; count < 10; count += 1) {
    await nina.getByRole('button', { name: 'Next item' }).click();
    await isAt(nina, /^Application A-/);
    address = nina.url();
    decided.push((await nina.getByRole('heading', { level: 1 }).innerText()).replace('Application ', ''));
    await (count === 4 ? sendBack(nina) : count % 3 === 0 ? reject(nina) : accept(nina));
    await toQueue(nina);
  }
  expect(decided.toSorted()).toEqual(numbers.toSorted());
  // The decisions were carried out, because nobody took them back.
  await expect(nina.getByText('Nothing waits here.')).toBeVisible({ timeout: 30_000 });
  await nina.getByRole('button', { name: 'Next item' }).click();
  await expect(nina.getByText('Nothing free waits in this queue.')).toBeVisible();
  // The admin has no work, and reads why she cannot see an application whose address she knows.
  await admin.goto(address);
  await expect(admin.getByText('Your role does not allow this. Ask an admin.')).toBeVisible();
  // Retrying would change nothing.
  await expect(admin.getByRole('button', { name: 'Try again' })).toHaveCount(0);
  for (const number of numbers) await expect(admin.getByText(number)).toHaveCount(0);
  await expect(admin.getByText('Student')).toHaveCount(0);
  await expect(admin.getByRole('link', { name: 'Customers' })).toHaveCount(0);
  await admin.goto(`${server.url}/desk`);
  await isAt(admin, 'People');
  await expect(admin.getByRole('link', { name: 'Queue' })).toHaveCount(0);
});

test('D08 D10 support finds a borrower by a mangled number, unlocks, reveals with a reason and proposes a cancellation that another approves', async ({
  page,
  browser,
}) => {
  const borrower = await indebtedBorrower(page, server);
  const { orderNumber = '' } = await loanOf(borrower);

  const support = await begin(browser, await demoPerson('support'));
  await support.getByRole('link', { name: 'Customers' }).click();
  await support.getByLabel('Search text').fill(`  ${orderNumber.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o')}`);
  await support.getByRole('button', { name: 'Search' }).click();
  await support.getByRole('link', { name: /^Open / }).click();
  await support.getByText('Actions', { exact: true }).click();
  await support.getByText('Unlock', { exact: true }).first().click();
  await support.getByLabel('Reason').first().fill('She called and proved who she is.');
  await support.getByRole('button', { name: 'Unlock', exact: true }).click();
  await expect(support.getByText('The number is unlocked.')).toBeVisible();

  await support.getByText('Applications and loans', { exact: true }).click();
  await support.getByRole('link', { name: /^A-/ }).click();
  await isAt(support, /^Application A-/);
  await support.getByRole('button', { name: 'Reveal Birth date' }).click();
  await support.getByRole('dialog').getByRole('textbox', { name: 'Reason' }).fill('to ask her for it on the phone');
  await support.getByRole('button', { name: 'Reveal for one minute' }).click();
  await expect(support.getByText('June 12, 1994')).toBeVisible();

  await support.getByRole('link', { name: 'All about this customer' }).click();
  await support.getByRole('link', { name: /^HK-/ }).click();
  await isAt(support, /^Loan HK-/);
  await support.getByText('Actions', { exact: true }).click();
  await support.getByLabel('Reason').first().fill('She changed her mind.');
  await support.getByRole('button', { name: 'Propose the cancellation' }).click();
  await expect(support.getByText(/^Waits for a second person/)).toBeVisible();

  const checker = await begin(browser, await demoPerson('underwriter'));
  await approve(checker, 'demo-support');
  await support.reload();
  await support.getByText('Payouts and collections').click();
  await expect(support.getByRole('table', { name: 'Collections' })).toContainText('Return of a cancelled loan');
});
