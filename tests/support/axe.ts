import axe from 'axe-core';
import type { Page } from 'playwright';

/**
 * Returns what axe finds on the page (WCAG 2.2 A and AA and its best practices), with place and reason; [] if it is accessible.
 *
 * @param rules axe's rules to judge by, by default all
 */
export async function violationsOf(page: Page, rules?: string[]): Promise<string[]> {
  // Parsing axe takes longer than running it, so each document gets it once.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  return page.evaluate(async (runOnly) => {
    const { violations } = await (window as unknown as { axe: typeof axe }).axe.run({
      resultTypes: ['violations'],
      ...(runOnly ? { runOnly } : {}),
    });
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary}`));
  }, rules);
}
