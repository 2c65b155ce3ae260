import type { SourceFile } from '../compiler/types.ts';
import { mergeLines } from './lines.ts';
import { print } from './pieces.ts';
import { readJson, type Json } from './read.ts';
import type { Conflict, Merged, Sides } from './types.ts';
import { mergeValues, type Side } from './values.ts';

/** Merges a file that both sides may have changed. Keeps the layout and comments of *mine*. */
export function mergeFile(path: string, { base, mine, theirs }: Sides): Merged {
  if (mine === theirs || base === theirs) return { content: mine, conflicts: [] };
  if (base === mine) return { content: theirs, conflicts: [] };
  if (mine === undefined || theirs === undefined) {
    const conflict = { ...(base !== undefined && { base }), ...(mine !== undefined && { mine }), ...(theirs !== undefined && { theirs }) };
    return { content: mine, conflicts: [{ at: 'file', ...conflict }] };
  }
  if (!path.endsWith('.json')) return mergeLines(base ?? '', mine, theirs);
  const [own, other] = [readJson(mine), readJson(theirs)];
  const old = base === undefined ? undefined : readJson(base);
  if (!own || !other || (base !== undefined && !old)) return mergeLines(base ?? '', mine, theirs);
  const [before, ours, others] = [old && sideOf(old), sideOf(own), sideOf(other)];
  const { piece, conflicts } = mergeValues(before, ours, others, theirs);
  return { content: print(mine, own.root, piece), conflicts };
}

const sideOf = ({ value, root }: Json): Side => ({ value, node: root });

export interface MergedFiles {
  files: SourceFile[];
  /** The files with conflicts. */
  conflicts: { path: string; conflicts: Conflict[] }[];
}

/** Merges all files of a configuration. Files come in the order of *mine*; those that only *theirs* has follow. */
export function mergeFiles(base: readonly SourceFile[], mine: readonly SourceFile[], theirs: readonly SourceFile[]): MergedFiles {
  const [old, own, other] = [byPath(base), byPath(mine), byPath(theirs)];
  const files: SourceFile[] = [];
  const found: MergedFiles['conflicts'] = [];
  for (const path of new Set([...own.keys(), ...other.keys(), ...old.keys()])) {
    const [was, ours, others] = [old.get(path), own.get(path), other.get(path)];
    const { content, conflicts } = mergeFile(path, { base: was?.text, mine: ours?.text, theirs: others?.text });
    if (conflicts.length > 0) found.push({ path, conflicts });
    if (content === undefined) continue;
    // A file without a change stays the same object, which keeps the compiler's cache valid.
    files.push([ours, others].find((file) => file?.text === content) ?? { path, text: content });
  }
  return { files, conflicts: found };
}

const byPath = (files: readonly SourceFile[]): Map<string, SourceFile> => new Map(files.map((file) => [file.path, file]));
