import { gzipSync } from 'node:zlib';
import type { Browser, Response } from 'playwright';
import { openTab, type Tab } from '../browser.ts';
import { sleep } from '../statistics.ts';

/** The specification redirects Android phones (/noAndroid), so this is an iPhone. */
export const userAgent =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1';

export interface Loading {
  /** Gzipped kilobytes of scripts: fetched until the largest paint, and in total. */
  scriptKb: number;
  scriptKbWithPrefetch: number;
  largestPaintMs: number;
  blockedMs: number;
  layoutShift: number;
}

declare global {
  interface Window {
    benchVitals?: { paintMs: number; firstPaintMs: number; shift: number; tasks: { startTime: number; duration: number }[] };
  }
}

/** Runs in the page. Records largest paint, layout shift and long tasks. */
function watchVitals(): void {
  const vitals = { paintMs: 0, firstPaintMs: 0, shift: 0, tasks: [] as { startTime: number; duration: number }[] };
  window.benchVitals = vitals;
  const watch = (type: string, note: (entry: PerformanceEntry & { value?: number; hadRecentInput?: boolean }) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true });
  watch('largest-contentful-paint', ({ startTime }) => (vitals.paintMs = startTime));
  watch('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') vitals.firstPaintMs = startTime;
  });
  watch('layout-shift', ({ value = 0, hadRecentInput }) => (vitals.shift += hadRecentInput ? 0 : value));
  watch('longtask', ({ startTime, duration }) => vitals.tasks.push({ startTime, duration }));
}

/** Lighthouse's slow 4G: 150 ms round trip, 1.6 Mbit/s down, 750 kbit/s up. */
const slow4G = { offline: false, latency: 150, downloadThroughput: (1638.4 * 1024) / 8, uploadThroughput: (750 * 1024) / 8 };
const longTaskMs = 50;

async function slowDown({ cdp }: Tab): Promise<void> {
  await cdp.send('Network.enable');
  await cdp.send('Network.emulateNetworkConditions', slow4G);
}

/** Loads a page with an empty cache over slow 4G, waits until it is idle, and returns what it fetched and its vitals. */
export async function load(browser: Browser, address: string, slowdown: number): Promise<Loading> {
  const tab = await openTab(browser, { slowdown, userAgent, initScript: watchVitals });
  await slowDown(tab);
  const scripts: Response[] = [];
  tab.page.on('response', (response) => {
    if (/javascript/.test(response.headers()['content-type'] ?? '')) scripts.push(response);
  });
  await tab.page.goto(address, { waitUntil: 'networkidle' });
  await sleep(3000);
  const vitals = await tab.page.evaluate(() => window.benchVitals);
  const started = await tab.page.evaluate(() =>
    Object.fromEntries(performance.getEntriesByType('resource').map(({ name, startTime }) => [name, startTime])),
  );
  const sizes = await Promise.all(
    scripts.map(async (script) => ({ url: script.url(), kb: gzipSync(await script.body(), { level: 9 }).length / 1024 })),
  );
  await tab.close();
  if (!vitals) throw new Error(`${address} reported no paints.`);
  const kb = (some: typeof sizes) => some.reduce((sum, { kb }) => sum + kb, 0);
  return {
    scriptKb: kb(sizes.filter(({ url }) => (started[url] ?? 0) <= vitals.paintMs)),
    scriptKbWithPrefetch: kb(sizes),
    largestPaintMs: vitals.paintMs,
    blockedMs: vitals.tasks
      .filter(({ startTime }) => startTime >= vitals.firstPaintMs)
      .reduce((sum, { duration }) => sum + Math.max(0, duration - longTaskMs), 0),
    layoutShift: vitals.shift,
  };
}
