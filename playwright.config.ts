import { defineConfig } from '@playwright/test';
import { chromiumArguments } from './tools/browser.mjs';

export default defineConfig({
  testDir: 'tests/e2e',
  globalSetup: './tests/e2e/support/prepare.ts',
  outputDir: 'test-results/e2e',
  // Tests in a file share its server and run one after another. Many wait for jobs, so three workers keep two cores busy.
  workers: 3,
  timeout: 120_000,
  // On a busy CI machine a test may need one retry; tools/test.mjs reports how many did.
  retries: process.env['CI'] ? 1 : 0,
  // A busy CI machine takes twenty seconds for what takes one here.
  expect: { timeout: 40_000 },
  use: {
    // An iPhone, because Android phones are redirected to /noAndroid (N04).
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    locale: 'en-PH',
    timezoneId: 'Asia/Manila',
    // Requests of a service worker bypass the routes that tests intercept. Only the tests of the service worker allow it.
    serviceWorkers: 'block',
    screenshot: 'only-on-failure',
    actionTimeout: 40_000,
    launchOptions: { args: chromiumArguments, ...(process.env['CHROMIUM_PATH'] ? { executablePath: process.env['CHROMIUM_PATH'] } : {}) },
  },
});
