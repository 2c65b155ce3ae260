import { type Bundle, createWords, regionOf } from '../../../engine/texts/words.ts';
import { partJson } from './partJson.ts';
import type { LoadedRelease } from './types.ts';

/** The texts of a screen in the default language, by key: `heading`. A missing key is returned as is. */
export async function screenWords(release: LoadedRelease, screen: string): Promise<(key: string) => string> {
  const { settings, screens } = release.manifest;
  const language = settings.languages.default;
  const words = createWords(regionOf(settings));
  const part = screens[screen]?.texts[language];
  if (part !== undefined) words.add(language, await partJson<Bundle>(release, part));
  return (key) => words.text({ language }, `screens.${screen}.${key}`) ?? key;
}
