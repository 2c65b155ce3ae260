import { mergeFile, resolve } from '../../../engine/merge/index.ts';
import type { Conflict, Side } from '../../contract/staff/studio.ts';
import { fail } from '../problem.ts';

/** Texts of one file; null where it does not exist. */
interface Sides {
  base: string | null;
  mine: string | null;
  theirs: string | null;
}

/**
 * Merges two edits of a file.
 *
 * @param keep decides each conflict, in their order; without it, conflicts stay. Refuses with `otherConflicts` if there are more or fewer.
 * @returns a text that has mine where conflicts are left
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
