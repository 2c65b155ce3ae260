import { mergeFile, resolve } from '../../../engine/merge/index.ts';
import type { Conflict, Side } from '../../contract/staff/studio.ts';
import { fail } from '../problem.ts';

/** Three versions of one file. Null means that the file does not exist. */
interface Sides {
  base: string | null;
  mine: string | null;
  theirs: string | null;
}

/**
 * Merges two edits of a file.
 *
 * @param keep one decision for each conflict, in order; without it, conflicts stay. Refuses with `otherConflicts` if the number differs.
 * @returns a text with *mine* wherever a conflict remains
 */
export function mergeTexts(path: string, sides: Sides, keep?: readonly Side[]): { text: string | null; conflicts: Conflict[] } {
  const [base, mine, theirs] = [sides.base, sides.mine, sides.theirs].map((text) => text ?? undefined);
  let merged = mergeFile(path, { base, mine, theirs });
  if (keep && keep.length !== merged.conflicts.length) return staleDecision();
  for (const side of keep ?? []) {
    const [conflict] = merged.conflicts;
    const next = conflict && resolve(merged, conflict, side);
    if (!next || 'refused' in next) return staleDecision();
    merged = next;
  }
  return { text: merged.content ?? null, conflicts: merged.conflicts.map((conflict) => ({ path, ...conflict })) };
}

const staleDecision = (): never => fail('otherConflicts');
