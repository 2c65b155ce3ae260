import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium, type Browser } from 'playwright';
import config from '../../playwright.config.ts';
import { isNotOnScreen, type Observation, type Scene, type ScreenHost } from '../../engine/cli/index.ts';
import { ownNumbers } from '../../tests/e2e/support/fill.ts';
import { startServer, manyFromOneAddress, type ConfigurationCopy, type RunningServer } from '../../tests/e2e/support/server.ts';
import { root } from '../../tests/support/root.ts';
import { chromiumArguments, findChromium } from '../browser.mjs';
import { morningOf } from './day.ts';
import { live } from './lives/index.ts';
import { chooseLanguage, type Place } from './newcomer.ts';
import { betweenCodesSeconds, Person } from './person.ts';
import { askOnScreens } from './questions.ts';
import { Viewer } from './viewer.ts';

/** A browser run lacks a requirement. The message says how to fix it. */
class BrowserMissing extends Error {
  override name = 'BrowserMissing';
}

/** Relaxes the limits on Next and on codes, because scenarios act faster than people. */
function relaxLimits(copy: ConfigurationCopy): void {
  manyFromOneAddress(copy);
  copy.edit<{ clickGuardMs: number }>('flows/settings.json', (settings) => void (settings.clickGuardMs = 0));
  copy.edit<{ resendAfterSeconds: number }>('flows/login.json', (login) => void (login.resendAfterSeconds = betweenCodesSeconds));
}

/** A separate server whose process lives on that day, so that ages and due dates match the scenario. */
function serverOn(day: string): Promise<RunningServer> {
  const preload = pathToFileURL(join(root, 'tools/scenarios/day.mjs')).href;
  const env = { NODE_OPTIONS: `--import=${preload}`, SCENARIO_AHEAD_MS: String(Date.parse(morningOf(day)) - Date.now()), DATABASE_URL: '' };
  return startServer({ change: relaxLimits, env });
}

async function launch(isHeaded: boolean): Promise<Browser> {
  const executablePath = await findChromium({ isWhole: isHeaded });
  if (!executablePath) {
    throw new BrowserMissing(
      '--browser needs a Chromium, and none was found. Run npx playwright install chromium, or set CHROMIUM_PATH to yours.',
    );
  }
  return chromium.launch({ executablePath, args: chromiumArguments, headless: !isHeaded }).catch((error: Error) => {
    const why = error.message.split('\n')[0] ?? '';
    throw new BrowserMissing(`The Chromium at ${executablePath} does not start (${why}). Set CHROMIUM_PATH to one that does.`);
  });
}

/** Runs the product on its own servers, with a Chromium. */
export async function openHost({ isHeaded }: { isHeaded: boolean }): Promise<ScreenHost> {
  if (!existsSync(join(root, 'dist/index.html')))
    throw new BrowserMissing('--browser tests the built product, but dist/ is empty. Run npm run build.');
  const browser = await launch(isHeaded);
  const servers = new Map<string, Promise<RunningServer>>();
  const onDay = (day: string) => {
    const known = servers.get(day) ?? serverOn(day);
    servers.set(day, known);
    // Retry a failed start next time.
    known.catch(() => servers.get(day) === known && servers.delete(day));
    return known;
  };
  const at = async (today: string) => {
    const running = onDay(today);
    const server = await running;
    // Moving the clock uses up the server. The next scenario starts a new one.
    const movesDay = () => {
      if (servers.get(today) !== running) return;
      servers.delete(today);
      servers.set(`moved ${servers.size}`, running);
    };
    return { server, newContext: () => browser.newContext({ ...phone(), baseURL: server.url }), movesDay };
  };
  /** Runs a scene and captures its screens. */
  const glimpse = async (scene: Scene, bringAbout: (place: Place) => Promise<Omit<Observation, 'screens'>>): Promise<Observation> => {
    const { server, newContext, movesDay } = await at(scene.today);
    const page = await (await newContext()).newPage();
    const screens = new Viewer(scene, page);
    try {
      await chooseLanguage(page, scene);
      return { ...(await bringAbout({ server, page, movesDay })), screens };
    } catch (error) {
      if (!isNotOnScreen(error)) await screens.picture();
      await screens.leave();
      throw error;
    }
  };
  return {
    patienceMs: 10_000,
    own: () => {
      const { identity, bank } = ownNumbers();
      return { identity: { idType: 'umid', ...identity }, bank: { payoutMethod: 'bank', bankName: 'bdo', ...bank } };
    },
    begin: async (beginning) => Person.begin({ beginning, ...(await at(beginning.today)) }),
    ask: (question, given, scene) => glimpse(scene, async (place) => ({ answer: await askOnScreens(question, given, place) })),
    happen: (happening, scene) => glimpse(scene, (place) => live(happening, place)),
    async close() {
      await browser.close();
      // A server that failed to start was reported where it was needed.
      await Promise.allSettled([...servers.values()].map(async (server) => (await server).stop()));
    },
  };
}

/** The phone of the end-to-end tests. Service workers provide the offline mode. */
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
