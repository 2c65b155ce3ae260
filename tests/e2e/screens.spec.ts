import { readdirSync, readFileSync } from 'node:fs';
import { workplaceBlocks } from '../../engine/react/blocks/workplace/definitions.ts';
import { join } from 'node:path';
import { type Browser, type BrowserContext, type BrowserContextOptions, expect, type Page, request } from '@playwright/test';
import type { Screen } from '../../engine/config/screen.ts';
import type { Settings } from '../../engine/config/settings.ts';
import { root } from '../support/root.ts';
import { type ApiBorrower, registerByApi } from './support/api.ts';
import { complaints } from './support/complaints.ts';
import { expectNoEnglish } from './support/english.ts';
import { exampleOf } from './support/fill.ts';
import { expectLargeTextFits, expectNoWider } from './support/fits.ts';
import { expectAccessible } from './support/journey.ts';
import type { RunningServer } from './support/server.ts';
import { test } from './support/shared.ts';

const folder = join(root, 'flows/screens');
const screens = readdirSync(folder).map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as Screen);

const languages = (JSON.parse(readFileSync(join(root, 'flows/settings.json'), 'utf8')) as Settings).languages.offered;

const desktop = {
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
  viewport: { width: 1280, height: 900 },
  isMobile: false,
  hasTouch: false,
} satisfies BrowserContextOptions;

/**
 * Every screen opens on each device, and in every language on the narrow one, where words may not fit. Device, language and colour hardly
 * affect each other's accessibility, and axe is slow, so it checks only some languages on each device. `THOROUGH=1` opens and checks
 * everything.
 */
const all = languages.map(({ code }) => code);
const isThorough = process.env['THOROUGH'] === '1';
const devices: Record<string, { options: BrowserContextOptions; opensIn: string[]; judgedIn: string[] }> = {
  phone: { options: {}, opensIn: all, judgedIn: isThorough ? all : ['en', 'hi'] },
  desktop: { options: desktop, opensIn: isThorough ? all : ['fil'], judgedIn: isThorough ? all : ['fil'] },
};

/** The paths that the specification implies without naming them (S44). */
const impliedRoutes =
  '/register /verifyCode /faceInfo /review /applyLoan /loanInfo /withdrawConfirm /signature /repay /extension /repayPlan /repayRecords /helpCenter /feedback /protocol /customerCare /deleteAccount'.split(
    ' ',
  );

/** The rows of the requirements that a screen covers. */
const rows: Record<string, string> = {
  test: 'S01 ',
  start: 'S02 ',
  login: 'S03 ',
  identityInfo: 'S04 ',
  baseInfo: 'S05 ',
  baseInfo2: 'S05 ',
  addressInfo: 'S06 ',
  contact: 'S07 ',
  workInfo: 'S08 ',
  bankInfo: 'S09 ',
  bankName: 'S09 ',
  setup: 'S22 ',
  addDeskTopBrowser: 'S26 S42 ',
  facebookLink: 'L16 ',
  feedback: 'S40 ',
  customerCare: 'S41 ',
  deleteAccount: 'S40 P04 ',
  privacy: 'S24 ',
  conditionalTerms: 'S24 ',
  subIndex: 'S12 ',
  triLink: 'S16 ',
  msgCenter: 'S17 ',
  msgDetail: 'S17 ',
  aboutUs: 'S23 ',
  guildDetail: 'S27 ',
  noAndroid: 'S28 ',
  videoIndex: 'S30 ',
  helpCenter: 'S40 ',
  protocol: 'S40 ',
  register: 'S32 ',
  verifyCode: 'S32 ',
  faceInfo: 'S33 ',
  notFound: 'S43 ',
  homeIndex: 'S10 ',
  billIndex: 'S11 ',
  allWithdraw: 'S13 ',
  withdrawPage: 'S14 ',
  repaidDetail: 'S15 ',
  my: 'S18 ',
  changeBank: 'S19 ',
  coupon: 'S20 ',
  couponInvalid: 'S20 ',
  bill: 'S21 ',
  loan: 'S25 ',
  appointLoan: 'S31 ',
  bookingAgreement: 'S31 ',
  appointLoanList: 'S31 ',
  ksResult: 'S29 ',
  applyLoan: 'S34 ',
  loanInfo: 'S34 ',
  withdrawConfirm: 'S35 ',
  signature: 'S36 ',
  repay: 'S37 ',
  extension: 'S37 ',
  repayPlan: 'S38 ',
  repayRecords: 'S38 ',
};

test.describe.configure({ mode: 'parallel' });
test.use({ navigationTimeout: 20_000 });

let server: RunningServer;
let borrower: ApiBorrower;
let signedIn: Awaited<ReturnType<BrowserContext['storageState']>>;

