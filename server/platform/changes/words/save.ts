import { setTexts } from '../../../../engine/words/index.ts';
import type { SavedWord } from '../../../contract/staff/studioWords.ts';
import type { Deps } from '../../deps.ts';
import { fail } from '../../problem.ts';
import type { StaffSession } from '../../staff/sessions.ts';
import { textHash } from '../changes.ts';
import { mayEdit } from '../folders.ts';
import { saveFile } from '../save.ts';
import { type Grid, gridOf, textAt } from './grid.ts';

export interface WordEdit {
  key: string;
  language: string;
  /** The text that the author was shown. */
  basedOn: string;
  text: string;
}

/** Attempts if somebody else saves between reading and writing a file, which does not happen many times in a row. */
const mostTries = 4;

/** Saves texts of a change, file by file. */
export async function saveWords(deps: Deps, staff: StaffSession, { id, words }: { id: string; words: readonly WordEdit[] }) {
  const saved = new Map<WordEdit, SavedWord>();
  let open = [...words];
  for (let tries = 0; open.length > 0; tries += 1) {
    if (tries === mostTries) fail('othersSave');
    open = await saveOnce(deps, staff, id, open, (edit, state, text) => {
      saved.set(edit, { key: edit.key, language: edit.language, state, text });
    });
  }
  return { words: words.flatMap((edit) => saved.get(edit) ?? []) };
}

type Settle = (edit: WordEdit, state: SavedWord['state'], text: string) => void;

/** Returns the edits in files that somebody else saved meanwhile. */
async function saveOnce(deps: Deps, staff: StaffSession, id: string, edits: readonly WordEdit[], settle: Settle): Promise<WordEdit[]> {
  const grid = await gridOf(deps, id);
  const stored = (edit: WordEdit) => textAt(grid.now, edit.language, edit.key);
  const left = edits.filter((edit) => {
    const state = stateOf(grid, edit, stored(edit));
    if (state) settle(edit, state, stored(edit));
    return !state;
  });
  const before = new Map(grid.sources.after.map(({ path, text }) => [path, text]));
  const { files, refused } = setTexts(before, left, grid.main);
  for (const { edit } of refused) settle(edit, 'unknown', stored(edit));
  const again: WordEdit[] = [];
  for (const { path, text, edits: own } of files) {
    if (!mayEdit(deps, staff.role, path)) {
      for (const edit of own) settle(edit, 'forbidden', stored(edit));
      continue;
    }
    const { state } = await saveFile(deps, staff, { id, path, basedOn: textHash(before.get(path) ?? null), text });
    if (state === 'conflict') again.push(...own);
    else for (const edit of own) settle(edit, 'saved', edit.text);
  }
  return again;
}

function stateOf(grid: Grid, { key, language, basedOn, text }: WordEdit, stored: string): SavedWord['state'] | undefined {
  if (!isKnown(grid, key) || !grid.languages.some(({ code }) => code === language)) return 'unknown';
  if (stored === text) return 'unchanged';
  return stored === basedOn ? undefined : 'conflict';
}

const known = new WeakMap<Grid, ReadonlySet<string>>();

/** Whether the configuration has or needs this text. */
export function isKnown(grid: Grid, key: string): boolean {
  const keys = known.get(grid) ?? new Set(grid.keys);
  known.set(grid, keys);
  return keys.has(key);
}
