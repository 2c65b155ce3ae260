import type { Page } from '@playwright/test';

/** The harness keeps workers out where a test is not about them, and the browser says so. */
const ofTheHarness = /Service Worker registration blocked by Playwright/;

/** What the browser complains of while a page is used. */
export function complaints(page: Page): string[] {
  const found: string[] = [];
  page.on('console', (message) => {
    const isComplaint = message.type() === 'error' || message.type() === 'warning';
    if (isComplaint && !ofTheHarness.test(message.text())) found.push(`${page.url()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => found.push(`${page.url()}: ${String(error)}`));
  return found;
}