test.beforeAll(async ({ server: shared }) => {
  server = shared;
  const calls = await request.newContext();
  borrower = await registerByApi(calls, server);
  await borrower.reach('review');
  // The screen of a later step opens once the earlier ones are confirmed.
  await borrower.saveStep('work', exampleOf('work'), [], 'renewal');
  signedIn = await calls.storageState();
  await calls.dispose();
});

/** Opens a screen without a session if it needs none, otherwise as a borrower who has answered everything but the review. */
async function visit(browser: Browser, screen: Pick<Screen, 'noCheck'>, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({
    ...(test.info().project.use as BrowserContextOptions),
    ...options,
    ...(screen.noCheck ? {} : { storageState: signedIn }),
  });
  if (!screen.noCheck) await borrower.enter(context);
  return context.newPage();
}

const shown = (page: Page, id: string) => page.locator(`[data-current][data-screen="${id}"]`);

async function open(page: Page, address: string, id: string): Promise<void> {
  await page.goto(server.url + address);
  await shown(page, id).locator('h1').first().waitFor();
}

/** Each worker caches its pages, because parsing the application and axe for each screen would take longer than checking it. */
const kept = new Map<string, Promise<Page>>();
async function keptPage(browser: Browser, { noCheck = false }: Screen, device: string, options: BrowserContextOptions): Promise<Page> {
  const key = `${device} ${noCheck}`;
  const page = kept.get(key) ?? visit(browser, { noCheck }, options);
  kept.set(key, page);
  return page;
}

/** Opens a screen by its own path in a language. */
async function openIn(language: string, page: Page, { route, id }: Pick<Screen, 'route' | 'id'>): Promise<void> {
  await page.addInitScript((chosen) => localStorage.setItem('language', chosen), language);
  await page.context().addCookies([{ name: 'language', value: language, url: server.url }]);
  await open(page, route, id);
  await expect(page.locator('html')).toHaveAttribute('lang', language);
}

for (const screen of screens) {
  const { id, route, aliases = [] } = screen;
  const row = `${rows[id] ?? ''}${impliedRoutes.includes(route) ? 'S44 ' : ''}`;

  for (const [device, { options, opensIn, judgedIn }] of Object.entries(devices)) {
    test(`${row}G01 G03 G06 ${route} on a ${device}: in ${opensIn.join(', ')}, light and dark, by each alias`, async ({ browser }) => {
      const page = await keptPage(browser, screen, device, options);
      const consoleErrors = complaints(page);
      for (const code of opensIn) {
        await page.emulateMedia({ colorScheme: 'light' });
        await openIn(code, page, screen);
        if (code !== 'en') await expectNoEnglish(page, `${route} ${code}`);
        await expectNoWider(page, `${route} ${code}`);
        if (device === 'phone') await expectLargeTextFits(page, `${route} ${code}`);
        if (!judgedIn.includes(code)) continue;
        await expectAccessible(page, `${route} ${code} light`);
        await page.emulateMedia({ colorScheme: 'dark' });
        await expectAccessible(page, `${route} ${code} dark`, ['color-contrast']);
      }
      await expect(page.locator('.shell')).toHaveAttribute('data-layout', device === 'desktop' ? 'desktop' : 'mobile');
      if (device === 'phone') {
        const before = page.viewportSize();
        await page.setViewportSize({ width: 320, height: 640 });
        await expectNoWider(page, `${route} at 320 px`);
        if (before) await page.setViewportSize(before);
      }
      for (const alias of aliases) await open(page, alias, id);
      expect(consoleErrors).toEqual([]);
    });
  }
}

test('S01 the test screen has every widget and every block of the engine', async ({ browser }) => {
  const page = await visit(browser, { noCheck: true });
  await open(page, '/test', 'test');
  const names = (folderName: string) =>
    readdirSync(join(root, 'engine/react', folderName), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name);
  for (const widget of names('widgets')) await expect(page.locator(`[data-field^="${widget}"]`).first(), widget).toBeVisible();
  const used = JSON.stringify(screens.find(({ id }) => id === 'test'));
  // These need a flow, leave the screen at once, or belong to workplaces.
  const elsewhere = new Set(['review', 'continueLater', 'invitation', 'redirect', 'workplace', ...workplaceBlocks.map(({ name }) => name)]);
  expect(names('blocks').filter((block) => !elsewhere.has(block) && !used.includes(`"block":"${block}"`))).toEqual([]);
  await page.context().close();
});

test('every implied path is the path of a screen', () => {
  const routes = new Set(screens.map(({ route }) => route));
  expect(impliedRoutes.filter((route) => !routes.has(route))).toEqual([]);
});

