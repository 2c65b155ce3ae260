import type { Compiler } from './compile.ts';
import { fileRules } from '../config/rules/files.ts';
import type { Diagnostic, SourceFile, TextEdit } from './types.ts';

export interface Fixed {
  /** The changed files with their new text. */
  changed: SourceFile[];
  /** Paths of the files that no longer exist. */
  deleted: string[];
  /** The number of fixed findings. */
  count: number;
  /** The findings that no fix removed. */
  diagnostics: Diagnostic[];
  /** All files, changed or not. */
  files: readonly SourceFile[];
}

/** A fix can reveal another mistake. After this many rounds, the author has to look. */
const mostRounds = 20;

/** Applies the automatic fixes. A fix stays only if the configuration improves: its finding is gone and nothing worse appears. */
export async function fix(files: readonly SourceFile[], compiler: Compiler): Promise<Fixed> {
  let state: State = { files, diagnostics: await compiler.check(files) };
  let count = 0;
  for (let round = 0; round < mostRounds; round++) {
    const { state: next, count: mended } = await oneRound(state, compiler);
    if (mended === 0) break;
    state = next;
    count += mended;
  }
  const before = new Map(files.map(({ path, text }) => [path, text]));
  const left = new Set(state.files.map(({ path }) => path));
  const deleted = files.map(({ path }) => path).filter((path) => !left.has(path));
  return { ...state, count, deleted, changed: state.files.filter(({ path, text }) => before.get(path) !== text) };
}

interface State {
  files: readonly SourceFile[];
  diagnostics: Diagnostic[];
}

/** Applies all fixes at once if that improves the result, otherwise one by one. */
async function oneRound(state: State, compiler: Compiler): Promise<{ state: State; count: number }> {
  const mends = apart(state.diagnostics.flatMap(({ edits }) => (edits ? [edits] : [])));
  if (mends.length === 0) return { state, count: 0 };
  const all = await tried(state, mends.flat(), compiler);
  if (all) return { state: all, count: mends.length };
  for (const edits of mends) {
    const one = await tried(state, edits, compiler);
    if (one) return { state: one, count: 1 };
  }
  return { state, count: 0 };
}

async function tried({ files, diagnostics }: State, edits: readonly TextEdit[], compiler: Compiler): Promise<State | undefined> {
  const changed = applyEdits(files, edits);
  const now = await compiler.check(changed);
  return isBetter(weigh(now), weigh(diagnostics)) ? { files: changed, diagnostics: now } : undefined;
}

/** Drops fixes that overlap an earlier one. */
function apart(mends: readonly TextEdit[][]): TextEdit[][] {
  const taken: TextEdit[] = [];
  return mends.filter((edits) => {
    if (edits.some((edit) => taken.some((other) => overlap(edit, other)))) return false;
    taken.push(...edits);
    return true;
  });
}

function overlap(a: TextEdit, b: TextEdit): boolean {
  return a.file === b.file && a.offset <= b.offset + b.length && b.offset <= a.offset + a.length;
}

/**
 * Applies edits. Files without edits stay the same object, which keeps the compiler's cache valid. An edit that leaves no text deletes the
 * file.
 */
function applyEdits(files: readonly SourceFile[], edits: readonly TextEdit[]): SourceFile[] {
  return files.flatMap((file) => {
    const own = edits.filter((edit) => edit.file === file.path).toSorted((a, b) => b.offset - a.offset);
    if (own.length === 0) return [file];
    const text = own.reduce(
      (all, { offset, length, text: written }) => all.slice(0, offset) + written + all.slice(offset + length),
      file.text,
    );
    return text === '' ? [] : [{ path: file.path, text }];
  });
}

/** Unreadable files hide other findings, so they weigh most. */
type Weight = readonly [unreadable: number, errors: number, warnings: number];

function weigh(diagnostics: readonly Diagnostic[]): Weight {
  const count = (isCounted: (each: Diagnostic) => boolean) => diagnostics.filter(isCounted).length;
  const isError = ({ severity }: Diagnostic) => severity === 'error';
  return [
    count((each) => isError(each) && Object.hasOwn(fileRules, each.code)),
    count((each) => isError(each) && !Object.hasOwn(fileRules, each.code)),
    count(({ severity }) => severity === 'warning'),
  ];
}

function isBetter(now: Weight, before: Weight): boolean {
  const differing = now.findIndex((count, index) => count !== before[index]);
  return differing !== -1 && (now[differing] ?? 0) < (before[differing] ?? 0);
}
