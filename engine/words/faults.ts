import { stemOf } from '../compiler/locales/placeholders.ts';
import { counts, differing, valuesIn } from '../compiler/locales/values.ts';

/** Stray braces, which i18next shows as they are. */
const stray = /[{}]/;

export interface Translation {
  key: string;
  text: string;
  /** The texts of the key in the main language, with all plural forms. */
  source: readonly string[];
}

/** Returns why a translation cannot fill the values of its source, or undefined if it can. */
export function faultOf({ key, text, source }: Translation): string | undefined {
  if (text === '' || source.length === 0) return undefined;
  if (stray.test(text.replace(/\{\{[^{}]*\}\}/g, ''))) return 'A brace has no counterpart. Write a placeholder as {{name}}.';
  // A plural form for a single number may spell the number out. The compiler knows which form that is.
  const isPlural = stemOf(key) !== key;
  return differing(valuesIn([text]), valuesIn(source), {
    isSilent: (name) => isPlural && counts.has(name),
    others: 'The main language',
  })?.message;
}
