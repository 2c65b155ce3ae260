import { expect, type Page, test } from '@playwright/test';
import { openAt } from './support/api.ts';
import { type Cut, cutEveryCall, worsen } from './support/cutNetwork.ts';
import { exampleOf, fillForm, ownNumbers } from './support/fill.ts';
import { freshPhone, nextButton, onboarding } from './support/journey.ts';
import { acceptedBorrower, current, indebtedBorrower, loanOf, reached, settle, shown } from './support/money.ts';
import { type RunningServer, startServer } from './support/server.ts';

test.use({ actionTimeout: 20_000, navigationTimeout: 20_000 });

let server: RunningServer;
test.beforeAll(async () => {
  test.setTimeout(120_000);
  server = await startServer();
});
test.afterAll(() => server.stop());

const ways: readonly Cut[] = ['answerLost', 'neverSent'];
const follow = (page: Page, name: string | RegExp) =>
  shown(page).getByRole('button', { name }).or(shown(page).getByRole('link', { name })).first().click();

async function open(page: Page, route: string, screen: string): Promise<void> {
  await page.goto(server.url + route);
  await current(page, screen).locator('h1').first().waitFor();
}

const json = async <Body>(path: string): Promise<Body> => (await (await fetch(`${server.url}${path}`)).json()) as Body;
const nothingIsBroken = async () => expect(await json('/dev/violations.json')).toEqual([]);

interface Sandboxes {
  payout: { transfers: { reference: string }[] };
  collection: { transfers: { reference: string }[] };
}
const transfers = async (provider: keyof Sandboxes) => (await json<Sandboxes>('/dev/sandbox.json'))[provider].transfers.length;

for (const way of ways) {
  test(`E01 S32 S33 L02 onboarding with every request cut once (${way} first): registered once, every answer there, one application`, async ({
    page,
  }) => {
    test.setTimeout(240_000);
    const phone = freshPhone();
    await open(page, '/register', 'register');
    const network = await cutEveryCall(page, way);
    await fillForm(page, 'phone', { phone, privacyAccepted: true });
    await nextButton(page).click();
    // The borrower sees the problem without any action.
    await expect(page.locator('.offline')).toBeVisible();
    await current(page, 'verifyCode').locator('h1').first().waitFor();
    const sent = (await json<{ to: string }[]>('/dev/outbox.json')).filter(({ to }) => to.endsWith(phone));
    expect(sent).toHaveLength(1);
    await fillForm(page, 'verify', { code: await server.lastCode(phone) });
    await current(page, 'homeIndex').locator('h1').first().waitFor();

    await page.goto(`${server.url}/identityInfo`);
    const own = ownNumbers();
    for (const { form, route } of onboarding.steps) {
      await page.waitForURL(`**${route}`);
      await nextButton(page).waitFor();
      if (form) await fillForm(page, form, { ...exampleOf(form), ...own[form] });
      await nextButton(page).click();
    }
    await page.waitForURL('**/homeIndex');
    await expect(shown(page).getByText('Your application is accepted')).toBeVisible({ timeout: 20_000 });
    for (const call of [
      'POST /api/auth/codes',
      'POST /api/auth/sessions',
      'PUT /api/flows/onboarding/steps/work',
      'POST /api/applications',
    ]) {
      expect(network.cuts).toContain(`${way} ${call}`);
    }
    expect(network.cuts.some((cut) => cut.endsWith('POST /api/files'))).toBe(true);
    await nothingIsBroken();
  });

  test(`E01 L03 L08 a withdrawal with every request cut once (${way} first) makes one loan and one transfer`, async ({ page }) => {
    test.setTimeout(120_000);
    const borrower = await acceptedBorrower(page, server);
    const before = await transfers('payout');
    await open(page, '/withdrawPage', 'withdrawPage');
    const network = await cutEveryCall(page, way);
    await follow(page, 'See all costs');
    await current(page, 'withdrawConfirm').locator('h1').first().waitFor();
    await follow(page, 'Go on to sign');
    await follow(page, 'Type your name instead');
    await shown(page).getByRole('textbox', { name: 'Your full name' }).fill('Maria Santos');
    await follow(page, /^Sign and receive/);
    await current(page, 'loanInfo').locator('h1').first().waitFor();
    await expect(shown(page).getByText(/^Sent to your account/)).toBeVisible({ timeout: 20_000 });
    const loan = await reached(server, borrower, 'active');
    await expect(shown(page).getByText('The money is here')).toBeVisible({ timeout: 40_000 });
    expect(network.cuts).toContain(`${way} POST /api/loans/${loan.id}/withdrawal`);
    expect(network.cuts).toContain(`${way} POST /api/loans`);
    const { open: opened, closed } = (await (await borrower.get('/api/loans')).json()) as Record<'open' | 'closed', { id: string }[]>;
    expect([opened.length, closed.length]).toEqual([1, 0]);
    expect(await transfers('payout')).toBe(before + 1);
    await nothingIsBroken();
  });

  test(`E01 L06 a repayment with every request cut once (${way} first) makes one payment and settles the loan`, async ({ page }) => {
    test.setTimeout(120_000);
    const borrower = await indebtedBorrower(page, server);
    const before = await transfers('collection');
    await open(page, '/repay', 'repay');
    const network = await cutEveryCall(page, way);
    await follow(page, /^Pay ₱/);
    await current(page, 'ksResult').locator('h1').first().waitFor();
    await settle(server, 'collection');
    await expect(shown(page).getByText('Thank you, it has arrived')).toBeVisible({ timeout: 40_000 });
    expect(network.cuts).toContain(`${way} POST /api/repayments`);
    expect(await loanOf(borrower)).toMatchObject({ state: 'settled' });
    const { repayments } = (await (await borrower.get('/api/repayments')).json()) as { repayments: { state: string }[] };
    expect(repayments.map(({ state }) => state)).toEqual(['success']);
    expect(await transfers('collection')).toBe(before + 1);
    await nothingIsBroken();
  });
}

