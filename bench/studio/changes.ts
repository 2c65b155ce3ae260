import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { SourceFile } from '../../engine/compiler/types.ts';
import { atDesk, type Staff } from '../../tests/e2e/support/staff.ts';
import { withCopies } from '../compile/copies.ts';
import type { Effort } from '../main.ts';
import { startDemo } from '../product/demo.ts';
import { readProject, relaxed, writeProject } from '../project.ts';
import { atMost, type Figure, ratioGoal } from '../report.ts';
import { type Borrower, login } from '../product/borrower.ts';
import { prepareDrafts } from '../server/drafts.ts';
import { type Saver, saversOf } from '../server/requests.ts';
import type { Load, Taken } from './load.ts';

const port = 5354;
/** 7,800 files. Some files of the shipped configuration cannot be copied (withCopies), so it takes more than twenty of the others. */
const copies = 26;
const openChanges = 50;

/** Requests of borrowers for each second, whether somebody edits or not: few enough that a free server keeps up. */
const traffic = 40;

/** What editors change, and how. `@` is a number that differs in each edit. */
const kinds: readonly { what: string; file: RegExp; find: RegExp; write: string }[] = [
  { what: 'words of a screen', file: /^locales\/en\/screens\//, find: /"heading": "[^"{]*"/, write: '"heading": "Edit @"' },
  { what: 'a screen', file: /^flows\/screens\//, find: /^\{(?![^]*"\$comment")/, write: '{\n  "$comment": "Edit @",' },
  { what: 'a limit of a form', file: /^schemas\/forms\/.*\.schema\.json$/, find: /"maxLength": \d+/, write: '"maxLength": @' },
];

/** The value that this share of the values is at most. */
function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.ceil((percent / 100) * sorted.length) - 1)] ?? Number.NaN;
}

interface Edited {
  change: string;
  kind: (typeof kinds)[number];
  path: string;
  text: string;
}

interface Problems {
  problems: { severity: string; file: string; message: string }[];
}

/** Opens the changes. Each edits one file of its own. */
async function open(editor: Staff, files: readonly SourceFile[]): Promise<Edited[]> {
  const found = kinds.map((kind) => ({ kind, files: files.filter(({ path, text }) => kind.file.test(path) && kind.find.test(text)) }));
  const edited: Edited[] = [];
  for (let index = 0; index < openChanges; index += 1) {
    const { kind, files: own } = found[index % found.length] ?? {};
    const file = own?.[Math.floor(index / found.length) * 5];
    if (!kind || !file) throw new Error('The configuration has too few files to edit.');
    const { id } = (await editor('POST', '/api/staff/studio/changes', { title: `Edit ${index}` })) as { id: string };
    edited.push({ change: id, kind, ...file });
  }
  return edited;
}

/** Saves an edit and asks for its problems. Returns how long the answer took, in ms. */
async function edit(editor: Staff, { change, kind, path, text }: Edited, round: number): Promise<number> {
  const at = `/api/staff/studio/changes/${change}`;
  const { hash } = (await editor('GET', `${at}/file?path=${encodeURIComponent(path)}`)) as { hash: string };
  const next = text.replace(kind.find, kind.write.replace('@', String(500 + round)));
  await editor('PUT', `${at}/file`, { path, basedOn: hash, text: next });
  const started = performance.now();
  const { problems } = (await editor('GET', `${at}/problems`)) as Problems;
  const took = performance.now() - started;
  const wrong = problems.find(({ severity }) => severity === 'error');
  if (wrong) throw new Error(`${wrong.file}: ${wrong.message}`);
  return took;
}

/** Sends borrowers' requests from a process of its own, because in this one the editor's answers would delay them. */
class Borrowers {
  readonly #child = fork(fileURLToPath(new URL('load.ts', import.meta.url)));
  readonly #load: Load;

  constructor(load: Load) {
    this.#load = load;
  }

