import { expect, type Page } from '@playwright/test';

/** Held against the window as it was asked for: a phone zooms out of a page that is too wide, and `innerWidth` then is the page's. */
async function sideways(page: Page): Promise<number> {
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  return wide - (page.viewportSize()?.width ?? 0);
}

/** Nothing sticks out to the right: a page that scrolls sideways hides what it is about. */
export async function expectNoWider(page: Page, what: string): Promise<void> {
  // A window that has just become narrower is laid out when its turn comes.
  await expect.poll(() => sideways(page), { message: `px that ${what} is too wide` }).toBeLessThanOrEqual(0);
}

/** The same for who has the text twice as large (WCAG 1.4.4). */
export async function expectLargeTextFits(page: Page, what: string): Promise<void> {
  await page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
  await expectNoWider(page, `${what} with text of 200 %`);
  await page.evaluate(() => (document.documentElement.style.fontSize = ''));
}
