// Takes screenshots of the main screens for the README from the running demo and its borrowers: npm run screenshots
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type BrowserContextOptions, chromium, devices, type Page } from 'playwright';
import sharp from 'sharp';
import { people, type DemoPerson } from '../server/product/demo/people.ts';
import { enterDesk, referredApplication } from '../tests/e2e/support/desk.ts';
import { exampleOf, fillForm } from '../tests/e2e/support/fill.ts';
import { nextButton } from '../tests/e2e/support/journey.ts';
import { startServer } from '../tests/e2e/support/server.ts';
import { beginChange, enterStudio } from '../tests/e2e/support/studio.ts';
import { chromiumArguments, ensureChromium } from './browser.mjs';
import { root } from './setup.mjs';

const folder = join(root, 'docs/pictures');
mkdirSync(folder, { recursive: true });

const local = { locale: 'en-PH', timezoneId: 'Asia/Manila', serviceWorkers: 'block' } satisfies BrowserContextOptions;
const phone: BrowserContextOptions = {
  ...devices['iPhone 13'],
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 1.5,
  ...local,
};
const desktop: BrowserContextOptions = { viewport: { width: 1280, height: 800 }, ...local };

interface Shot {
  name: string;
  route: string;
  /** The borrower whose screen it is; absent for a visitor. */
  as?: DemoPerson;
  on?: BrowserContextOptions;
  /** Runs before the screenshot. */
  first?: (page: Page) => Promise<void>;
}

const shots: readonly Shot[] = [
  { name: 'start', route: '/start' },
  { name: 'home', route: '/homeIndex', as: people.approved },
  { name: 'work', route: '/workInfo', as: people.fresh, first: halfFilled },
  { name: 'offer', route: '/withdrawPage', as: people.approved },
  { name: 'statement', route: '/withdrawConfirm', as: people.approved, first: choose },
  { name: 'bill', route: '/billIndex', as: people.dueToday },
  { name: 'extension', route: '/extension', as: people.overdue },
  { name: 'night', route: '/homeIndex', as: people.active, on: { ...phone, colorScheme: 'dark' } },
  { name: 'desktopHome', route: '/homeIndex', as: people.active, on: desktop },
  { name: 'desktopStatement', route: '/withdrawConfirm', as: people.approved, on: desktop },
];

interface StaffShot {
  name: string;
  role: string;
  on: BrowserContextOptions;
  /** From the first page of the role. */
  go: (page: Page) => Promise<void>;
}

const deskShots: readonly StaffShot[] = [
  { name: 'deskQueue', role: 'underwriter', on: desktop, go: someWork },
  { name: 'deskApplication', role: 'underwriter', on: desktop, go: openFirst },
  { name: 'deskPreview', role: 'underwriter', on: { ...desktop, colorScheme: 'dark' }, go: previewAcceptance },
  { name: 'deskLoan', role: 'support', on: desktop, go: openLoan },
  { name: 'deskNarrow', role: 'underwriter', on: phone, go: openFirst },
];

/** Pages of a studio change. */
const studioShots: readonly StaffShot[] = [
  { name: 'studioDesign', role: 'editor', on: desktop, go: designQuestion },
  { name: 'studioPreview', role: 'editor', on: desktop, go: previewStep },
  { name: 'studioFlow', role: 'editor', on: desktop, go: (page) => openPage(page, 'Flows', 'Step by step') },
  {
    name: 'studioDecisions',
    role: 'editor',
    on: { ...desktop, colorScheme: 'dark' },
    go: (page) => openPage(page, 'Decisions', 'tooYoung'),
  },
];

/** On the first request, the studio compiles the whole product and the preview starts another process. */
const firstAnswer = { timeout: 120_000 };

async function openPage(page: Page, name: string, shown: string): Promise<void> {
  await beginChange(page, 'Ask employees for their office phone');
  await page.getByRole('link', { name, exact: true }).click();
  await page.getByText(shown).first().waitFor(firstAnswer);
}

async function designQuestion(page: Page): Promise<void> {
  await openPage(page, 'Design', 'Find by name');
  await page.getByLabel('Find by name').fill('Monthly income');
  await page.getByRole('row', { name: 'Monthly income', exact: true }).first().click(firstAnswer);
  await page.getByRole('heading', { name: 'Monthly income' }).waitFor();
}

async function previewStep(page: Page): Promise<void> {
  await openPage(page, 'Preview', 'Screen or step');
  await page.getByLabel('Screen or step').selectOption({ label: '4. Work and income' }, firstAnswer);
  await page.frameLocator('iframe').getByRole('heading', { level: 1, name: 'Work and income' }).waitFor(firstAnswer);
}

