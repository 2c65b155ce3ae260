import { expect, type Page } from '@playwright/test';

/**
 * Returns the elements that stick out to the right, innermost first. Compares with the requested window width, because a phone zooms out of
 * a page that is too wide, and `innerWidth` is then the page's width.
 */
async function stickingOut(page: Page): Promise<string[]> {
  const width = page.viewportSize()?.width ?? 0;
  return page.evaluate((limit) => {
    if (document.documentElement.scrollWidth <= limit) return [];
    const wide = [...document.querySelectorAll('body *')].filter((element) => element.getBoundingClientRect().right > limit);
    const named = wide.toReversed().map((element) => `${element.tagName}.${element.className} "${element.textContent.slice(0, 60)}"`);
    return [`${document.documentElement.scrollWidth - limit} px too wide`, ...named.slice(0, 5)];
  }, width);
}

/** Expects nothing to stick out to the right, because sideways scrolling hides content. */
export async function expectNoWider(page: Page, what: string): Promise<void> {
  // The browser lays out a resized window asynchronously.
  await expect.poll(() => stickingOut(page), { message: `what sticks out of ${what}` }).toEqual([]);
}

/** Expects the same at double text size (WCAG 1.4.4). */
export async function expectLargeTextFits(page: Page, what: string): Promise<void> {
  await page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
  await expectNoWider(page, `${what} with text of 200 %`);
  await page.evaluate(() => (document.documentElement.style.fontSize = ''));
}
