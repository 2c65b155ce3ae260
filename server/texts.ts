import type { Deps } from './deps.ts';

/**
 * Words that the server says itself (SMS), from locales/<language>/server.json of the active release. `{{name}}` is
 * filled from `values` or else from the constants of the settings. Falls back to the default language; throws when the key
 * stands in neither, since the compiler should have found that.
 *
 * @example serverText(deps, 'fil', 'sms.loginCode', { code: '0427', minutes: 5 })
 */
export function serverText(
  deps: Pick<Deps, 'releases'>,
  language: string,
  key: string,
  values: Record<string, string | number> = {},
): string {
  const { serverTexts, settings } = deps.releases.active().manifest;
  const text = textAt(serverTexts[language], key) ?? textAt(serverTexts[settings.languages.default], key);
  if (text === undefined) throw new Error(`locales/${language}/server.json has no text ${key}`);
  return text.replace(/\{\{\s*([\w.]+)\s*\}\}/g, (placeholder, name: string) => {
    const value = values[name] ?? settings.constants[name.replace(/^constants\./, '')];
    return value === undefined ? placeholder : String(value);
  });
}

function textAt(words: unknown, key: string): string | undefined {
  let value = words;
  for (const name of key.split('.')) value = (value as Record<string, unknown> | undefined)?.[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}
