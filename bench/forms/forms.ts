import type { Browser } from 'playwright';
import { BareBrowser } from '../bareBrowser.ts';
import { launch } from '../browser.ts';
import type { Effort } from '../main.ts';
import { type Figure, ratioGoal } from '../report.ts';
import { buildPeers, distFolder, type Size } from './build.ts';
import { compare, compareCosts, type Values } from './compare.ts';
import { buildHakbang } from './hakbang.ts';
import { codeKb, firstRender, keyPress, port, reveal, submitEmpty } from './measure.ts';
import { serveFolder } from './serve.ts';

const toRhf = (limit: number) => (values: Values) => ratioGoal(limit, values.hakbang, values.rhf, 'rhf');

async function keyPresses(browser: Browser, { repetitions, events }: Effort): Promise<Figure[]> {
  const at = (what: string, size: Size, slowdown: number, goal?: Parameters<typeof compareCosts>[3]) =>
    compareCosts(what, repetitions, (peer) => keyPress(browser, peer, size, slowdown, events), goal);
  const at12 = await at('key press, 12 fields', 12, 1);
  const at100 = await at('key press, 100 fields', 100, 1, toRhf(1));
  const at100Slow = await at('key press, 100 fields, 6x', 100, 6, toRhf(1));
  const at400 = await at('key press, 400 fields', 400, 1, ({ hakbang }) => ratioGoal(1.2, hakbang, at12.work.hakbang, 'ours at 12'));
  return [at12, at100, at100Slow, at400].flatMap(({ figures }) => figures);
}

/** Wall-clock load times vary by a fifth, so the median of seven cannot decide a goal that is a seventh away. This factor adds loads. */
const loadsFor12 = 4;

async function firstRenders({ repetitions }: Effort) {
  const browser = await BareBrowser.launch();
  try {
    const render = await compare(repetitions * loadsFor12, (peer) => firstRender(browser, peer, 12, 6));
    const render100 = await compare(repetitions, (peer) => firstRender(browser, peer, 100, 6));
    return { render, render100 };
  } finally {
    await browser.close();
  }
}

async function measureAll(browser: Browser, effort: Effort): Promise<Figure[]> {
  const { repetitions } = effort;
  const code = await compare(1, (peer) => codeKb(browser, peer, 12));
  const { render, render100 } = await firstRenders(effort);
  const presses = await keyPresses(browser, effort);
  const reveals = await compareCosts(
    'reveal of a dependent field, 100 fields, 6x',
    Math.ceil(repetitions / 2),
    (peer) => reveal(browser, peer, 100, 6, 3),
    toRhf(1),
  );
  const submits = await compareCosts(
    'submit with everything empty, 100 fields, 6x',
    repetitions,
    (peer) => submitEmpty(browser, peer, 100, 6),
    toRhf(1),
  );
  return [
    { what: 'JavaScript, JSON and HTML of a 12-field form', unit: 'KB gz', ...code },
    { what: 'first render, 12 fields, 6x', unit: 'ms', ...render, goal: toRhf(1.15)(render) },
    { what: 'first render, 100 fields, 6x', unit: 'ms', ...render100 },
    ...presses,
    ...reveals.figures,
    ...submits.figures,
  ];
}

/** Compares the same generated forms in React by hand, react-hook-form, plain rjsf and ours, in a real Chromium. */
export async function measureForms(effort: Effort): Promise<Figure[]> {
  await buildPeers();
  await buildHakbang();
  const server = await serveFolder(distFolder, port);
  const browser = await launch();
  try {
    return await measureAll(browser, effort);
  } finally {
    await browser.close();
    server.close();
  }
}