test('S02 C01 the landing page has its banner, the first steps with their duration, privacy, and the cookie choice', async ({ page }) => {
  await open(page, '/start', 'start');
  const main = shown(page, 'start');
  await expect(main.locator('svg, img').first()).toBeVisible();
  await expect(main.getByText('₱').first()).toBeVisible();
  for (const promise of ['about 5 minutes', 'as fast as 3 minutes', 'within 24 hours'])
    await expect(main.getByText(promise).first()).toBeVisible();
  await main.getByRole('link', { name: /privacy/i }).click();
  await expect(shown(page, 'privacy').getByRole('heading', { level: 1 })).toBeVisible();
  await page.goBack();
  const analytics = main.getByRole('checkbox').last();
  await expect(analytics).not.toBeChecked();
  await analytics.check();
  await page.reload();
  await expect(analytics).toBeChecked();
});

test('S22 the settings lead to base, career, contact, identity, address, bank and hold the cookie settings', async ({ browser }) => {
  const page = await visit(browser, { noCheck: false });
  await open(page, '/setup', 'setup');
  const routes = ['/baseInfo', '/baseInfo2', '/workInfo', '/contact', '/identityInfo', '/addressInfo', '/bankInfo'];
  for (const [index, route] of routes.entries()) {
    await shown(page, 'setup').getByRole('link').nth(index).click();
    await page.waitForURL(`**${route}`);
    await page.goBack();
    await shown(page, 'setup').waitFor();
  }
  await expect(shown(page, 'setup').getByRole('checkbox').first()).toBeVisible();
  await page.context().close();
});

test('S28 the page for Android has its text', async ({ page }) => {
  await open(page, '/noAndroid', 'noAndroid');
  await expect(page.getByText('The current app is not yet supported on Android devices. Stay tuned!')).toBeVisible();
});

test('S43 an unknown address shows the not-found screen with a link home', async ({ browser }) => {
  const page = await visit(browser, { noCheck: false });
  await page.goto(`${server.url}/no/such/place`);
  await expect(shown(page, 'notFound')).toBeVisible();
  await shown(page, 'notFound').getByRole('button').first().click();
  await page.waitForURL('**/homeIndex');
  await page.context().close();
});

test('N06 P01 a visitor who opens a screen that needs a session goes to the start', async ({ page }) => {
  for (const { route } of screens.filter(({ noCheck }) => !noCheck)) {
    await page.goto(server.url + route);
    await page.waitForURL('**/start');
  }
});

test('G05 G07 a screen loads its JSON, forms and stylesheet on demand, and nothing of another screen', async ({ browser }) => {
  const page = await visit(browser, { noCheck: false });
  const fetched: string[] = [];
  page.on('request', (sent) => fetched.push(new URL(sent.url()).pathname));
  await open(page, '/homeIndex', 'homeIndex');
  await expect(page.locator('link[data-page="home"]')).toBeAttached();
  await page.waitForLoadState('networkidle');
  const before = fetched.length;
  expect(fetched.filter((path) => /form.*(work|bank)/i.test(path))).toEqual([]);
  await page.getByRole('navigation').getByRole('link').last().click();
  await expect(shown(page, 'my')).toBeVisible();
  const news = fetched.slice(before);
  expect(news.some((path) => path.startsWith('/r/'))).toBe(true);
  await expect.poll(() => page.locator('link[data-page="home"]').evaluate((link: HTMLLinkElement) => link.disabled)).toBe(true);
  expect(await page.locator('link[data-page="welcome"]').evaluate((link: HTMLLinkElement) => link.disabled)).toBe(false);
  await page.context().close();
});

test('G02 a screen restores its unsaved input and scroll position on return', async ({ browser }) => {
  const page = await visit(browser, { noCheck: true });
  await page.setViewportSize({ width: 390, height: 500 });
  await open(page, '/register', 'register');
  await page.getByRole('textbox').first().fill('91712');
  await page.evaluate(() => window.scrollTo(0, 180));
  await shown(page, 'register').getByRole('link').last().click();
  await expect(shown(page, 'conditionalTerms')).toBeVisible();
  await page.goBack();
  await expect(shown(page, 'register')).toBeVisible();
  await expect(page.getByRole('textbox').first()).toHaveValue('917 12');
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(100);
  await page.context().close();
});

test('G13 G14 amounts are pesos in the format of the language; support shows its hours', async ({ browser }) => {
  const page = await visit(browser, { noCheck: true });
  await open(page, '/test', 'test');
  await expect(page.getByText('₱1,234.56').first()).toBeVisible();
  await expect(page.getByText('₱5,000').first()).toBeVisible();
  for (const [address, id] of [
    ['/start', 'start'],
    ['/login', 'login'],
    ['/noAndroid', 'noAndroid'],
    ['/customerCare', 'customerCare'],
  ] as const) {
    await open(page, address, id);
    await expect(
      shown(page, id)
        .getByText(/09:00.–.18:00/)
        .first(),
    ).toBeVisible();
  }
  await page.context().close();
});
