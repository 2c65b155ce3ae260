import type { Located } from '../diagnostics.ts';
import { at, type Catalogue } from './catalogue.ts';
import { placeholdersOf } from './placeholders.ts';

const counts = ['count', 'num'];

/** The plural rules of a language by CLDR. */
export interface Plurals {
  forms: readonly string[];
  /** Whether the form stands for a single number, so that its text need not show it. */
  isExact: (form: string) => boolean;
}

/** The largest number to try. Up to it, every category of every language occurs at least twice if it has more than one number. */
const tried = 200;

export function pluralsOf(locale: string): Plurals {
  const rules = new Intl.PluralRules(knownLocale(locale));
  const { pluralCategories } = rules.resolvedOptions();
  const met = Map.groupBy(
    Array.from({ length: tried }, (_, count) => count),
    (count) => rules.select(count),
  );
  return {
    forms: pluralCategories,
    // i18next uses the form "zero" for 0 in every language.
    isExact: (form) => form === 'zero' || met.get(form as Intl.LDMLPluralRule)?.length === 1,
  };
}

/** The locale, or English if Intl cannot read it: the name of a folder can be anything. */
export function knownLocale(locale: string): string {
  try {
    return Intl.getCanonicalLocales(locale)[0] ?? 'en';
  } catch {
    return 'en';
  }
}

const formOf = (key: string) => key.slice(key.lastIndexOf('_') + 1);

/** The texts with plural forms: keys with several forms, or with one form that shows a count. */
export function pluralStems(catalogues: Iterable<Catalogue>): ReadonlySet<string> {
  const found = new Set<string>();
  for (const { stems, texts } of catalogues) {
    for (const [stem, keys] of stems) {
      const forms = keys.filter((key) => key !== stem);
      const showsCount = () => forms.some((key) => counts.some((name) => placeholdersOf(texts.get(key) ?? '').has(name)));
      if (forms.length > 1 || (forms.length === 1 && showsCount())) found.add(stem);
    }
  }
  return found;
}

/** Checks that a text has exactly the plural forms of its language. */
export function checkPlurals(catalogue: Catalogue, stems: ReadonlySet<string>, { forms }: Plurals): Located[] {
  const { texts, language } = catalogue;
  return [...stems].flatMap((stem): Located[] => {
    const written = (catalogue.stems.get(stem) ?? []).filter((key) => texts.get(key));
    if (written.length === 0) return [];
    const extra = written.find((key) => key !== stem && formOf(key) !== 'zero' && !forms.includes(formOf(key)));
    const needed = `"${language.code}" has the plural ${forms.length === 1 ? 'form' : 'forms'} ${forms.map((form) => `_${form}`).join(', ')}`;
    if (extra !== undefined) return at(catalogue, extra, 'plural-form', `${needed}, not _${formOf(extra)}.`, { at: 'key' });
    const lacking = written.includes(stem) ? undefined : forms.find((form) => !written.includes(`${stem}_${form}`));
    if (lacking === undefined) return [];
    return at(catalogue, written[0] ?? stem, 'plural-form', `"${stem}_${lacking}" is missing: ${needed}.`, { at: 'key' });
  });
}
