import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium, type Browser } from 'playwright';
import config from '../../playwright.config.ts';
import type { Beginning, ScreenHost } from '../../engine/cli/index.ts';
import { startServer, manyFromOneAddress, type ConfigurationCopy, type RunningServer } from '../../tests/e2e/support/server.ts';
import { root } from '../../tests/support/root.ts';
import { chromiumArguments, findChromium } from '../browser.mjs';
import { betweenCodesSeconds, Person } from './person.ts';

/** Something is missing that a browser run needs; the message says what to do. */
class BrowserMissing extends Error {
  override name = 'BrowserMissing';
}

/** Scenarios press Next and ask for codes faster than a hand does. */
function quickHands(copy: ConfigurationCopy): void {
  manyFromOneAddress(copy);
  copy.edit<{ clickGuardMs: number }>('flows/settings.json', (settings) => void (settings.clickGuardMs = 0));
  copy.edit<{ resendAfterSeconds: number }>('flows/login.json', (login) => void (login.resendAfterSeconds = betweenCodesSeconds));
}

/** Ten in the morning in Manila, far from both midnights. */
const morningOf = (day: string): number => Date.parse(`${day}T10:00:00+08:00`);

/** A server of its own, whose process lives on that day: ages and due dates come out as in the scenario. */
function serverOn(day: string): Promise<RunningServer> {
  const preload = pathToFileURL(join(root, 'tools/scenarios/day.mjs')).href;
  const env = { NODE_OPTIONS: `--import=${preload}`, SCENARIO_AHEAD_MS: String(morningOf(day) - Date.now()), DATABASE_URL: '' };
  return startServer({ change: quickHands, env });
}

async function launch(isHeaded: boolean): Promise<Browser> {
  const executablePath = await findChromium();
  if (!executablePath) {
    throw new BrowserMissing('There is no Chromium: npx playwright install chromium, or set CHROMIUM_PATH to the one you have.');
  }
  return chromium.launch({ executablePath, args: chromiumArguments, headless: !isHeaded });
}

/** The product on servers of its own, and a Chromium in front of them. */
export async function openHost({ isHeaded }: { isHeaded: boolean }): Promise<ScreenHost> {
  if (!existsSync(join(root, 'dist/index.html'))) throw new BrowserMissing('The product is not built yet: npm run build.');
  const browser = await launch(isHeaded);
  const servers = new Map<string, Promise<RunningServer>>();
  const onDay = (day: string) => {
    const known = servers.get(day) ?? serverOn(day);
    servers.set(day, known);
    return known;
  };
  return {
    patienceMs: 5000,
    async begin(beginning: Beginning) {
      const { today } = beginning;
      const server = await onDay(today);
      const newContext = () => browser.newContext({ ...phone(), baseURL: server.url });
      // Whoever moves the day takes the server along: the next one begins on a new one.
      const movesDay = () => {
        if (servers.get(today) !== undefined) servers.set(`moved ${servers.size}`, onDay(today));
        servers.delete(today);
      };
      return Person.begin({ beginning, server, newContext, movesDay });
    },
    async close() {
      await browser.close();
      await Promise.all([...servers.values()].map(async (server) => (await server).stop()));
    },
  };
}

/** The phone of the end-to-end tests. A worker is what goes on without a network. */
function phone() {
  const { userAgent, viewport, hasTouch, isMobile, locale, timezoneId } = config.use ?? {};
  return {
    ...(userAgent !== undefined && { userAgent }),
    ...(viewport !== undefined && { viewport }),
    ...(hasTouch !== undefined && { hasTouch }),
    ...(isMobile !== undefined && { isMobile }),
    ...(locale !== undefined && { locale }),
    ...(timezoneId !== undefined && { timezoneId }),
    serviceWorkers: 'allow' as const,
  };
}
