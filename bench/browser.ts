import { type Browser, type CDPSession, chromium, type Locator, type Page } from 'playwright';
import { chromiumArguments, ensureChromium } from '../tools/browser.mjs';
import { sleep } from './statistics.ts';

/** Screen size of a cheap phone. */
export const viewport = { width: 360, height: 800 };

/** Launches the full Chromium that people use. Page load times in a headless shell differ, and not by a constant factor. */
export async function launch(): Promise<Browser> {
  return chromium.launch({ executablePath: await ensureChromium({ isWhole: true }), args: chromiumArguments });
}

/** A page in its own context, so that neither bytes nor compiled code are cached. */
export interface Tab {
  page: Page;
  cdp: CDPSession;
  close(): Promise<void>;
}

/** A full Chromium window first loads its own pages (some 370 scripts for the address bar), which would compete with ours. */
export const browserStartsMs = 1500;

export interface TabOptions {
  /** CPU throttling factor: 6 is six times slower. */
  slowdown?: number;
  userAgent?: string;
  /** Runs before the page's own scripts. */
  initScript?: () => void;
}

export async function openTab(browser: Browser, { slowdown = 1, userAgent, initScript }: TabOptions = {}): Promise<Tab> {
  const context = await browser.newContext({ viewport, ...(userAgent ? { userAgent } : {}) });
  const page = await context.newPage();
  if (initScript) await page.addInitScript(initScript);
  const cdp = await context.newCDPSession(page);
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
  await sleep(browserStartsMs);
  if (slowdown > 1) await throttle({ cdp }, slowdown);
  return { page, cdp, close: () => context.close() };
}

export const throttle = ({ cdp }: Pick<Tab, 'cdp'>, slowdown: number) => cdp.send('Emulation.setCPUThrottlingRate', { rate: slowdown });

/** Moves the pointer to an element once its position is stable. Offscreen content is laid out only when scrolled into view. */
export async function centreOf(tab: Tab, find: Locator): Promise<void> {
  let before = '';
  for (let look = 0; look < 20; look += 1) {
    await find.scrollIntoViewIfNeeded();
    const box = await find.boundingBox();
    if (!box) throw new Error('The tap target is not on the screen.');
    const now = JSON.stringify(box);
    if (now === before) {
      await tab.page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
      await sleep(200);
      return;
    }
    before = now;
    await sleep(200);
  }
  throw new Error('The tap target keeps moving.');
}

/** Presses and releases at the pointer. Playwright's own click would query the page in between. */
export async function tap(tab: Tab): Promise<void> {
  await tab.page.mouse.down();
  await tab.page.mouse.up();
}

/** Main-thread time in milliseconds, by the thread's own clock, so that other processes do not count. */
export interface Cost {
  /** Script, style and layout: the part that a page's author controls. */
  workMs: number;
  /** Includes painting and the browser's own event handling. */
  totalMs: number;
}

const workMetrics = ['ScriptDuration', 'RecalcStyleDuration', 'LayoutDuration'];

async function spent({ cdp }: Tab): Promise<Cost> {
  const { metrics } = await cdp.send('Performance.getMetrics');
  const seconds = (names: string[]) => metrics.filter(({ name }) => names.includes(name)).reduce((sum, { value }) => sum + value, 0);
  return { workMs: seconds(workMetrics) * 1000, totalMs: seconds(['TaskDuration']) * 1000 };
}

const less = (a: Cost, b: Cost): Cost => ({ workMs: a.workMs - b.workMs, totalMs: a.totalMs - b.totalMs });
const times = (cost: Cost, factor: number): Cost => ({ workMs: cost.workMs * factor, totalMs: cost.totalMs * factor });

/**
 * Measures the cost of `event` and the `settleMs` after it, minus the cost of the idle page. Divides by `events` if it stands for several.
 */
export async function costOf(tab: Tab, settleMs: number, event: () => Promise<unknown>, events = 1): Promise<Cost> {
  const idleMs = 500;
  const idleFrom = await spent(tab);
  await sleep(idleMs);
  const from = await spent(tab);
  const started = performance.now();
  await event();
  await sleep(settleMs);
  const tookMs = performance.now() - started;
  const idle = times(less(from, idleFrom), tookMs / idleMs);
  return times(less(less(await spent(tab), from), idle), 1 / events);
}
