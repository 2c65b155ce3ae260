import type { Typed, Unsaved } from './fileSession.ts';

/** The edits of one person to one change. */
export interface Place {
  person: string;
  change: string;
}

const keyOf = ({ person, change }: Place, path: string): string => `studio:${person}:${change}:${path}`;

/**
 * What the server has not stored yet of a file, in the browser's storage. Where there is none, nothing is kept. It goes only if it still
 * is what was read or put here: another tab of the same person may have put its own.
 */
export function unsavedText(place: Place, path: string): Unsaved {
  const key = keyOf(place, path);
  let own: string | null = null;
  return {
    get: () => {
      try {
        const kept = localStorage.getItem(key);
        own = kept;
        return kept === null ? undefined : (JSON.parse(kept) as Typed);
      } catch {
        return undefined;
      }
    },
    put: (unsaved) => {
      try {
        if (!unsaved && localStorage.getItem(key) === own) localStorage.removeItem(key);
        own = unsaved ? JSON.stringify(unsaved) : null;
        if (own !== null) localStorage.setItem(key, own);
      } catch {
        // Full or forbidden: the text is still in the editor, and saved every moment.
      }
    },
  };
}

/** The files of a change with something of a person's that is not stored yet. */
export function keptPaths(place: Place): string[] {
  const prefix = keyOf(place, '');
  try {
    return Object.keys(localStorage).flatMap((key) => (key.startsWith(prefix) ? [key.slice(prefix.length)] : []));
  } catch {
    return [];
  }
}
