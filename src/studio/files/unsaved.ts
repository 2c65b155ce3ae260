import type { Typed, Unsaved } from './fileSession.ts';
import { type Kept, readKept } from './kept.ts';

/** Stores the unsaved text of a file. */
export const unsavedText = (kept: Kept, path: string): Unsaved => ({
  get: () => readKept(kept.get(path)) as Typed | undefined,
  put: (unsaved) => kept.put(path, unsaved && JSON.stringify(unsaved)),
});
