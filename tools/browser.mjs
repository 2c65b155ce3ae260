// Finds a Chromium for the tests: Playwright's, the system's, or a downloaded one.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

export const chromiumArguments = [
  '--no-sandbox',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

const systemPaths = [
  // Omits the window that a headless Chromium still draws, which takes half of its CPU time.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/**
 * Returns the path of a Chromium, or undefined. An explicitly configured path is used without checks, so that a typo is reported. Otherwise
 * Playwright's own is preferred, the version it was built for. `isWhole` requires one that can also open windows.
 */
export async function findChromium({ isWhole = false } = {}) {
  const { chromium } = await import('playwright');
  const paths = [chromium.executablePath(), ...systemPaths].filter((path) => !(isWhole && path.endsWith('headless-shell')));
  return process.env.CHROMIUM_PATH || paths.find((path) => existsSync(path));
}

/** Like `findChromium`, but downloads one if there is none. */
export async function ensureChromium(which) {
  const found = await findChromium(which);
  if (found) return found;
  process.stdout.write('· no browser found; fetching Chromium\n');
  spawnSync('npx', ['--no-install', 'playwright', 'install', 'chromium'], { stdio: 'inherit', timeout: 300_000 });
  const fetched = await findChromium(which);
  if (fetched) return fetched;
  if (process.platform === 'linux' && process.getuid?.() === 0) {
    spawnSync('sh', ['-c', 'apt-get update -qq && apt-get install -y -qq chromium'], { stdio: 'inherit' });
  }
  const installed = await findChromium(which);
  if (!installed) throw new Error('No Chromium: install Google Chrome or Chromium, or set CHROMIUM_PATH.');
  return installed;
}
