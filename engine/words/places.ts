import type { Analysis } from '../compiler/analysis.ts';
import { pluralsOf } from '../compiler/locales/plurals.ts';
import { requiredTexts } from '../compiler/locales/required.ts';

export interface WordLanguage {
  code: string;
  name: string;
  /** The plural forms of the language. */
  plurals: readonly string[];
  /** The share of texts that a language offered in part needs, in percent. */
  minShare?: number;
}

/** The facts about a configuration's texts, without the texts themselves. */
export interface WordPlaces {
  main: string;
  languages: WordLanguage[];
  /** The screens that show a subject, such as `forms.work`, by id. */
  screens: Readonly<Record<string, readonly string[]>>;
  /** The texts that the configuration needs. Each has the key to write, followed by the keys that can replace it. */
  needed: readonly (readonly string[])[];
}

/** Returns the subject of a key: `forms.work`, `common.blocks.table`. */
export const subjectOf = (key: string): string => key.split('.', key.startsWith('common.') ? 3 : 2).join('.');

/** Finds the languages of a configuration and where its texts are shown. Undefined without valid settings. */
export function placesOfWords(analysis: Analysis): WordPlaces | undefined {
  const settings = analysis.project.one('settings')?.value.languages;
  if (!settings) return undefined;
  const screens = new Map<string, string[]>();
  const add = (id: string, subject: string) => {
    const known = screens.get(subject);
    if (!known) screens.set(subject, [id]);
    else if (!known.includes(id)) known.push(id);
  };
  const all = analysis.project.all('screen').map((entry) => ({ entry, needs: analysis.needs(entry) }));
  for (const { entry, needs } of all) {
    const subjects = [
      `screens.${entry.id}`,
      ...needs.forms.map((id) => `forms.${id}`),
      ...needs.enums.map((id) => `enums.${id}`),
      ...needs.formats.map((id) => `formats.${id}`),
      ...needs.content.map((id) => `content.${id}`),
      ...needs.blocks.map((name) => `common.blocks.${name}`),
      ...needs.widgets.map((name) => `common.widgets.${name}`),
    ];
    for (const subject of subjects) add(entry.id, subject);
  }
  // These show only labels, so they come last.
  for (const { entry, needs } of all) for (const id of needs.labelled) add(entry.id, `forms.${id}`);
  return {
    main: settings.default,
    languages: settings.offered.map(({ code, name, locale, minShare }) => ({
      code,
      name,
      plurals: pluralsOf(locale).forms,
      ...(minShare !== undefined && { minShare }),
    })),
    screens: Object.fromEntries(screens),
    needed: [
      ...new Map(
        requiredTexts(analysis)
          .flat()
          .map(({ keys }) => [keys[0], keys]),
      ).values(),
    ],
  };
}
