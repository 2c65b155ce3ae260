import type { Browser } from 'playwright';
import { launch } from '../browser.ts';
import type { Effort } from '../main.ts';
import { atMost, type Figure } from '../report.ts';
import { median } from '../statistics.ts';
import { startDemo } from './demo.ts';
import { load, type Loading } from './firstScreen.ts';
import { nextStep } from './nextStep.ts';

const port = 5351;

/** The first screen of a visit, and its first form. */
const firstScreen = '/start';
const firstForm = '/login';

async function codeFigures(browser: Browser, origin: string): Promise<Figure[]> {
  // On a slow network, prefetching starts well after the paint, so the two can be told apart.
  const screen = await load(browser, origin + firstScreen, 1);
  const form = await load(browser, origin + firstForm, 1);
  return [
    {
      what: `JavaScript of ${firstScreen} until it is painted`,
      unit: 'KB gz',
      hakbang: screen.scriptKb,
      goal: atMost(130, screen.scriptKb, ' KB'),
    },
    { what: '  … including prefetched files', unit: 'KB gz', hakbang: screen.scriptKbWithPrefetch },
    {
      what: `JavaScript of ${firstForm}, total`,
      unit: 'KB gz',
      hakbang: form.scriptKbWithPrefetch,
      goal: atMost(175, form.scriptKbWithPrefetch, ' KB'),
    },
  ];
}

async function paintFigures(browser: Browser, origin: string, repetitions: number): Promise<Figure[]> {
  const loads: Loading[] = [];
  for (let repetition = 0; repetition < repetitions; repetition += 1) loads.push(await load(browser, origin + firstScreen, 6));
  const of = (read: (loading: Loading) => number) => median(loads.map(read));
  const paint = of(({ largestPaintMs }) => largestPaintMs);
  const blocked = of(({ blockedMs }) => blockedMs);
  const shift = of(({ layoutShift }) => layoutShift);
  return [
    { what: `${firstScreen} on slow 4G, 6x: largest paint`, unit: 'ms', hakbang: paint, goal: atMost(1800, paint, ' ms') },
    { what: '  … main thread blocked', unit: 'ms', hakbang: blocked, goal: atMost(150, blocked, ' ms') },
    { what: '  … layout shift', unit: '', hakbang: shift, goal: atMost(0.02, shift) },
  ];
}

/** Measures the built application with its server in demo mode. */
export async function measureProduct({ repetitions }: Effort): Promise<Figure[]> {
  const demo = await startDemo(port);
  const browser = await launch();
  try {
    const code = await codeFigures(browser, demo.origin);
    const paints = await paintFigures(browser, demo.origin, repetitions);
    const step = await nextStep(browser, demo.origin, 6, repetitions);
    return [...code, ...paints, { what: 'next step, tap to painted, warm, 6x', unit: 'ms', hakbang: step, goal: atMost(100, step, ' ms') }];
  } finally {
    await browser.close();
    await demo.stop();
  }
}
