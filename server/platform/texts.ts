import type { Manifest } from '../../engine/compiler/types.ts';
import { type Bundle, createWords, type Reader, regionOf, type Words } from '../../engine/texts/words.ts';
import type { Deps } from './deps.ts';
import { serverFormats } from './serverFormats.ts';

export type TextValues = Readonly<Record<string, string | number>>;

/**
 * Returns a text of the server (SMS or message) from locales/<language>/server.json of the active release. `{{name}}` is filled from
 * `values` or the constants of the settings, `{{name, money}}` in the language's format. The place where the text is read (`where`) selects
 * the formats. Falls back to the default language. Throws if both lack the key, which the compiler should have found.
 *
 * @example serverText(deps, 'fil', 'sms.loginCode', { code: '0427', minutes: 5 })
 */
export function serverText(
  deps: Pick<Deps, 'releases'>,
  language: string,
  key: string,
  values: TextValues = {},
  where: 'sms' | 'screen' = 'sms',
): string {
  const { manifest } = deps.releases.active();
  const text = wordsOf(manifest).text(readerOf(manifest, language, where), key, { ...manifest.settings.constants, ...values });
  if (text === undefined) throw new Error(`locales/${language}/server.json has no text ${key}`);
  return text;
}

/** Fills in a text that is not in server.json: a document. */
export const fillText = (manifest: Manifest, language: string, text: string, values: TextValues): string =>
  wordsOf(manifest).fillIn(readerOf(manifest, language, 'screen'), text, values);

function readerOf(manifest: Manifest, language: string, where: 'sms' | 'screen'): Reader {
  const { languages } = manifest.settings;
  const locale = languages.offered.find(({ code }) => code === language)?.locale ?? language;
  const formats = serverFormats(wordsOf(manifest).formats(language), locale, manifest.settings);
  return { language, written: formats[where] };
}

const known = new WeakMap<Manifest, Words>();

/** The server's texts of a release. */
function wordsOf(manifest: Manifest): Words {
  let words = known.get(manifest);
  if (words) return words;
  words = createWords(regionOf(manifest.settings));
  for (const [language, bundle] of Object.entries(manifest.serverTexts)) words.add(language, bundle as Bundle);
  known.set(manifest, words);
  return words;
}
