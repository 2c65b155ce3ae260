import type { Typed, Unsaved } from './fileSession.ts';

const keyOf = (change: string, path: string): string => `studio:${change}:${path}`;

/** What the server has not stored yet of a file, in the browser's storage. Where there is none, nothing is kept. */
export function unsavedText(change: string, path: string): Unsaved {
  const key = keyOf(change, path);
  return {
    get: () => {
      try {
        const kept = localStorage.getItem(key);
        return kept === null ? undefined : (JSON.parse(kept) as Typed);
      } catch {
        return undefined;
      }
    },
    put: (unsaved) => {
      try {
        if (unsaved) localStorage.setItem(key, JSON.stringify(unsaved));
        else localStorage.removeItem(key);
      } catch {
        // Full or forbidden: the text is still in the editor, and saved every moment.
      }
    },
  };
}

/** The files of a change with something that is not stored yet. */
export function keptPaths(change: string): string[] {
  const prefix = keyOf(change, '');
  try {
    return Object.keys(localStorage).flatMap((key) => (key.startsWith(prefix) ? [key.slice(prefix.length)] : []));
  } catch {
    return [];
  }
}
