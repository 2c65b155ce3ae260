import { diff3Merge } from 'node-diff3';
import type { LinesConflict, Merged } from './types.ts';

export const linesOf = (text: string): string[] => text.split(/\r?\n/);

export const eolOf = (text: string): string => (text.includes('\r\n') ? '\r\n' : '\n');

/** Merges texts line by line. Edits of adjacent lines conflict, too. */
export function mergeLines(base: string, mine: string, theirs: string): Merged {
  const content: string[] = [];
  const conflicts: LinesConflict[] = [];
  for (const { ok, conflict } of diff3Merge(linesOf(mine), linesOf(base), linesOf(theirs), { excludeFalseConflicts: true })) {
    if (conflict) conflicts.push({ at: 'lines', line: content.length, base: conflict.o, mine: conflict.a, theirs: conflict.b });
    content.push(...(ok ?? conflict?.a ?? []));
  }
  return { content: content.join(eolOf(mine)), conflicts };
}
