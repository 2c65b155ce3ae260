import { fillText } from '../../engine/config/fillText.ts';
import { valueAt } from '../../engine/config/valueAt.ts';
import { textFormats, type TextFormat } from '../../engine/config/textFormats.ts';
import type { Deps } from './deps.ts';
import { smsFormats, screenFormats } from './textFormats.ts';

export type TextValues = Readonly<Record<string, string | number>>;

/**
 * Returns a text of the server (SMS or message) from locales/<language>/server.json of the active release. `{{name}}` is filled from
 * `values` or the constants of the settings, `{{name, money}}` in the language's format. `where` the text is read selects the formats. Falls
 * back to the default language. Throws if both lack the key, which the compiler should have found.
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
  const written = where === 'sms' ? smsFormats : screenFormats;
  const { serverTexts, settings } = deps.releases.active().manifest;
  const text = textAt(serverTexts[language], key) ?? textAt(serverTexts[settings.languages.default], key);
  if (text === undefined) throw new Error(`locales/${language}/server.json has no text ${key}`);
  const locale = settings.languages.offered.find(({ code }) => code === language)?.locale ?? language;
  return fillText(text, (name, format) => {
    const value = values[name] ?? settings.constants[name.replace(/^constants\./, '')];
    if (value === undefined) return undefined;
    return isFormat(format) && typeof value !== 'boolean' ? written[format](locale, value, settings) : String(value);
  });
}

const isFormat = (name: string | undefined): name is TextFormat => textFormats.some((known) => known === name);

function textAt(words: unknown, key: string): string | undefined {
  const value = valueAt(words, key);
  return typeof value === 'string' && value !== '' ? value : undefined;
}
