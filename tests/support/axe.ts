import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type axe from 'axe-core';
import type { Page } from 'playwright';

/** Half the size of `axe.source`, which travels to the browser for each document. */
const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * Returns what axe finds on the page (WCAG 2.2 A and AA and its best practices), with place and reason; [] if it is accessible.
 *
 * @param rules axe's rules to judge by, by default all
 */
export async function violationsOf(page: Page, rules?: string[]): Promise<string[]> {
  // Parsing axe takes longer than running it, so each document gets it once.
  if (!(await page.evaluate(() => 'axe' in window))) await addAxe(page);
  return page.evaluate(async (runOnly) => {
    const { violations } = await (window as unknown as { axe: typeof axe }).axe.run({
      resultTypes: ['violations'],
      ...(runOnly ? { runOnly } : {}),
    });
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary}`));
  }, rules);
}

/** The browser keeps a parsed script for the next document of the page, but not text that `page.evaluate` passes to `eval`. */
async function addAxe(page: Page): Promise<void> {
  const devTools = await page.context().newCDPSession(page);
  const { exceptionDetails } = await devTools.send('Runtime.evaluate', { expression: source });
  await devTools.detach();
  if (exceptionDetails) throw new Error(`The browser cannot run axe: ${exceptionDetails.text}`);
}
