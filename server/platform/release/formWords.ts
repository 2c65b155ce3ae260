import type { Wording } from '../../../engine/form/shownValue.ts';
import { type Bundle, createWords, regionOf } from '../../../engine/texts/words.ts';
import { partJson } from './partJson.ts';
import type { LoadedRelease } from './types.ts';

const known = new WeakMap<LoadedRelease, Map<string, Promise<Wording>>>();

/**
 * The texts of a release's forms, enums and steps in a language, as its screens show them. A language that the release lacks falls back to
 * the default.
 *
 * @example (await formWords(release, 'en')).t('forms.work.jobType.label')
 */
export function formWords(release: LoadedRelease, language: string): Promise<Wording> {
  const languages = known.get(release) ?? new Map<string, Promise<Wording>>();
  known.set(release, languages);
  const ready = languages.get(language) ?? read(release, language);
  languages.set(language, ready);
  // Retry a failed read next time.
  ready.catch(() => languages.delete(language));
  return ready;
}

async function read(release: LoadedRelease, language: string): Promise<Wording> {
  const { settings, commonTexts, screens } = release.manifest;
  const spoken = Object.hasOwn(commonTexts, language) ? language : settings.languages.default;
  const asking = Object.values(screens).filter(({ forms, flow }) => forms.length > 0 || flow !== undefined);
  const parts = [commonTexts[spoken], ...asking.map(({ texts }) => texts[spoken])].filter((part) => part !== undefined);
  const words = createWords(regionOf(settings));
  for (const bundle of await Promise.all(parts.map((part) => partJson<Bundle>(release, part)))) words.add(spoken, bundle);
  return {
    t: (key) => words.text({ language: spoken }, key) ?? key,
    has: (key) => words.has(spoken, key),
    formats: words.formats(spoken),
  };
}
