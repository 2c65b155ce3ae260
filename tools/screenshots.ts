// Pictures of the main screens for the README, taken from the running product: npm run screenshots
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, devices, type Page } from 'playwright';
import sharp from 'sharp';
import { fillForm } from '../tests/e2e/support/fill.ts';
import { freshPhone, nextButton, register, walk } from '../tests/e2e/support/journey.ts';
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

const server = await startServer();
const browser = await chromium.launch({ executablePath: await ensureChromium(), args: chromiumArguments });
try {
  const iphone = devices['iPhone 13'];
  const phone = await browser.newContext({
    ...iphone,
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 1.5,
    locale: 'en-PH',
    timezoneId: 'Asia/Manila',
  });
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

  const desktop = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-PH', timezoneId: 'Asia/Manila' });
  const wide = await desktop.newPage();
  await wide.goto(`${server.url}/start`);
  await picture(wide, 'desktop');
} finally {
  await browser.close();
  await server.stop();
}
