import { createDocument } from '../../../../engine/compiler/project/document.ts';
import { formsOf } from '../../../../engine/words/index.ts';
import { readJson } from '../../../../engine/merge/read.ts';
import type { FoundPart } from '../../../contract/staff/studio.ts';
import type { WordRow, wordStates } from '../../../contract/staff/studioWords.ts';
import type { Deps } from '../../deps.ts';
import { changeRow } from '../changes.ts';
import { mayEdit } from '../folders.ts';
import { problemsOf } from '../problems.ts';
import type { StaffSession } from '../../staff/sessions.ts';
import { completeness, type Grid, gridOf, needs, textAt } from './grid.ts';
import { searchFor } from './seen.ts';

const pageSize = 50;

export interface WordFilter {
  text?: string;
  screen?: string;
  language?: string;
  state?: (typeof wordStates)[number] | '';
}

/** The texts of a change that match a filter, one page at a time. `before` is the last key of the previous page. */
export async function listWords(deps: Deps, staff: StaffSession, { id, before, ...filter }: WordFilter & { id: string; before?: string }) {
  const grid = await gridOf(deps, id);
  const { state } = await changeRow(deps.db, id);
  const keys = await filtered(deps, id, grid, filter);
  const start = before === undefined ? 0 : keys.indexOf(before) + 1;
  const shown = keys.slice(start, start + pageSize);
  const last = shown.at(-1);
  const isOpen = state === 'open' || state === 'sent';
  const lines = new Lines(grid);
  return {
    revision: grid.sources.revision,
    main: grid.main,
    languages: completeness(grid),
    screens: [...grid.screens],
    found: keys.length,
    words: shown.map((key) => rowOf(grid, key, lines, (path) => isOpen && mayEdit(deps, staff.role, path))),
    ...(last !== undefined && start + pageSize < keys.length && { next: last }),
  };
}

/** Finds texts by what somebody saw on a page in any language, or by a part of their key. */
export async function findWords(deps: Deps, id: string, text: string, most: number): Promise<{ found: FoundPart[]; more: boolean }> {
  const grid = await gridOf(deps, id);
  const keys = await filtered(deps, id, grid, { text });
  const lines = new Lines(grid);
  const found = keys.slice(0, most).flatMap((key): FoundPart[] => {
    const place = grid.now.get(grid.main)?.get(key);
    const screens = grid.screensOf(key);
    if (!place) return [];
    return [
      {
        kind: 'words',
        id: key,
        name: place.text,
        file: place.path,
        line: lines.of(place),
        pointer: place.pointer,
        uses: screens.length,
        usedIn: screens.slice(0, 5),
      },
    ];
  });
  return { found, more: keys.length > most };
}

/** The keys that match a filter, in the order of the grid. */
export async function filtered(deps: Deps, id: string, grid: Grid, { text = '', screen, language, state }: WordFilter): Promise<string[]> {
  const codes = grid.languages.flatMap(({ code }) => (!language || language === code ? [code] : []));
  const isSeen = searchFor(text);
  const wantedKey = text.trim().toLowerCase();
  const holds = await stateTest(deps, id, grid, codes, state);
  return grid.keys.filter((key) => {
    if (screen && !grid.screensOf(key).includes(screen)) return false;
    if (!holds(key)) return false;
    if (wantedKey === '' || key.toLowerCase().includes(wantedKey)) return true;
    return grid.languages.some(({ code }) => isSeen(textAt(grid.now, code, key)));
  });
}

async function stateTest(deps: Deps, id: string, grid: Grid, codes: readonly string[], state: WordFilter['state']) {
  if (state === 'missing') {
    const asked = grid.languages.filter(({ code }) => codes.includes(code));
    return (key: string) => asked.some((each) => needs(each, key, grid) && textAt(grid.now, each.code, key) === '');
  }
  if (state === 'changed') return (key: string) => codes.some((code) => textAt(grid.now, code, key) !== textAt(grid.before, code, key));
  if (state === 'outdated') return (key: string) => codes.some((code) => grid.outdated.get(key)?.includes(code));
  if (state !== 'problem') return () => true;
  const { problems } = await problemsOf(deps, id);
  const places = new Set(problems.flatMap(({ severity, file, pointer }) => (severity === 'info' ? [] : [`${file} ${pointer}`])));
  return (key: string) =>
    codes.some((code) => {
      const place = grid.now.get(code)?.get(key);
      return place !== undefined && places.has(`${place.path} ${place.pointer}`);
    });
}

function rowOf(grid: Grid, key: string, lines: Lines, mayEdit: (path: string) => boolean): WordRow {
  return {
    key,
    screens: [...grid.screensOf(key)],
    source: formsOf(grid.now.get(grid.main), key),
    outdated: [...(grid.outdated.get(key) ?? [])],
    cells: grid.languages.map((language) => {
      const place = grid.now.get(language.code)?.get(key);
      return {
        language: language.code,
        text: place?.text ?? '',
        was: textAt(grid.before, language.code, key),
        isNeeded: needs(language, key, grid),
        mayEdit: mayEdit(place?.path ?? `locales/${language.code}/`),
        ...(place && { path: place.path, pointer: place.pointer, line: lines.of(place) }),
      };
    }),
  };
}

/** Line numbers of texts in their files. Parses each file on first use. */
class Lines {
  readonly #grid: Grid;
  readonly #documents = new Map<string, ReturnType<typeof createDocument>>();

  constructor(grid: Grid) {
    this.#grid = grid;
  }

  of({ path, pointer }: { path: string; pointer: string }): number {
    let document = this.#documents.get(path);
    if (!document) {
      const text = this.#grid.sources.after.find((file) => file.path === path)?.text ?? '';
      document = createDocument(path, text, undefined, () => readJson(text)?.root);
      this.#documents.set(path, document);
    }
    return document.position(document.offset(pointer, 'key')).line;
  }
}
