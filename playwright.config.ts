import { defineConfig } from '@playwright/test';
import { chromiumArguments } from './tools/browser.mjs';

export default defineConfig({
  testDir: 'tests/e2e',
  globalSetup: './tests/e2e/support/prepare.ts',
  outputDir: 'test-results/e2e',
  // A file's tests share its server, one after another. Many wait for jobs, so three files keep two cores busy.
  workers: 3,
  timeout: 90_000,
  // On a busy CI machine a test may be tried once more; tools/test.mjs says how many needed it.
  retries: process.env['CI'] ? 1 : 0,
  expect: { timeout: 10_000 },
  use: {
    // A phone that is not an Android one: those are sent to /noAndroid (N04).
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    locale: 'en-PH',
    timezoneId: 'Asia/Manila',
    // What a worker fetches passes by the routes that tests put in between; the tests of the worker let it in.
    serviceWorkers: 'block',
    screenshot: 'only-on-failure',
    actionTimeout: 10_000,
    launchOptions: { args: chromiumArguments, ...(process.env['CHROMIUM_PATH'] ? { executablePath: process.env['CHROMIUM_PATH'] } : {}) },
  },
});
