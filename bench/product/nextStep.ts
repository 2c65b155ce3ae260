import type { Browser } from 'playwright';
import { centreOf, openTab, type Tab, tap, throttle } from '../browser.ts';
import { readProject } from '../project.ts';
import { jsonOf, saveNext } from '../server/drafts.ts';
import { median, sleep } from '../statistics.ts';
import { type Borrower, login } from './borrower.ts';
import { userAgent } from './firstScreen.ts';

declare global {
  interface Window {
    /** When the button was pressed, and when the next screen was painted. */
    benchTap?: number;
    benchPainted?: number | undefined;
  }
}

/** Runs in the page. From the press on, checks each frame for the next screen. */
function watchStep(): void {
  // Do not use the URL, which changes before the screen does.
  const shown = () => document.querySelector('[data-current]')?.getAttribute('data-screen');
  addEventListener(
    'pointerdown',
    (event) => {
      window.benchTap = event.timeStamp;
      window.benchPainted = undefined;
      const before = shown();
      const look = () => {
        const isNew = shown() !== before && document.querySelector('[data-current] :is(form, [data-field], main button)') !== null;
        if (!isNew) requestAnimationFrame(look);
        else setTimeout(() => (window.benchPainted = performance.now()));
      };
      requestAnimationFrame(look);
    },
    { capture: true },
  );
}

/** Sets the local storage key and cookie that a login leaves in the browser. */
async function enter({ page }: Tab, origin: string, borrower: Borrower, storageKey: string): Promise<void> {
  const cookies = borrower.cookie.split('; ').map((cookie) => {
    const at = cookie.indexOf('=');
    return { name: cookie.slice(0, at), value: cookie.slice(at + 1), url: origin };
  });
  await page.context().addCookies(cookies);
  const kept = { publicData: { customerId: borrower.customerId, token: borrower.token, phone_number: borrower.phoneNumber } };
  await page.addInitScript(([key, value]) => localStorage.setItem(key, value), [storageKey, JSON.stringify(kept)] as const);
}

/** Presses Next, waits until the next step is painted and idle, and goes back. */
async function pressNext(tab: Tab, from: string, slowdown: number): Promise<number> {
  const button = tab.page.locator('main button[type=submit], form button[type=submit], button[type=submit]').last();
  await centreOf(tab, button);
  await throttle(tab, slowdown);
  await tap(tab);
  const painted = await tab.page.waitForFunction(() => window.benchPainted, undefined, { polling: 100, timeout: 20_000 });
  const ms = Number(await painted.jsonValue()) - Number(await tab.page.evaluate(() => window.benchTap));
  await throttle(tab, 1);
  await sleep(800);
  await tab.page.goBack();
  await tab.page.waitForURL((url) => url.pathname === from);
  await sleep(800);
  return ms;
}

/**
 * Milliseconds from the tap on Next to the painted next step, throttled, including the save. The first press is a warm-up and does not count.
 */
export async function nextStep(browser: Browser, origin: string, slowdown: number, times: number, phone = '9171234567'): Promise<number> {
  const files = readProject();
  const { storageKey } = jsonOf(files, 'flows/settings.json') as { storageKey: string };
  const borrower = await login(origin, phone);
  await saveNext(origin, borrower, files);
  const { route } = await saveNext(origin, borrower, files);
  const tab = await openTab(browser, { userAgent, initScript: watchStep });
  await enter(tab, origin, borrower, storageKey);
  await tab.page.goto(`${origin}${route}`, { waitUntil: 'networkidle' });
  const took: number[] = [];
  for (let time = 0; time <= times; time += 1) took.push(await pressNext(tab, route, slowdown));
  await tab.close();
  return median(took.slice(1));
}
