import { diffIndices } from 'node-diff3';
import type { SourceFile } from '../compiler/types.ts';
import { differences, type Difference } from '../diff/tree.ts';
import { linesOf } from './lines.ts';
import { readJson } from './read.ts';

/** A file of a change. Without a text, the change removes the file. */
export interface EditedFile {
  path: string;
  text?: string | undefined;
}

/** The effect of a change on one file. */
export interface ChangedFile {
  path: string;
  is: 'added' | 'changed' | 'removed';
  /** The differing places, if both files are valid JSON. Empty if only comments, the layout or the order of keys differ. */
  differences: Difference[];
  /** The differing lines of any other file. */
  lines: ChangedLines[];
}

export interface ChangedLines {
  /** Index of the first of the new lines. */
  line: number;
  was: string[];
  now: string[];
}

/** The effect of a change on its base files, sorted by path. A file with an unchanged text is not part of it. */
export function stateOfChange(base: readonly SourceFile[], edited: readonly EditedFile[]): ChangedFile[] {
  const texts = new Map(base.map(({ path, text }) => [path, text]));
  return edited
    .flatMap(({ path, text }): ChangedFile[] => {
      const was = texts.get(path);
      if (was === text) return [];
      if (was === undefined) return [{ path, is: 'added', differences: [], lines: [] }];
      if (text === undefined) return [{ path, is: 'removed', differences: [], lines: [] }];
      return [{ path, is: 'changed', ...between(path, was, text) }];
    })
    .toSorted((one, other) => (one.path < other.path ? -1 : 1));
}

function between(path: string, was: string, now: string): Pick<ChangedFile, 'differences' | 'lines'> {
  const isJson = path.endsWith('.json');
  const [old, fresh] = [isJson ? readJson(was) : undefined, isJson ? readJson(now) : undefined];
  if (old && fresh) return { differences: differences(old.value, fresh.value), lines: [] };
  const lines = diffIndices(linesOf(was), linesOf(now)).map(({ buffer1Content, buffer2, buffer2Content }) => ({
    line: buffer2[0],
    was: buffer1Content,
    now: buffer2Content,
  }));
  return { differences: [], lines };
}

/** Applies a change to all files. An unchanged file stays the same object, which keeps the compiler's cache valid. */
export function withEdits(base: readonly SourceFile[], edited: readonly EditedFile[]): SourceFile[] {
  const changed = new Map(edited.map(({ path, text }) => [path, text]));
  const kept = base.flatMap((file) => (changed.has(file.path) ? withText(file, changed.get(file.path)) : [file]));
  const known = new Set(base.map(({ path }) => path));
  return [...kept, ...edited.flatMap(({ path, text }) => (known.has(path) || text === undefined ? [] : [{ path, text }]))];
}

const withText = (file: SourceFile, text: string | undefined): SourceFile[] =>
  text === undefined ? [] : [text === file.text ? file : { path: file.path, text }];

/** The change that leads from one set of files to another. */
export function editsBetween(base: readonly SourceFile[], files: readonly SourceFile[]): EditedFile[] {
  const [old, fresh] = [base, files].map((all) => new Map(all.map(({ path, text }) => [path, text])));
  return [...new Set([...base, ...files].map(({ path }) => path))].flatMap((path) => {
    const text = fresh?.get(path);
    return old?.get(path) === text ? [] : [text === undefined ? { path } : { path, text }];
  });
}
