import { createInstance, type i18n } from 'i18next';
import { action, observable, reaction } from 'mobx';
import { useSyncExternalStore } from 'react';
import { type TextFormat, textFormats, together } from '../config/textFormats.ts';
import { createFormats, type Formats } from './formats.ts';
import { useEngine } from './engine-context.tsx';
import { fill, pluralKeys, type Template, templateOf, wordAt } from './fill.ts';

/** Words of one language: nested objects of strings, as the text parts of a release hold them. */
export interface Bundle {
  [key: string]: string | Bundle;
}

export interface TextOptions {
  /** Language to begin with. */
  language: string;
  /** BCP 47 tag for numbers and dates of a language, e.g. `{ en: 'en-PH' }`; by default the language itself. */
  locales?: Readonly<Record<string, string>>;
  /** ISO 4217 code that amounts are in; by default XXX, no currency. */
  currency?: string;
  /** IANA name of the zone whose days moments are shown as, e.g. `Asia/Tokyo`; UTC by default. */
  timeZone?: string;
  /** `{{constants.x}}` in any text. */
  constants?: Readonly<Record<string, unknown>>;
}

export type Values = Record<string, unknown>;

/** Words and formats of the chosen language. Whoever reads them in a MobX observer, or through `useText()`, follows a change. */
export interface Texts {
  readonly language: string;
  readonly formats: Formats;
  setLanguage: (language: string) => void;
  /** Adds words; nested keys are merged, a key given again is replaced. */
  add: (language: string, bundle: Bundle) => void;
  /** The first of the keys that has words, filled in; the last key itself when none has. Plurals follow `values.count` or `values.num`. */
  t: (keys: string | readonly string[], values?: Values) => string;
  has: (key: string) => boolean;
  /** A number that changes whenever a word may have changed. */
  readonly version: () => number;
  readonly subscribe: (changed: () => void) => () => void;
}

const namespace = 'words';

function createWords(language: string, constants: Readonly<Record<string, unknown>>): i18n {
  const words = createInstance();
  void words.init({
    lng: language,
    fallbackLng: false,
    ns: namespace,
    defaultNS: namespace,
    nsSeparator: false,
    returnNull: false,
    returnEmptyString: false,
    // Without this i18next answers asynchronously and the first paint would show keys.
    initAsync: false,
    resources: { [language]: { [namespace]: {} } },
    // React escapes what it shows.
    interpolation: { escapeValue: false, defaultVariables: { constants } },
  });
  return words;
}

const written: Readonly<Record<TextFormat, (formats: Formats, value: unknown) => string>> = {
  money: (formats, value) => formats.money(Number(value)),
  moneyExact: (formats, value) => formats.moneyExact(Number(value)),
  percent: (formats, value) => formats.percent(Number(value)),
  number: (formats, value) => formats.number(Number(value)),
  date: (formats, value) => formats.date(String(value)),
  dateTime: (formats, value) => formats.dateTime(String(value)),
  together: (_, value) => together(String(value)),
};

/** `{{amount, money}}` in a text: the value as the language writes it. */
function addFormats(words: i18n, formats: () => Formats): void {
  for (const name of textFormats) {
    words.services.formatter?.add(name, (value: unknown) => written[name](formats(), value));
  }
}

/**
 * The store of words: i18next without react-i18next, which would cost 7 KB for what `useSyncExternalStore` does.
 *
 * @example
 * const texts = createTexts({ language: 'en' });
 * texts.add('en', { common: { next: 'Next' } });
 * texts.t('common.next'); // 'Next'
 */
export function createTexts({ language, locales = {}, currency = 'XXX', timeZone = 'UTC', constants = {} }: TextOptions): Texts {
  const words = createWords(language, constants);
  const version = observable.box(0);
  const formats = new Map<string, Formats>();
  // What was looked up without values.
  const found = new Map<string, string>();
  const templates = new Map<string, Template | undefined>();
  let bundle: Bundle | undefined;
  const changed = action(() => {
    bundle = undefined;
    found.clear();
    templates.clear();
    version.set(version.get() + 1);
  });
  const lookUp = (keys: string | readonly string[]): string => {
    const name = typeof keys === 'string' ? keys : keys.join(' ');
    const known = found.get(name) ?? filledIn(keys, {}) ?? words.t(keys as string | string[]);
    found.set(name, known);
    return known;
  };
  const wordOf = (key: string) => wordAt((bundle ??= words.getResourceBundle(words.language, namespace) as Bundle | undefined), key);
  /** The first of the keys that stands in the words, filled in where that is plain. */
  const filledIn = (keys: string | readonly string[], values: Values, count?: number): string | undefined => {
    const plain = typeof keys === 'string' ? [keys] : keys;
    for (const key of count === undefined ? plain : pluralKeys(plain, count, words.language)) {
      const word = wordOf(key);
      if (typeof word === 'object') return undefined;
      if (!word) continue;
      if (!templates.has(word)) templates.set(word, templateOf(word));
      const template = templates.get(word);
      return template && fill(template, values);
    }
    return undefined;
  };
  const formatsNow = (): Formats => {
    const locale = locales[words.language] ?? words.language;
    const known = formats.get(locale) ?? createFormats(locale, currency, timeZone);
    formats.set(locale, known);
    return known;
  };
  addFormats(words, formatsNow);

  return {
    get language() {
      version.get();
      return words.language;
    },
    get formats() {
      version.get();
      return formatsNow();
    },
    setLanguage(next) {
      if (next === words.language) return;
      void words.changeLanguage(next);
      changed();
    },
    add(of, bundle) {
      words.addResourceBundle(of, namespace, bundle, true, true);
      changed();
    },
    t(keys, values) {
      version.get();
      if (!values) return lookUp(keys);
      const number = values['count'] ?? values['num'];
      const count = typeof number === 'number' ? { count: number } : {};
      const known = { ...values, ...count };
      return filledIn(keys, known, count.count) ?? words.t(keys as string | string[], known);
    },
    has(key) {
      version.get();
      const word = wordOf(key);
      // Words that are empty, as in a language being prepared, are none.
      return typeof word === 'string' && word !== '';
    },
    version: () => version.get(),
    subscribe: (listener) => reaction(() => version.get(), listener),
  };
}

/** The words for a component that is no MobX observer; it renders anew when the language changes. */
export function useText(): Texts {
  const { texts } = useEngine();
  useSyncExternalStore(texts.subscribe, texts.version, texts.version);
  return texts;
}
