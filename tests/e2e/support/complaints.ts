import type { Page } from '@playwright/test';

/** The harness keeps workers out where a test is not about them, and the browser says so. */
const ofTheHarness = /Service Worker registration blocked by Playwright/;

/** What the browser complains of while a page is used. */
export function complaints(page: Page): string[] {
  const heard: string[] = [];
  page.on('console', (message) => {
    const isComplaint = message.type() === 'error' || message.type() === 'warning';
    if (isComplaint && !ofTheHarness.test(message.text())) heard.push(`${page.url()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => heard.push(`${page.url()}: ${String(error)}`));
  return heard;
}
