import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { createCompiler } from '../../engine/compiler/index.ts';
import type { Effort } from '../main.ts';
import { readProject } from '../project.ts';
import { registry } from '../registry.ts';
import { atMost, type Figure } from '../report.ts';
import { median } from '../statistics.ts';
import { measureCheck } from './check.ts';

interface Compiled {
  ms: number;
  files: number;
  screens: number;
  screenBytes: number;
  errors: string[];
}

const run = promisify(execFile);

/** Compiles the shipped configuration with some copies in a fresh process. */
async function once(copies: number): Promise<Compiled> {
  const script = new URL('./once.ts', import.meta.url).pathname;
  const { stdout } = await run(process.execPath, [script, String(copies)], { maxBuffer: 2 ** 24 });
  const compiled = JSON.parse(stdout) as Compiled;
  if (compiled.errors.length > 0) throw new Error(`With ${copies} copies it does not compile:\n  ${compiled.errors.join('\n  ')}`);
  return compiled;
}

async function repeated(copies: number, repetitions: number): Promise<Compiled> {
  const all: Compiled[] = [];
  for (let repetition = 0; repetition < repetitions; repetition += 1) all.push(await once(copies));
  return { ...(all[0] as Compiled), ms: median(all.map(({ ms }) => ms)) };
}

/** One file per kind that many others depend on. */
const savedFiles = {
  form: 'schemas/forms/work.schema.json',
  enum: 'schemas/enums/bank.schema.json',
  screen: 'flows/screens/homeIndex.screen.json',
  flow: 'flows/onboarding.flow.json',
  settings: 'flows/settings.json',
  'file of words': 'locales/en/forms.json',
  "file of a screen's words": 'locales/en/screens/homeIndex.json',
  document: 'locales/en/documents/privacy.md',
};

/** Milliseconds to recompile after one changed file. */
async function oneChange(path: string, repetitions: number): Promise<number> {
  const compiler = createCompiler(registry);
  const files = readProject();
  await compiler.compile(files);
  const took: number[] = [];
  for (let repetition = 1; repetition <= repetitions; repetition += 1) {
    const changed = files.map((file) => (file.path === path ? { ...file, text: `${file.text}${' '.repeat(repetition)}` } : file));
    const started = performance.now();
    await compiler.compile(changed);
    took.push(performance.now() - started);
  }
  return median(took);
}

/** Measures how compile time grows with the configuration, and that a screen's size does not. */
export async function measureCompile(effort: Effort): Promise<Figure[]> {
  const { repetitions } = effort;
  const shipped = await repeated(0, repetitions);
  const ten = await repeated(9, Math.ceil(repetitions / 3));
  const hundred = await once(99);
  const perFile = ({ ms, files }: Compiled) => ms / files;
  const named = (factor: string, { files, screens }: Compiled) => `compile ${factor}: ${files} files, ${screens} screens`;
  const saved: Figure[] = [];
  for (const [kind, path] of Object.entries(savedFiles)) {
    const ms = await oneChange(path, repetitions);
    saved.push({ what: `compile again, one ${kind} changed`, unit: 'ms', hakbang: ms, goal: atMost(50, ms, ' ms') });
  }
  return [
    { what: named('what is shipped', shipped), unit: 'ms', hakbang: shipped.ms, goal: atMost(1000, shipped.ms, ' ms') },
    { what: named('10 times that', ten), unit: 'ms', hakbang: ten.ms },
    { what: named('100 times that', hundred), unit: 'ms', hakbang: hundred.ms },
    {
      what: '  … time a file, 100 times against once',
      unit: '×',
      hakbang: perFile(hundred) / perFile(shipped),
      goal: atMost(1.2, perFile(hundred) / perFile(shipped)),
    },
    ...saved,
    ...measureCheck(effort),
    {
      what: `bytes of a screen among ${hundred.screens} instead of ${shipped.screens}`,
      unit: 'B',
      hakbang: hundred.screenBytes,
      goal: atMost(1, hundred.screenBytes / shipped.screenBytes, ' × before'),
    },
  ];
}
