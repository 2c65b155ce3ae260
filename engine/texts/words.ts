import { createInstance, type InitOptions } from 'i18next';
import type { Settings } from '../config/settings.ts';
import { textFormats } from '../config/textFormats.ts';
import { createFormats, type Formats, onScreen, type Written } from './formats.ts';

/** Texts of one language: nested objects of strings, as in the text parts of a release. */
export interface Bundle {
  [key: string]: string | Bundle;
}

export type Values = Readonly<Record<string, unknown>>;

/** Regional settings of the texts and formats of every language. */
export interface Region {
  /** BCP 47 tags for numbers and dates by language, for example `{ en: 'en-PH' }`. Default: the language itself. */
  locales?: Readonly<Record<string, string>>;
  /** ISO 4217 currency code of amounts. Default: XXX, no currency. */
  currency?: string;
  /** IANA time zone for instants, for example `Asia/Tokyo`. Default: UTC. */
  timeZone?: string;
  /** Values of `{{constants.x}}` in any text. */
  constants?: Values;
  /** Fallback languages of each language, in order. */
  fallbacks?: Readonly<Record<string, readonly string[]>>;
}

export const regionOf = ({ languages, currency, timeZone, constants }: Settings): Region => ({
  locales: Object.fromEntries(languages.offered.map(({ code, locale }) => [code, locale])),
  currency,
  timeZone,
  constants,
  fallbacks: Object.fromEntries(languages.offered.map(({ code }) => [code, chainOf(languages, code)])),
});

/** Returns the fallback languages of a language, in order: its own, then the default. */
export function chainOf({ offered, default: main }: Settings['languages'], language: string): string[] {
  const { fallback = [] } = offered.find(({ code }) => code === language) ?? {};
  return [...new Set([...fallback, main])].filter((code) => code !== language);
}

/** The reader of a text. */
export interface Reader {
  language: string;
  /** Default: the formats of a screen. */
  written?: Written;
}

/** The texts of any number of languages. */
export interface Words {
  /**
   * Adds texts. Nested keys are merged, and a repeated key gets the new value. `$fallback` contains texts of other languages, by language.
   */
  add: (language: string, bundle: Bundle) => void;
  formats: (language: string) => Formats;
  /** Whether the language or one of its fallbacks has the text. */
  has: (language: string, key: string) => boolean;
  /** The language in which the first of these keys that has a text is shown. */
  shownIn: (language: string, keys: string | readonly string[]) => string;
  /**
   * Returns the filled text of the first key that has one, undefined if none has. An empty text counts as missing. `values.count` or
   * `values.num` selects the plural.
   */
  text: (reader: Reader, keys: string | readonly string[], values?: Values) => string | undefined;
  /** Fills in a text that has no key, for example a document. */
  fillIn: (reader: Reader, text: string, values?: Values) => string;
}

const namespace = 'words';
/** i18next hands a formatter the options and the values of a call in one object. No value can have a symbol as its name. */
const writer = Symbol('writer');

/**
 * Wraps the only instance of i18next for a set of texts, in a browser, on the server and in scenarios. A placeholder without a value stays
 * as it is; one whose value is undefined or null shows nothing. Values are inserted verbatim: i18next neither escapes them nor reads
 * placeholders or nested texts in them.
 *
 * @example const words = createWords(); words.add('en', { next: 'Next, {{name}}' }); words.text({ language: 'en' }, 'next', { name: 'Ana' });
 */
