import { expect, type Page } from '@playwright/test';

/**
 * The elements that stick out to the right, innermost first. Held against the window as it was asked for: a phone zooms out of a page
 * that is too wide, and `innerWidth` then is the page's.
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

/** Nothing sticks out to the right: a page that scrolls sideways hides what it is about. */
export async function expectNoWider(page: Page, what: string): Promise<void> {
  // A window that has just become narrower is laid out when its turn comes.
  await expect.poll(() => stickingOut(page), { message: `what sticks out of ${what}` }).toEqual([]);
}

/** The same at double text size (WCAG 1.4.4). */
export async function expectLargeTextFits(page: Page, what: string): Promise<void> {
  await page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
  await expectNoWider(page, `${what} with text of 200 %`);
  await page.evaluate(() => (document.documentElement.style.fontSize = ''));
}
