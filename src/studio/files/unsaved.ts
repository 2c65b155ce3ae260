import type { Typed, Unsaved } from './fileSession.ts';
import { type Kept, readKept } from './kept.ts';

/** What the server has not stored yet of a file. */
export const unsavedText = (kept: Kept, path: string): Unsaved => ({
  get: () => readKept(kept.get(path)) as Typed | undefined,
  put: (unsaved) => kept.put(path, unsaved && JSON.stringify(unsaved)),
});
