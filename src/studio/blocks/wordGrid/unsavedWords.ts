import type { Place } from '../../files/unsaved.ts';
import type { Unsaved } from './wordsSession.ts';

/** What is not stored on the server yet, in the browser's storage. Where there is none, nothing is kept. */
export function unsavedWords({ person, change }: Place): Unsaved {
  const name = `studioWords:${person}:${change}`;
  return {
    get: () => {
      try {
        return JSON.parse(localStorage.getItem(name) ?? '{}') as ReturnType<Unsaved['get']>;
      } catch {
        return {};
      }
    },
    put: (drafts) => {
      try {
        if (Object.keys(drafts).length === 0) localStorage.removeItem(name);
        else localStorage.setItem(name, JSON.stringify(drafts));
      } catch {
        // Full or forbidden: the text is still in its cell, and saved every moment.
      }
    },
  };
}
