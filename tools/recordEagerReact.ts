// Writes eagerReact.json: the React functions that a first screen and a first form call. Run it after an update of React or of these
// screens: `node tools/recordEagerReact.ts`.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright';
import { build } from 'vite';
import { startDemo } from '../bench/product/demo.ts';
import { userAgent } from '../bench/product/firstScreen.ts';
import { chromiumArguments, ensureChromium } from './browser.mjs';

const port = 5399;
const paths = ['/start', '/login'];
const file = fileURLToPath(new URL('./eagerReact.json', import.meta.url));
const published = fileURLToPath(new URL('../node_modules/react-dom/cjs/react-dom-client.production.js', import.meta.url));

/** The beginning of a function in the build, with or without parentheses. */
const opening = /(?:function (\w+)|(\w+) = \(function ?)$/;

const folder = mkdtempSync(join(tmpdir(), 'hakbang-eager-'));
process.env['NODE_ENV'] = 'production';
await build({ logLevel: 'error', build: { minify: false, outDir: folder } });
const demo = await startDemo(port, { DIST_DIR: folder });
const browser = await chromium.launch({ executablePath: await ensureChromium(), args: chromiumArguments });
const called = new Set<string>();
for (const path of paths) {
  const page = await (await browser.newContext({ userAgent })).newPage();
  await page.coverage.startJSCoverage();
  await page.goto(demo.origin + path);
  await page.locator('h1').waitFor();
  for (const { url, source = '', functions } of await page.coverage.stopJSCoverage()) {
    if (!/\/react-[\w-]+\.js$/.test(url)) continue;
    for (const { ranges } of functions) {
      const [range] = ranges;
      if (!range?.count) continue;
      const start = source.indexOf('(', range.startOffset);
      const [, declared, assigned] = opening.exec(source.slice(Math.max(0, start - 120), start)) ?? [];
      const name = declared ?? assigned;
      if (name !== undefined) called.add(name);
    }
  }
}
await browser.close();
await demo.stop();
rmSync(folder, { recursive: true });

const known = new Set(Array.from(readFileSync(published, 'utf8').matchAll(/^function (\w+)\(/gm), ([, name]) => name));
const names = [...called].filter((name) => known.has(name)).toSorted();
writeFileSync(file, `${JSON.stringify(names, undefined, 2)}\n`);
process.stdout.write(`${names.length} of ${known.size} functions\n`);
