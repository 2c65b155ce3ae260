import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync } from 'node:zlib';
import { readSources } from '../../engine/cli/sources.ts';
import type { SourceFile } from '../../engine/compiler/types.ts';

/** One change to one file, as an editor or a file manager makes it. */
export type Edit =
  | { file: string; op: 'replace'; old: string; new: string }
  | { file: string; op: 'delete' }
  | { file: string; op: 'rename'; to: string }
  | { file: string; op: 'create'; text: string };

/** An intentional change: one edit, or several that belong together. */
export interface Change {
  id: string;
  /** What the author wanted and, for a mistake, got wrong. */
  story: string;
  edits: Edit[];
}

export interface Mistake extends Change {
  /** The kind of file. */
  kind: string;
  /** Wrong whatever was meant: a broken reference, a missing text, an impossible figure. */
  structural: boolean;
}

const scenarioFolder = 'tests/scenarios/';
const place = (path: string) => new URL(path, import.meta.url);
const readJson = <Value>(path: string) => JSON.parse(readFileSync(place(path), 'utf8')) as Value;
const isScenario = ({ path }: SourceFile) => path.startsWith(scenarioFolder);

/** Reads the configuration and scenarios that the corpus was written for. They are frozen, like the corpus. */
export function readBase(): SourceFile[] {
  const texts = JSON.parse(brotliDecompressSync(readFileSync(place('base.json.br'))).toString()) as Record<string, string>;
  return Object.entries(texts).map(([path, text]) => ({ path, text }));
}

/** Reads the current configuration and scenarios. */
export function readCurrent(): SourceFile[] {
  const scenarios = readdirSync(place(`../../${scenarioFolder}`)).filter((name) => name.endsWith('.json'));
  return [
    ...readSources(fileURLToPath(place('../../'))),
    ...scenarios.map((name) => ({ path: scenarioFolder + name, text: readFileSync(place(`../../${scenarioFolder}${name}`), 'utf8') })),
  ];
}

export const readMistakes = (): Mistake[] =>
  readdirSync(place('corpus'))
    .sort()
    .flatMap((name) => readJson<Mistake[]>(`corpus/${name}`));

export const readLegitimate = (): Change[] => readJson('legitimate.json');

/** Files as `hakbang check` and `hakbang test` read them. */
export function split(files: readonly SourceFile[]): { sources: SourceFile[]; scenarios: SourceFile[] } {
  const isSource = (file: SourceFile) => !isScenario(file) && /\.(json|md)$/.test(file.path);
  return { sources: files.filter(isSource), scenarios: files.filter((file) => isScenario(file) && file.path.endsWith('.json')) };
}

/** Returns the edited files, or undefined if the files have changed so much that an edit no longer applies. */
export function applyIfPossible(base: readonly SourceFile[], change: Change): SourceFile[] | undefined {
  try {
    return apply(base, change);
  } catch {
    return undefined;
  }
}

/** Returns the edited files. Throws if an edit does not apply, because that is a bug in the corpus. */
export function apply(base: readonly SourceFile[], { id, edits }: Change): SourceFile[] {
  const texts = new Map(base.map(({ path, text }) => [path, text]));
  for (const edit of edits) {
    const fault = applyOne(texts, edit);
    if (fault !== undefined) throw new Error(`The corpus is broken: ${id}: ${edit.file} ${fault}`);
  }
  return [...texts].map(([path, text]) => ({ path, text })).sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** Applies an edit to the texts. Returns the reason if it cannot. */
function applyOne(texts: Map<string, string>, edit: Edit): string | undefined {
  const text = texts.get(edit.file);
  if (edit.op === 'create') {
    texts.set(edit.file, edit.text);
    return text === undefined ? undefined : 'exists already';
  }
  if (text === undefined) return 'does not exist';
  if (edit.op === 'replace') {
    const pieces = text.split(edit.old);
    texts.set(edit.file, pieces.join(edit.new));
    return pieces.length === 2 ? undefined : `has ${pieces.length - 1} times: ${edit.old}`;
  }
  texts.delete(edit.file);
  if (edit.op === 'delete') return undefined;
  const isTaken = texts.has(edit.to);
  texts.set(edit.to, text);
  return isTaken ? `cannot become ${edit.to}, which exists already` : undefined;
}
