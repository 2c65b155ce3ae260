import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { createCompiler } from '../../engine/compiler/index.ts';
import type { Effort } from '../main.ts';
import { readProject } from '../project.ts';
import { registry } from '../registry.ts';
import { atMost, type Figure } from '../report.ts';
import { median } from '../statistics.ts';

interface Compiled {
  ms: number;
  files: number;
  screens: number;
  screenBytes: number;
  errors: string[];
}

const run = promisify(execFile);

/** Compiles the shipped configuration and some copies of it in a fresh process. */
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

const wordFile = 'locales/en/forms.json';
const formFile = /^schemas\/forms\/.*\.schema\.json$/;

/** Milliseconds after a save: the compiler knows the rest, one file is different each time. */
async function oneChange(isChanged: (path: string) => boolean, repetitions: number): Promise<number> {
  const compiler = createCompiler(registry);
  const files = readProject();
  await compiler.compile(files);
  const took: number[] = [];
  for (let repetition = 1; repetition <= repetitions; repetition += 1) {
    const target = files.findIndex(({ path }) => isChanged(path));
    const changed = files.map((file, index) => (index === target ? { ...file, text: `${file.text}${' '.repeat(repetition)}` } : file));
    const started = performance.now();
    await compiler.compile(changed);
    took.push(performance.now() - started);
  }
  return median(took);
}

/** How compiling grows with the configuration, and that a screen does not. */
export async function measureCompile({ repetitions }: Effort): Promise<Figure[]> {
  const shipped = await repeated(0, repetitions);
  const ten = await repeated(9, Math.ceil(repetitions / 3));
  const hundred = await once(99);
  const perFile = ({ ms, files }: Compiled) => ms / files;
  const named = (factor: string, { files, screens }: Compiled) => `compile ${factor}: ${files} files, ${screens} screens`;
  const form = await oneChange((path) => formFile.test(path), repetitions);
  const words = await oneChange((path) => path === wordFile, repetitions);
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
    { what: 'compile again, one form changed', unit: 'ms', hakbang: form, goal: atMost(50, form, ' ms') },
    { what: 'compile again, one file of words changed', unit: 'ms', hakbang: words, goal: atMost(50, words, ' ms') },
    {
      what: `bytes of a screen among ${hundred.screens} instead of ${shipped.screens}`,
      unit: 'B',
      hakbang: hundred.screenBytes,
      goal: atMost(1, hundred.screenBytes / shipped.screenBytes, ' × before'),
    },
  ];
}
