import type { Browser } from 'playwright';
import type { BareBrowser } from '../bareBrowser.ts';
import { centreOf, type Cost, costOf, openTab, type Tab, tap, throttle } from '../browser.ts';
import type { Peer } from '../report.ts';
import { sleep } from '../statistics.ts';
import { pageFolder, type Size } from './build.ts';
import { type Field, generateFields, revealer, visibleAtFirst } from './fields.ts';

export const port = 5350;

declare global {
  interface Window {
    /** Milliseconds from navigation to the first frame with every field; undefined before. */
    benchRendered?: number;
    benchExpects?: { labels: string[]; controls: number };
  }
}

const addressOf = (peer: Peer, size: Size) => `http://127.0.0.1:${port}/${pageFolder(peer, size)}/`;

/** Runs in the page. Checks after each DOM change whether every label and control exists, then records the paint time. */
function watchForm(): void {
  const isComplete = () => {
    const root = document.getElementById('root');
    const expected = window.benchExpects;
    if (!root || !expected) return false;
    const controls = root.querySelectorAll('input, select, textarea, button[aria-haspopup]').length;
    return controls >= expected.controls && expected.labels.every((label) => root.textContent.includes(label));
  };
  // Not on every frame: a page that paints early would be checked more often than one that paints late.
  const observer = new MutationObserver(() => {
    if (!isComplete()) return;
    observer.disconnect();
    requestAnimationFrame(() => setTimeout(() => (window.benchRendered = performance.now())));
  });
  observer.observe(document, { childList: true, subtree: true });
}

const expectedOf = (size: Size) => {
  const labels = visibleAtFirst(generateFields(size)).map(({ label }) => label);
  return { labels, controls: labels.length };
};

/** Opens a peer's page and waits for the complete form. */
async function openForm(browser: Browser, peer: Peer, size: Size): Promise<Tab> {
  const tab = await openTab(browser, { initScript: watchForm });
  await tab.page.addInitScript((expected) => (window.benchExpects = expected), expectedOf(size));
  await tab.page.goto(addressOf(peer, size));
  await tab.page.waitForFunction(() => window.benchRendered !== undefined, undefined, { polling: 250, timeout: 60_000 });
  return tab;
}

/** Milliseconds from navigation to the painted form, with an empty cache. */
export async function firstRender(browser: BareBrowser, peer: Peer, size: Size, slowdown: number): Promise<number> {
  const script = `window.benchExpects = ${JSON.stringify(expectedOf(size))}; (${watchForm.toString()})();`;
  return browser.read({ address: addressOf(peer, size), script, name: 'benchRendered', slowdown });
}

/** Gzipped kilobytes of JavaScript, JSON and HTML that the page loads for its form. */
export async function codeKb(browser: Browser, peer: Peer, size: Size): Promise<number> {
  const tab = await openForm(browser, peer, size);
  const bytes = await tab.page.evaluate(() =>
    [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
      .filter(({ name }) => /(\.(js|mjs|json)|\/)$/.test(name))
      .reduce((sum, entry) => sum + (entry as PerformanceResourceTiming).encodedBodySize, 0),
  );
  await tab.close();
  return bytes / 1024;
}

const letters = 'Santa Cruz de la Paz y Maria del Pilar de los Reyes Magos';
const keyPauseMs = { fast: 50, slow: 120 };

/** Cost of key presses in the first field, each painted before the next. */
export async function keyPress(browser: Browser, peer: Peer, size: Size, slowdown: number, presses: number): Promise<Cost> {
  const tab = await openForm(browser, peer, size);
  await tab.page.getByLabel(generateFields(size)[0]?.label ?? '').focus();
  await throttle(tab, slowdown);
  const pauseMs = slowdown > 1 ? keyPauseMs.slow : keyPauseMs.fast;
  const type = async (text: string) => {
    for (const letter of text) {
      await tab.page.keyboard.press(letter === ' ' ? 'Space' : letter);
      await sleep(pauseMs);
    }
  };
  await type(letters.slice(0, 5));
  const cost = await costOf(tab, pauseMs, () => type(letters.slice(5, 5 + presses)), presses);
  await tab.close();
  return cost;
}

const shows = async (tab: Tab, { label }: Field) => (await tab.page.getByText(label).count()) > 0;

/** Cost of ticking a box with a dependent field, per repetition. */
export async function reveal(browser: Browser, peer: Peer, size: Size, slowdown: number, times: number): Promise<Cost[]> {
  const { driver, revealed } = revealer(generateFields(size));
  const tab = await openForm(browser, peer, size);
  await centreOf(tab, tab.page.getByLabel(driver.label));
  await throttle(tab, slowdown);
  const costs: Cost[] = [];
  for (let time = 0; time <= times; time += 1) {
    const cost = await costOf(tab, 100 * slowdown, () => tap(tab));
    if (time > 0) costs.push(cost);
    if (!(revealed[0] && (await shows(tab, revealed[0])))) throw new Error(`${peer} reveals nothing.`);
    await tap(tab);
    await sleep(100 * slowdown);
  }
  await tab.close();
  return costs;
}

/** Selectors of a field's error message. */
const errorSelectors: Record<Peer, string> = {
  floor: '.error',
  rhf: '.error',
  rjsf: 'li.text-danger',
  hakbang: '[aria-invalid="true"]',
};

/** Cost of submitting an empty form until all its messages are painted. */
export async function submitEmpty(browser: Browser, peer: Peer, size: Size, slowdown: number): Promise<Cost> {
  const tab = await openForm(browser, peer, size);
  await centreOf(tab, tab.page.locator('button[type=submit]'));
  await throttle(tab, slowdown);
  const cost = await costOf(tab, 300 * slowdown, () => tap(tab));
  await throttle(tab, 1);
  const wanted = visibleAtFirst(generateFields(size)).filter(({ required }) => required).length;
  const found = await tab.page.locator(errorSelectors[peer]).count();
  await tab.close();
  if (found < wanted) throw new Error(`${peer} shows ${found} messages instead of ${wanted}.`);
  return cost;
}
