import { keptOf, type Place, readKept } from '../../files/kept.ts';
import type { Tabs } from '../../files/tabs.ts';
import type { Draft, Unsaved } from './wordsSession.ts';

/** Drafts that the server does not have yet, by cell. */
export function unsavedWords(place: Place, tabs?: Tabs): Unsaved {
  const kept = keptOf('studioWords', place, tabs);
  const drafts = (ids: readonly string[]) =>
    Object.fromEntries(
      ids.flatMap((id) => {
        const draft = readKept(kept.get(id)) as Pick<Draft, 'basedOn' | 'text'> | undefined;
        return draft ? [[id, draft]] : [];
      }),
    );
  return {
    get: () => drafts(kept.names()),
    put: (next) => {
      for (const id of kept.names()) if (!Object.hasOwn(next, id)) kept.put(id, undefined);
      for (const [id, draft] of Object.entries(next)) kept.put(id, JSON.stringify(draft));
    },
    adopt: async () => drafts(await kept.adopt()),
  };
}