test('E01 G08 when all attempts fail the borrower can try again with the same payment', async ({ page }) => {
  test.setTimeout(120_000);
  const borrower = await indebtedBorrower(page, server);
  const before = await transfers('collection');
  await open(page, '/repay', 'repay');
  const keys: (string | undefined)[] = [];
  let isDown = true;
  await page.route('**/api/repayments', async (route, request) => {
    if (request.method() !== 'POST') return route.continue();
    keys.push((await request.allHeaders())['idempotency-key']);
    if (!isDown) return route.continue();
    // The first attempt arrives, but its response is lost, like all later requests.
    if (keys.length === 1) await route.fetch();
    return route.abort('connectionreset');
  });
  await follow(page, /^Pay ₱/);
  const retry = page.locator('.toasts').getByRole('button', { name: 'Try again' });
  await expect(page.locator('.toasts')).toContainText('No connection');
  await expect(retry).toBeVisible();
  isDown = false;
  await retry.click();
  await current(page, 'ksResult').locator('h1').first().waitFor();
  expect(new Set(keys).size).toBe(1);
  expect(await transfers('collection')).toBe(before + 1);
  await settle(server, 'collection');
  await expect.poll(async () => (await loanOf(borrower)).state, { timeout: 20_000 }).toBe('settled');
  await nothingIsBroken();
});

test('E01 on a network of two seconds and three in ten lost the rest of the onboarding goes through, with every answer', async ({
  page,
}) => {
  test.setTimeout(240_000);
  const borrower = await openAt(page, server, 'address');
  await nextButton(page).waitFor();
  // Prefetching continues while the person reads.
  await page.waitForLoadState('networkidle');
  await worsen(page, { latencyMs: 2000, lost: 0.3, seed: 11 });
  page.setDefaultTimeout(60_000);
  const own = ownNumbers();
  for (const { form, route } of onboarding.steps.slice(onboarding.steps.findIndex(({ id }) => id === 'address'))) {
    await page.waitForURL(`**${route}`, { timeout: 60_000 });
    await nextButton(page).waitFor();
    if (form) await fillForm(page, form, { ...exampleOf(form), ...own[form] });
    await nextButton(page).click();
  }
  await page.waitForURL('**/homeIndex', { timeout: 90_000 });
  expect(await (await borrower.get('/api/applications/current')).json()).toMatchObject({ state: 'accepted' });
  await nothingIsBroken();
});
