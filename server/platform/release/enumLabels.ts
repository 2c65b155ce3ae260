import { partJson } from './partJson.ts';
import type { LoadedRelease } from './types.ts';

type EnumLabels = Readonly<Record<string, Readonly<Record<string, string>> | undefined>>;

/** Labels of the members of all enums. Empty for an old release that does not contain them. */
export async function enumLabels(release: LoadedRelease, language: string): Promise<EnumLabels> {
  const { manifest } = release;
  const part = manifest.enumTexts?.[language] ?? manifest.enumTexts?.[manifest.settings.languages.default];
  return part === undefined ? {} : partJson<EnumLabels>(release, part);
}
