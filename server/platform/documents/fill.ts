import { fillText } from '../../../engine/config/fillText.ts';
import { escapeMarkdown } from '../../../engine/config/markdown.ts';
import { partJson } from '../release/partJson.ts';
import type { LoadedRelease } from '../release/types.ts';

/** Markdown that code has made; anything else that fills a document is text, and nothing in it is a mark. */
export interface RawMarkdown {
  markdown: string;
}
export type DocumentValues = Readonly<Record<string, string | RawMarkdown>>;

type Constants = Readonly<Record<string, string | number | boolean>>;

/** A document with its placeholders filled: from the values, `{{constants.x}}` from the settings. The rest stays as it stands. */
export const fillDocument = (markdown: string, constants: Constants, values: DocumentValues = {}): string =>
  fillText(markdown, (name, format) => {
    if (format !== undefined) return undefined;
    if (name.startsWith('constants.')) return constants[name.slice('constants.'.length)]?.toString();
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    return typeof value === 'string' ? escapeMarkdown(value) : value?.markdown;
  });

/** A document of a release in a language, or in the default one where that has none. */
export async function readDocument(
  release: LoadedRelease,
  id: string,
  wanted: string,
): Promise<{ language: string; markdown: string; hash: string } | undefined> {
  const { settings, documents } = release.manifest;
  const translations = Object.hasOwn(documents, id) ? documents[id] : undefined;
  const language = translations?.[wanted] ? wanted : settings.languages.default;
  const version = translations?.[language];
  if (!version) return undefined;
  const { markdown } = await partJson<{ markdown: string }>(release, version.part);
  return { language, markdown, hash: version.hash };
}
