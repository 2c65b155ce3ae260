import type { Place } from '../../files/unsaved.ts';
import type { Draft, Unsaved } from './wordsSession.ts';

type Drafts = Record<string, Pick<Draft, 'basedOn' | 'text'>>;

/**
 * What is not stored on the server yet, in the browser's storage. Where there is none, nothing is kept. A draft is replaced or goes only
 * by who read or put it: another tab of the same person may have put its own.
 */
export function unsavedWords({ person, change }: Place): Unsaved {
  const name = `studioWords:${person}:${change}`;
  const read = () => JSON.parse(localStorage.getItem(name) ?? '{}') as Drafts;
  let own: Drafts = {};
  return {
    get: () => {
      try {
        own = read();
        return own;
      } catch {
        return {};
      }
    },
    put: (drafts) => {
      try {
        const kept = new Map(Object.entries(read()));
        for (const [id, draft] of Object.entries(own)) if (!drafts[id] && isSame(kept.get(id), draft)) kept.delete(id);
        for (const [id, draft] of Object.entries(drafts)) if (!isSame(own[id], draft)) kept.set(id, draft);
        own = drafts;
        if (kept.size === 0) localStorage.removeItem(name);
        else localStorage.setItem(name, JSON.stringify(Object.fromEntries(kept)));
      } catch {
        // Full or forbidden: the text is still in its cell, and saved every moment.
      }
    },
  };
}

const isSame = (one: Drafts[string] | undefined, other: Drafts[string]): boolean =>
  one?.text === other.text && one.basedOn === other.basedOn;
