import { partJson } from './partJson.ts';
import type { LoadedRelease } from './types.ts';

type EnumLabels = Readonly<Record<string, Readonly<Record<string, string>> | undefined>>;

/** Labels of the members of all enums. Empty for an old release that does not contain them. */
export async function enumLabels(release: LoadedRelease, language: string): Promise<EnumLabels> {
  const { manifest } = release;
  const part = manifest.enumTexts?.[language] ?? manifest.enumTexts?.[manifest.settings.languages.default];
  if (part === undefined) return {};
  const { $fallback: standIns = {}, ...own } = await partJson<EnumLabels & { $fallback?: Record<string, EnumLabels> }>(release, part);
  // Earlier fallback languages take precedence, and no two contain the same code.
  return Object.values(standIns).reduce<EnumLabels>(merged, own);
}

const merged = (one: EnumLabels, other: EnumLabels): EnumLabels => ({
  ...one,
  ...Object.fromEntries(Object.entries(other).map(([id, labels]) => [id, { ...labels, ...one[id] }])),
});