  /** Sends requests for a period. Returns how long each took. */
  async period(): Promise<Taken> {
    const over = new AbortController();
    this.#child.send(this.#load);
    try {
      const [taken] = (await Promise.race([once(this.#child, 'message', over), failed(this.#child, over)])) as [Taken];
      return taken;
    } finally {
      over.abort();
    }
  }

  stop(): void {
    this.#child.kill();
  }
}

async function failed(child: ChildProcess, { signal }: AbortController): Promise<never> {
  const [code] = await once(child, 'exit', { signal });
  throw new Error(`The borrowers' requests ended with ${code}.`);
}

/** A busy loop ends by itself after a minute, in case this process is killed before it can end the loop. */
const busyLoop =
  'for (const all = [], end = Date.now() + 60_000; Date.now() < end; ) for (let at = 0; at < 100_000; at += 1) all[at] = { at };';

/** Runs `during` while another process computes without a pause at the lowest priority, and allocates as a compiler does. */
async function besideBusyLoop<T>(during: () => Promise<T>): Promise<T> {
  const busy = spawn('nice', ['-n', '19', process.execPath, '-e', busyLoop], { stdio: 'ignore' });
  try {
    await once(busy, 'spawn');
    return await during();
  } finally {
    busy.kill('SIGKILL');
  }
}

/** Borrowers' requests alone, beside a busy loop, and beside an editor. */
type Beside = Record<'alone' | 'busy' | 'edited', Taken>;

function add(all: Taken, { screen, home, save }: Taken): void {
  all.screen.push(...screen);
  all.home.push(...home);
  all.save.push(...save);
}

/**
 * The periods alternate, so that other load on the machine affects all alike, and are short but many: a hundredth of one period would be its two
 * slowest requests. The busy loop is the floor. It shows what any other work on the machine costs borrowers.
 */
async function besideEdits(borrowers: Borrowers, turn: (round: number) => Promise<unknown>): Promise<Beside> {
  const nothing = (): Taken => ({ screen: [], home: [], save: [] });
  const took = { alone: nothing(), busy: nothing(), edited: nothing() };
  let round = 0;
  for (let period = 0; period < 10; period += 1) {
    add(took.alone, await borrowers.period());
    add(took.busy, await besideBusyLoop(() => borrowers.period()));
    const over = new AbortController();
    const measured = borrowers.period().finally(() => over.abort());
    while (!over.signal.aborted) await turn((round += 1));
    add(took.edited, await measured);
  }
  return took;
}

/** Compares the slowest hundredth of all requests, and of each kind of request. */
function trafficFigures({ alone, busy, edited }: Beside): Figure[] {
  const p99 = ({ screen, home, save }: Taken) => percentile([...screen, ...home, ...save], 99);
  const ratioOf = (kind: keyof Taken) => percentile(edited[kind], 99) / percentile(alone[kind], 99);
  return [
    { what: `borrowers' requests, ${traffic} a second, p99, nobody edits`, unit: 'ms', hakbang: p99(alone) },
    {
      what: '  … while somebody edits without a pause',
      unit: 'ms',
      hakbang: p99(edited),
      goal: atMost(1.2, p99(edited) / p99(alone), ' × alone'),
    },
    {
      what: '  … the floor: beside a busy loop of the lowest priority',
      unit: 'ms',
      floor: p99(busy),
      hakbang: p99(edited),
      goal: ratioGoal(1.2, p99(edited), p99(busy), 'floor'),
    },
    ...(['screen', 'home', 'save'] as const).flatMap((kind): Figure[] => [
      { what: `  … p99 of each ${kind}, nobody edits`, unit: 'ms', hakbang: percentile(alone[kind], 99) },
      { what: '  … while somebody edits', unit: '× alone', hakbang: ratioOf(kind) },
    ]),
  ];
}

/** Fewer savers than requests under way would make some wait. */
const savers = 8;

async function prepareSavers(origin: string, files: readonly SourceFile[]): Promise<Saver[]> {
  const people: Borrower[] = [];
  // Numbers far enough apart not to count as neighbours.
  for (let index = 0; index < savers; index += 1) people.push(await login(origin, `9${170_000_000 + index * 10_007}`));
  return saversOf(people, await prepareDrafts(origin, people, files));
}

/**
 * Fifty people edit one change each over twenty times the shipped configuration, in turns, through the API: from a saved edit to its problems,
 * what that costs in memory, and whether borrowers notice.
 */
export async function measureChanges({ events, loadSeconds }: Effort): Promise<Figure[]> {
  const files = withCopies(readProject(), copies);
  const configDir = writeProject(relaxed(files));
  const demo = await startDemo(port, { CONFIG_DIR: configDir });
  let borrowers: Borrowers | undefined;
  try {
    borrowers = new Borrowers({
      origin: demo.origin,
      perSecond: traffic,
      seconds: loadSeconds,
      savers: await prepareSavers(demo.origin, files),
    });
    const editor = await atDesk({ url: demo.origin }, 'editor');
    const edited = await open(editor, files);
    const turn = (round: number) => edit(editor, edited[(round * 17) % openChanges] as Edited, round);
    const first = await turn(0);
    // Each change was edited before: a turn then compares two edited states, as it would all day.
    for (let round = 1; round < openChanges; round += 1) await turn(round);
    const took: number[] = [];
    // A hundredth of fewer edits would be the slowest one.
    for (let round = 0; round < events * 10; round += 1) took.push(await turn(openChanges + round));
    // The first requests of a server are its slowest.
    await borrowers.period();
    const beside = await besideEdits(borrowers, (round) => turn(1000 + round));
    const { rssMegabytes: megabytes } = await demo.usage();
    const [half, most] = [percentile(took, 50), percentile(took, 99)];
    return [
      { what: `first problems of ${files.length} files, cold`, unit: 'ms', hakbang: first },
      { what: `edit to problems, ${openChanges} changes in turns, half`, unit: 'ms', hakbang: half, goal: atMost(500, half, ' ms') },
      { what: '  … slowest hundredth (p99)', unit: 'ms', hakbang: most, goal: atMost(500, most, ' ms') },
      { what: '  … memory of the server with its worker', unit: 'MB', hakbang: megabytes, goal: atMost(2048, megabytes, ' MB') },
      ...trafficFigures(beside),
    ];
  } finally {
    borrowers?.stop();
    await demo.stop();
    rmSync(configDir, { recursive: true, force: true });
  }
}
