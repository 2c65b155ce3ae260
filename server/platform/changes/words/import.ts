import { faultOf, formsOf } from '../../../../engine/words/index.ts';
import type { Cause } from '../../../contract/staff/studio.ts';
import type { ImportedWord } from '../../../contract/staff/studioWords.ts';
import type { Deps } from '../../deps.ts';
import type { StaffSession } from '../../staff/sessions.ts';
import { mayEdit } from '../folders.ts';
import { type Grid, gridOf, needs, textAt } from './grid.ts';
import { readFile, type ReadWord, Unreadable } from './read.ts';
import { isKnown } from './save.ts';
import { changedSince } from './version.ts';

/** Previews the effect of each row in a translator's file, or says why the file is unreadable. */
export async function readWords(deps: Deps, staff: StaffSession, { id, file }: { id: string; file: string }) {
  const grid = await gridOf(deps, id);
  const read = readRows(grid, file);
  if ('code' in read) return { rows: [], unreadable: read, unchanged: 0, empty: 0 };
  const rows = read.map((row) => judged(grid, row, (path) => mayEdit(deps, staff.role, path)));
  const count = (state: ImportedWord['state']) => rows.filter((row) => row.state === state).length;
  return {
    rows: rows.filter(({ state }) => state !== 'unchanged' && state !== 'empty'),
    unchanged: count('unchanged'),
    empty: count('empty'),
  };
}

function readRows({ main, languages }: Grid, file: string): ReadWord[] | Cause {
  try {
    return readFile(file, { main, codes: languages.map(({ code }) => code) });
  } catch (error) {
    if (error instanceof Unreadable) return error.why;
    throw error;
  }
}

function judged(grid: Grid, { key, language, text, version }: ReadWord, mayEditPath: (path: string) => boolean): ImportedWord {
  const was = textAt(grid.now, language, key);
  const row = (state: ImportedWord['state'], why?: Cause): ImportedWord => ({
    key: key.slice(0, 300),
    language,
    state,
    was,
    text: text.slice(0, 10_000),
    ...(why !== undefined && { why }),
  });
  if (text === was) return row('unchanged');
  // A row without a translation is unfinished. It does not remove the text.
  if (text.trim() === '') return row('empty');
  const known = grid.languages.find(({ code }) => code === language);
  if (!isKnown(grid, key) || !known || !needs(known, key, grid)) return row('unknown', { code: 'unknown', params: {} });
  if (!mayEditPath(grid.now.get(language)?.get(key)?.path ?? `locales/${language}/`))
    return row('forbidden', { code: 'forbidden', params: {} });
  if (text.length > 10_000) return row('fault', { code: 'tooLong', params: {} });
  const fault = language === grid.main ? undefined : faultOf({ key, text, source: formsOf(grid.now.get(grid.main), key) });
  if (fault !== undefined) return row('fault', { code: 'fault', params: { said: fault } });
  const late = changedSince(grid, { key, language, version });
  return late === undefined ? row('change') : row('conflict', late);
}
