import type { Page } from '@playwright/test';

/** Playwright blocks service workers in tests of other things, and the browser logs that. */
const ofTheHarness = /Service Worker registration blocked by Playwright/;

/** Collects the browser's errors and warnings while a page is used. */
export function complaints(page: Page): string[] {
  const found: string[] = [];
  page.on('console', (message) => {
    const isComplaint = message.type() === 'error' || message.type() === 'warning';
    if (isComplaint && !ofTheHarness.test(message.text())) found.push(`${page.url()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => found.push(`${page.url()}: ${String(error)}`));
  return found;
}