export function createWords({ locales = {}, currency = 'XXX', timeZone = 'UTC', constants = {}, fallbacks = {} }: Region = {}): Words {
  const i18n = instanceWith(constants);
  const byLanguage = new Map<string, { formats: Formats; written: Written }>();
  const formatsIn = (language: string) => {
    const known = byLanguage.get(language);
    if (known) return known;
    const formats = createFormats(locales[language] ?? language, currency, timeZone);
    const made = { formats, written: onScreen(formats) };
    byLanguage.set(language, made);
    return made;
  };
  const chainFrom = (language: string): readonly string[] => [language, ...(fallbacks[language] ?? [])];
  /** `from` is the language of the text, which selects its plural form. Values are formatted for the reader. */
  const lookup = ({ language, written }: Reader, values: Values, from = language) => ({
    lng: from,
    lngs: [from],
    replace: values,
    nest: false,
    [writer]: written ?? formatsIn(language).written,
  });
  const stored = (language: string, key: string) => {
    // For an empty key, i18next returns all texts.
    const text: unknown = i18n.getResource(language, namespace, key);
    return typeof text === 'string' ? text : '';
  };
  /**
   * A fast path: most texts have no placeholders, and looking one up takes a third of the time of a translation. Undefined if i18next must
   * fill the text, select its plural form or look for it in another language.
   */
  const withoutPlaceholders = (language: string, keys: string | readonly string[], isCounted: boolean): string | undefined => {
    for (const key of typeof keys === 'string' ? [keys] : keys) {
      if (isCounted && stored(language, `${key}_other`) !== '') return undefined;
      const text = stored(language, key);
      if (text !== '') return text.includes('{{') ? undefined : text;
    }
    return undefined;
  };

  const forms = ['', '_one', '_other', '_many', '_few', '_two', '_zero'];
  const hasAny = (language: string, key: string) => forms.some((form) => stored(language, key + form) !== '');
  const add = (language: string, { $fallback: standIns, ...bundle }: Bundle): void => {
    i18n.addResourceBundle(language, namespace, flat(bundle), true, true, { silent: true, skipCopy: true });
    if (typeof standIns !== 'object') return;
    for (const [other, texts] of Object.entries(standIns)) if (typeof texts === 'object') add(other, texts);
  };

  return {
    add,
    formats: (language) => formatsIn(language).formats,
    has: (language, key) => chainFrom(language).some((each) => stored(each, key) !== ''),
    shownIn: (language, keys) => chainFrom(language).find((each) => [keys].flat().some((key) => hasAny(each, key))) ?? language,
    text(reader, keys, values = {}) {
      const count = values['count'] ?? values['num'];
      const text = withoutPlaceholders(reader.language, keys, typeof count === 'number');
      if (text !== undefined) return text;
      for (const from of chainFrom(reader.language)) {
        const options = typeof count === 'number' ? { ...lookup(reader, { ...values, count }, from), count } : lookup(reader, values, from);
        const found: string | undefined = i18n.t(keys as string, options);
        if (found !== undefined && found !== '') return found;
      }
      return undefined;
    },
    fillIn: (reader, text, values = {}) => i18n.t('', { ...lookup(reader, values), defaultValue: text }),
  };
}

function instanceWith(constants: Values) {
  const i18n = createInstance();
  // The instance is ready at once, because the texts need no loading.
  void i18n.init({
    initAsync: false,
    resources: {},
    ns: namespace,
    // Keys are flat, so that a key never finds a group of texts.
    keySeparator: false,
    // No key contains it. With `false`, i18next searches each key for punctuation, which takes 1 µs.
    nsSeparator: '\u0000',
    ignoreJSONStructure: false,
    // React escapes what a screen shows, and the server what it writes into HTML or Markdown.
    interpolation: { escapeValue: false, defaultVariables: { constants } },
    missingInterpolationHandler: (
      _text,
      [placeholder, inner = '']: RegExpExecArray,
      { replace = {} }: InitOptions & { replace?: Values },
    ) => (Object.hasOwn(replace, inner.replace(/,.*/, '').trim()) ? '' : placeholder),
    // Without it, a missing text would be its key.
    parseMissingKeyHandler: (_key: string, filled?: string) => filled,
  });
  for (const name of textFormats) {
    i18n.services.formatter?.add(name, (value: unknown, _language, options: { [writer]: Written }) => options[writer][name](value));
  }
  return i18n;
}

function flat(bundle: Bundle, prefix = '', into: Record<string, string> = {}): Record<string, string> {
  for (const [name, text] of Object.entries(bundle)) {
    if (typeof text === 'string') into[prefix + name] = text;
    else flat(text, `${prefix}${name}.`, into);
  }
  return into;
}
