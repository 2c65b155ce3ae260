import { numberWords } from '../../config/numberWords.ts';
import { knownLocale } from './plurals.ts';

const units = ['second', 'minute', 'hour', 'day', 'week', 'month', 'year'] as const;
type Unit = (typeof units)[number];

const placeholder = /\{\{-?\s*([\w.]+)\s*(?:,[^}]*)?\}\}\s*/g;
const suffix = /(?:^|[.?]|[a-z\d](?=[A-Z]))([Ss]econd|[Mm]inute|[Hh]our|[Dd]ay|[Ww]eek|[Mm]onth|[Yy]ear)s(?:\.orValue\(\d+\))?$/;

/** The unit in which a name or the source of a value ends: "year" for keepYears. */
const unitIn = (source: string): string | undefined => suffix.exec(source)?.[1]?.toLowerCase();

/**
 * Finds the first placeholder whose name says one unit of time while the word after it says another. Knows the words that Intl knows.
 *
 * @param sources the expressions behind placeholders whose names have no unit
 */
export function wrongUnit(text: string, language: string, sources?: Readonly<Record<string, string>>) {
  if (!text.includes('{{')) return undefined;
  for (const { 0: written, 1: name = '', index } of text.matchAll(placeholder)) {
    const own = unitIn(name);
    const source = own === undefined ? sources?.[name] : sources ? undefined : name;
    const unit = source === undefined ? undefined : unitIn(source);
    if (unit === undefined) continue;
    const after = index + written.length;
    const found = unitAt(text.slice(after, after + longestWord).toLowerCase(), language);
    if (found && found.unit !== unit) return { message: `"${source}" counts ${unit}s, but the text says "${found.word}".`, index: after };
  }
  return undefined;
}

const longestWord = 20;

function unitAt(after: string, language: string): { unit: Unit; word: string } | undefined {
  const linker = numberWords[language]?.linker;
  const text = linker !== undefined && after.startsWith(`${linker} `) ? after.slice(linker.length + 1) : after;
  return wordsOf(language).find(({ word }) => text.startsWith(word) && isWhole(word, text.slice(word.length)));
}

/** Chinese and its relatives write no spaces between words. */
const isWhole = (word: string, rest: string): boolean => /\p{Script=Han}/u.test(word) || !/^[\p{L}\p{M}]/u.test(rest);

const known = new Map<string, { unit: Unit; word: string }[]>();

function wordsOf(language: string) {
  let words = known.get(language);
  if (!words) known.set(language, (words = units.flatMap((unit) => [...formsOf(unit, language)].map((word) => ({ unit, word })))));
  return words;
}

/** One number for each plural form that a language can have. */
const numbers = [0, 1, 2, 3, 6, 11, 100];

function formsOf(unit: Unit, language: string): ReadonlySet<string> {
  const format = new Intl.NumberFormat(knownLocale(language), { style: 'unit', unit, unitDisplay: 'long' });
  const parts = numbers.flatMap((number) => format.formatToParts(number));
  return new Set(parts.flatMap(({ type, value }) => (type === 'unit' ? [value.toLowerCase()] : [])));
}