async function someWork(page: Page): Promise<void> {
  for (let count = 0; count < 4; count += 1) await referredApplication(page, server);
  await page
    .getByRole('checkbox', { name: /^Select A-/ })
    .nth(1)
    .check();
  await page.getByRole('combobox', { name: 'Add tag' }).selectOption('Call back');
  await page.getByRole('button', { name: 'Add tag' }).click();
  await page.getByRole('cell', { name: 'Call back' }).waitFor();
}

async function openFirst(page: Page): Promise<void> {
  await page.getByRole('link', { name: /^A-/ }).first().click();
  await page.getByRole('heading', { name: 'What the decision table saw' }).waitFor();
}

async function previewAcceptance(page: Page): Promise<void> {
  await openFirst(page);
  await page.getByRole('button', { name: 'Accept' }).click();
  await page.getByLabel('Limit').fill('5000');
  await page.getByRole('button', { name: 'See what she will read' }).click();
  await page.getByText('This is what she will read.').waitFor();
}

async function openLoan(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Customers' }).click();
  await page.getByLabel('Search text').fill(`0${people.overdue.phone}`);
  await page.getByRole('button', { name: 'Search' }).click();
  await page.getByRole('link', { name: /^Open / }).click();
  await page.getByRole('link', { name: /^HK-/ }).click();
  await page.getByText('If unpaid until').waitFor();
}

/** Submits a form with a mistake. */
async function halfFilled(page: Page): Promise<void> {
  await fillForm(page, 'work', { ...exampleOf('work'), companyName: 'S' });
  await nextButton(page).click();
  await page.locator('.field-problem').first().waitFor();
}

/** Chooses terms up to the disclosure, without consenting. */
async function choose(page: Page): Promise<void> {
  await page.goto(`${server.url}/withdrawPage`);
  await page.locator('[data-current] .offer-figures:not([data-stale])').waitFor();
  await page.locator('[data-current] .offer ~ .button, [data-current] .offer .button').last().click();
  await page.waitForURL('**/withdrawConfirm');
}

/** Logs in with one click on /dev, like a visitor of the demo. */
async function enter(page: Page, { firstName }: DemoPerson): Promise<void> {
  await page.goto(`${server.url}/dev`);
  await page.getByRole('button', { name: `Be ${firstName}` }).click();
  await page.waitForURL('**/homeIndex');
  await closeAnnouncement(page);
}

/** Closes the announcement that covers a borrower's first screen. */
async function closeAnnouncement(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  const dialog = page.getByRole('dialog');
  if (await dialog.isVisible()) await page.keyboard.press('Escape');
}

async function take({ name, route, as, on = phone, first }: Shot): Promise<void> {
  const context = await browser.newContext(on);
  const page = await context.newPage();
  if (as) await enter(page, as);
  await page.goto(server.url + route);
  if (first) await first(page);
  await page.locator('[data-current] h1').first().waitFor();
  await page.waitForLoadState('networkidle');
  await picture(page, name);
  await context.close();
}

async function takeStaff({ name, role, on, go }: StaffShot, enterIn: typeof enterDesk): Promise<void> {
  const context = await browser.newContext(on);
  const page = await context.newPage();
  await enterIn(page, server, role);
  await go(page);
  await picture(page, name);
  await context.close();
}

async function picture(page: Page, name: string): Promise<void> {
  await page.waitForTimeout(600);
  const png = await page.screenshot({ animations: 'disabled' });
  await sharp(png)
    .webp({ quality: 88 })
    .toFile(join(folder, `${name}.webp`));
}

async function peopleAreThere(): Promise<void> {
  const wanted = Object.keys(people).length;
  for (let look = 0; look < 240; look += 1) {
    const there = (await (await fetch(`${server.url}/dev/people.json`)).json()) as unknown[];
    if (there.length === wanted) return;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  throw new Error('The ready-made borrowers did not appear.');
}

const server = await startServer({ env: { DEMO_CUSTOMERS: 'true' } });
const browser = await chromium.launch({ executablePath: await ensureChromium(), args: chromiumArguments });
try {
  await peopleAreThere();
  // All screens, or the named ones: node tools/screenshots.ts work bill
  const only = process.argv.slice(2);
  const isWanted = ({ name }: { name: string }) => only.length === 0 || only.includes(name);
  for (const shot of shots.filter(isWanted)) await take(shot);
  for (const shot of deskShots.filter(isWanted)) await takeStaff(shot, enterDesk);
  for (const shot of studioShots.filter(isWanted)) await takeStaff(shot, enterStudio);
} finally {
  await browser.close();
  await server.stop();
}
