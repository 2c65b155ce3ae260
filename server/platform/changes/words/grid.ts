import { LRUCache } from 'lru-cache';
import { stemOf } from '../../../../engine/compiler/locales/placeholders.ts';
import {
  formsOf,
  pluralForms,
  readTexts,
  subjectOf,
  textsChangedSince,
  type TextsOfLanguage,
  type WordLanguage,
  type WordPlaces,
} from '../../../../engine/words/index.ts';
import type { LanguageOfWords } from '../../../contract/staff/studioWords.ts';
import type { Deps } from '../../deps.ts';
import { fail } from '../../problem.ts';
import { type ChangeSources, changeSources } from '../files.ts';

/** The current texts of a change, and those of its base. */
export interface Grid {
  sources: ChangeSources;
  main: string;
  /** The main language first. */
  languages: readonly WordLanguage[];
  now: ReadonlyMap<string, TextsOfLanguage>;
  before: ReadonlyMap<string, TextsOfLanguage>;
  /** All keys in the order of the main language, followed by keys that only other languages have or that have no text yet. */
  keys: readonly string[];
  /** By key: the languages that translate an earlier version of the main language's text. */
  outdated: ReadonlyMap<string, readonly string[]>;
  screensOf: (key: string) => readonly string[];
  screens: readonly string[];
}

/** Cache of the latest grids by revision of the change, because an author who types requests the same one many times. */
const kept = new LRUCache<string, Grid>({ max: 4 });

export async function gridOf(deps: Deps, id: string): Promise<Grid> {
  const sources = await changeSources(deps, id);
  const { application, revision, baseHash, before, edits } = sources;
  const version = `${revision} ${baseHash}`;
  const name = `${id} ${version}`;
  const known = kept.get(name);
  if (known) return known;
  const { places } = await deps.compilers.ask({
    change: id,
    version,
    application,
    edits,
    before: { files: before, hash: baseHash },
    wants: 'words',
  });
  if (!places) fail('languagesUnknown');
  const grid = makeGrid(sources, places);
  kept.set(name, grid);
  return grid;
}

/** The texts of the most recent base, cached because a stored release is immutable. */
let latest: { hash: string; texts: ReadonlyMap<string, TextsOfLanguage> } | undefined;

function baseTexts({ baseHash, before }: ChangeSources): ReadonlyMap<string, TextsOfLanguage> {
  if (latest?.hash !== baseHash) latest = { hash: baseHash, texts: readTexts(before) };
  return latest.texts;
}

function makeGrid(sources: ChangeSources, { main, languages, screens, needed }: WordPlaces): Grid {
  const [now, before] = [readTexts(sources.after), baseTexts(sources)];
  const texts = (code: string): TextsOfLanguage => now.get(code) ?? new Map();
  return {
    sources,
    main,
    languages: languages.toSorted((one, other) => Number(other.code === main) - Number(one.code === main)),
    now,
    before,
    keys: keysOf(languages, { main, texts, needed }),
    outdated: new Map(textsChangedSince(before, now, main).map((each) => [each.key, each.languages])),
    screensOf: (key) => screens[subjectOf(key)] ?? [],
    screens: [...new Set(Object.values(screens).flat())].toSorted(),
  };
}

interface Known {
  main: string;
  texts: (code: string) => TextsOfLanguage;
  needed: WordPlaces['needed'];
}

function keysOf(languages: readonly WordLanguage[], { main, texts, needed }: Known): string[] {
  const written = new Set([main, ...languages.map(({ code }) => code)].flatMap((code) => [...texts(code).keys()]));
  const stems = Map.groupBy(written, stemOf);
  const hasWords = (key: string) => stems.has(key);
  const lacking = needed.flatMap((keys) => (keys[0] === undefined || keys.some(hasWords) ? [] : [keys[0]]));
  return [
    ...[...stems].flatMap(([stem, forms]) => {
      if (forms.includes(stem) || forms.length < 2) return forms;
      // A language may need a plural form that the main language lacks.
      const used = new Set([...forms, ...languages.flatMap(({ plurals }) => plurals.map((form) => `${stem}_${form}`))]);
      return pluralForms.map((form) => `${stem}_${form}`).filter((key) => used.has(key));
    }),
    ...lacking,
  ];
}

/** Whether a language uses the plural form of a key. */
export function needs({ plurals }: WordLanguage, key: string, { now }: Grid): boolean {
  const stem = stemOf(key);
  if (stem === key) return true;
  const form = key.slice(stem.length + 1);
  const isPlural = [...now.values()].some((texts) => pluralForms.filter((each) => texts.has(`${stem}_${each}`)).length > 1);
  return !isPlural || plurals.includes(form);
}

/** How complete each language is, counted as in the compiler: a text with plural forms counts once. */
export function completeness({ languages, main, now }: Grid): LanguageOfWords[] {
  const stems = [...new Set([...(now.get(main)?.keys() ?? [])].map(stemOf))];
  return languages.map(({ code, name, plurals, minShare }) => ({
    code,
    name,
    plurals: [...plurals],
    filled: stems.filter((stem) => formsOf(now.get(code), stem).length > 0).length,
    of: stems.length,
    ...(minShare !== undefined && { minShare }),
  }));
}

/** A stored text, or an empty one. */
export const textAt = (texts: Grid['now'], language: string, key: string): string => texts.get(language)?.get(key)?.text ?? '';
