import { writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { parseArgs } from 'node:util';
import { measureCompile } from './compile/compile.ts';
import { measureForms } from './forms/forms.ts';
import { measureMistakes } from './mistakes/mistakes.ts';
import { measureProduct } from './product/product.ts';
import { type Figure, printFigures } from './report.ts';
import { measureFigures } from './server/figures.ts';
import { measureQueue } from './server/queue.ts';
import { measureChanges } from './studio/changes.ts';
import { measureServer } from './server/server.ts';

/** Thoroughness of a run. */
export interface Effort {
  /** Repetitions on a fresh page or in a fresh process. */
  repetitions: number;
  /** Key presses, taps or calls within one repetition. */
  events: number;
  /** Seconds of server load per figure. */
  loadSeconds: number;
}

const thorough: Effort = { repetitions: 7, events: 30, loadSeconds: 8 };
const quick: Effort = { repetitions: 3, events: 15, loadSeconds: 3 };

const sections: Record<string, (effort: Effort) => Promise<Figure[]>> = {
  forms: measureForms,
  product: measureProduct,
  server: measureServer,
  queue: measureQueue,
  figures: measureFigures,
  compile: measureCompile,
  changes: measureChanges,
  mistakes: () => measureMistakes(),
};

/** Runs one section. A failure is reported and does not stop the others. */
async function runSection(name: string, effort: Effort): Promise<Figure[]> {
  const measure = sections[name];
  if (!measure) {
    console.log(`\nNo section "${name}". Known: ${Object.keys(sections).join(', ')}.`);
    return [];
  }
  console.log(`\n— ${name}`);
  try {
    const figures = await measure(effort);
    printFigures(figures);
    return figures;
  } catch (error) {
    console.log('  could not be measured:', error);
    return [];
  }
}

/** Runs the requested sections, prints a table for each, and writes all figures to `--json`. */
export async function runBench(argv: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...argv],
    options: { quick: { type: 'boolean' }, only: { type: 'string' }, json: { type: 'string' } },
  });
  const names = values.only?.split(',') ?? Object.keys(sections);
  const machine = `${cpus().length} × ${cpus()[0]?.model ?? 'unknown CPU'}, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.versions.node}`;
  console.log(`${new Date().toISOString().slice(0, 10)}, ${machine}${values.quick ? ', quick' : ''}`);

  const figures: Figure[] = [];
  for (const name of names) figures.push(...(await runSection(name, values.quick ? quick : thorough)));
  const missed = figures.filter(({ goal }) => goal && !goal.met);
  console.log(`\n${figures.filter(({ goal }) => goal).length} goals, ${missed.length} missed`);
  for (const { what } of missed) console.log(`  missed: ${what}`);
  if (values.json) writeFileSync(values.json, `${JSON.stringify({ machine, figures }, null, 2)}\n`);
}
