import type { TextsOfLanguage } from './texts.ts';

/** A text of the main language that a change has edited, and the languages whose translation did not change. */
export interface SourceChange {
  key: string;
  was: string;
  now: string;
  languages: string[];
}

type Texts = ReadonlyMap<string, TextsOfLanguage>;

/** Finds texts of the main language that changed since the base while translations did not. */
export function textsChangedSince(base: Texts, now: Texts, main: string): SourceChange[] {
  const [before, after] = [base.get(main), now.get(main)];
  if (!before || !after) return [];
  return [...after].flatMap(([key, { text }]): SourceChange[] => {
    const was = before.get(key)?.text;
    if (was === undefined || was === text) return [];
    const languages = [...now].flatMap(([code, texts]) => {
      const translation = texts.get(key)?.text;
      return code !== main && translation && translation === base.get(code)?.get(key)?.text ? [code] : [];
    });
    return languages.length > 0 ? [{ key, was, now: text, languages }] : [];
  });
}
