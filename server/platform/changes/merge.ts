import type { Conflict } from '../../contract/staff/studio.ts';

/** Texts of one file; null where it does not exist. */
export interface Sides {
  base: string | null;
  mine: string | null;
  theirs: string | null;
}

/** Merges two edits of a file. `text` has mine where they collide. */
export function mergeTexts(path: string, { base, mine, theirs }: Sides): { text: string | null; conflicts: Conflict[] } {
  if (mine === theirs || theirs === base) return { text: mine, conflicts: [] };
  if (mine === base) return { text: theirs, conflicts: [] };
  return { text: mine, conflicts: [{ path, pointer: '', base, mine, theirs }] };
}

/** Decides a conflict of a merged text. */
export function resolveConflict(text: string | null, { pointer, theirs }: Conflict, side: 'mine' | 'theirs'): string | null {
  if (side === 'mine') return text;
  return pointer === '' ? (theirs as string | null) : text;
}
