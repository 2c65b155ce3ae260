// Pictures of the main screens for the README, taken from the running product: npm run screenshots
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, devices, type Page } from 'playwright';
import sharp from 'sharp';
import { fillForm } from '../tests/e2e/support/fill.ts';
import { freshPhone, nextButton, register, walk } from '../tests/e2e/support/journey.ts';
import { acceptedBorrower, reached, travel, travelToNoon, usualChoice, withdraw } from '../tests/e2e/support/money.ts';
import { startServer } from '../tests/e2e/support/server.ts';
import { chromiumArguments, ensureChromium } from './browser.mjs';
import { root } from './setup.mjs';

const folder = join(root, 'docs/pictures');
mkdirSync(folder, { recursive: true });

async function picture(page: Page, name: string): Promise<void> {
  await page.waitForTimeout(600);
  const png = await page.screenshot({ animations: 'disabled' });
  await sharp(png)
    .webp({ quality: 88 })
    .toFile(join(folder, `${name}.webp`));
}

const phoneOptions = {
  ...devices['iPhone 13'],
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 1.5,
  locale: 'en-PH',
  timezoneId: 'Asia/Manila',
};

/** A loan from its statement to the day before it is due. */
async function moneyPictures(): Promise<void> {
  const context = await browser.newContext(phoneOptions);
  const page = await context.newPage();
  const borrower = await acceptedBorrower(page, server);
  const show = async (route: string, name: string) => {
    await page.goto(server.url + route);
    await page.locator('[data-current]').getByText('₱').first().waitFor();
    await picture(page, name);
  };
  await show('/withdrawPage', 'offer');
  await borrower.post('/api/loans', usualChoice);
  await show('/withdrawConfirm', 'statement');
  await withdraw(borrower);
  await reached(server, borrower, 'active');
  await travelToNoon(server);
  await travel(server, 28);
  await show('/billIndex', 'bill');
  await show('/extension', 'extension');
  await context.close();
}

const server = await startServer();
const browser = await chromium.launch({ executablePath: await ensureChromium(), args: chromiumArguments });
try {
  const phone = await browser.newContext(phoneOptions);
  const page = await phone.newPage();
  await page.goto(`${server.url}/start`);
  await picture(page, 'start');
  await register(page, server, freshPhone());
  await page.goto(`${server.url}/identityInfo`);
  await walk(page, { until: 'work' });
  await fillForm(page, 'work', { jobType: 'contractWorker', income: '18001-25000', companyName: 'S' });
  await nextButton(page).click();
  await picture(page, 'work');
  await fillForm(page, 'work');
  await nextButton(page).click();
  await page.waitForURL('**/contact');
  await walk(page, { until: 'review' });
  await picture(page, 'review');
  await nextButton(page).click();
  await page.waitForURL('**/homeIndex');
  await page.getByText('₱').first().waitFor();
  await picture(page, 'decision');

  await moneyPictures();

  const desktop = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-PH', timezoneId: 'Asia/Manila' });
  const wide = await desktop.newPage();
  await wide.goto(`${server.url}/start`);
  await picture(wide, 'desktop');
} finally {
  await browser.close();
  await server.stop();
}
