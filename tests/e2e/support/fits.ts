import { expect, type Page } from '@playwright/test';

const sideways = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);

/** Nothing sticks out to the right: a page that scrolls sideways hides what it is about. */
export async function expectNoWider(page: Page, what: string): Promise<void> {
  expect.soft(await sideways(page), `px that ${what} is too wide`).toBeLessThanOrEqual(0);
}

/** The same for who has the text twice as large (WCAG 1.4.4). */
export async function expectLargeTextFits(page: Page, what: string): Promise<void> {
  await page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
  await expectNoWider(page, `${what} with text of 200 %`);
  await page.evaluate(() => (document.documentElement.style.fontSize = ''));
}
