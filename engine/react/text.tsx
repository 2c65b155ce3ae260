import { action, observable, reaction } from 'mobx';
import { useSyncExternalStore } from 'react';
import { valueAt } from '../config/valueAt.ts';
import { type TextFormat, together } from '../config/textFormats.ts';
import { createFormats, type Formats } from './formats.ts';
import { useEngine } from './engine-context.tsx';
import { fill, merged, pluralKeys, type Template, templateOf } from './fill.ts';
import type { NestedWords } from './nestedWords.ts';

/** Texts of one language: nested objects of strings, as in the text parts of a release. */
export interface Bundle {
  [key: string]: string | Bundle;
}

export interface TextOptions {
  /** The initial language. */
  language: string;
  /** BCP 47 tags for numbers and dates by language, for example `{ en: 'en-PH' }`. Default: the language itself. */
  locales?: Readonly<Record<string, string>>;
  /** ISO 4217 currency code of amounts. Default: XXX, no currency. */
  currency?: string;
  /** IANA time zone for instants, for example `Asia/Tokyo`. Default: UTC. */
  timeZone?: string;
  /** Values of `{{constants.x}}` in any text. */
  constants?: Readonly<Record<string, unknown>>;
}

export type Values = Record<string, unknown>;

/** Texts and formats of the chosen language. MobX observers and users of `useText()` follow a language change. */
export interface Texts {
  readonly language: string;
  readonly formats: Formats;
  setLanguage: (language: string) => void;
  /** Adds texts. Nested keys are merged, and a repeated key gets the new value. */
  add: (language: string, bundle: Bundle) => void;
  /**
   * Returns the filled text of the first key that has one, or the last key if none has. `values.count` or `values.num` selects the
   * plural.
   */
  t: (keys: string | readonly string[], values?: Values) => string;
  has: (key: string) => boolean;
  /** A number that changes whenever a text may have changed. */
  readonly version: () => number;
  readonly subscribe: (changed: () => void) => () => void;
}

/** The formats of `{{amount, money}}` in a text. */
const written: Readonly<Record<TextFormat, (formats: Formats, value: unknown) => string>> = {
  money: (formats, value) => formats.money(Number(value)),
  moneyExact: (formats, value) => formats.moneyExact(Number(value)),
  percent: (formats, value) => formats.percent(Number(value)),
  number: (formats, value) => formats.number(Number(value)),
  date: (formats, value) => formats.date(String(value)),
  dateTime: (formats, value) => formats.dateTime(String(value)),
  together: (_, value) => together(String(value)),
};

/**
 * A store of texts in i18next's notation. It fills in values and formats itself and leaves only nested texts to i18next. i18next
 * checks eight keys for each lookup and would be a tenth of the code that loads before the first screen.
 *
 * @example const texts = createTexts({ language: 'en' }); texts.add('en', { common: { next: 'Next' } }); texts.t('common.next'); //
 * 'Next'
 */
export function createTexts({ language: first, locales = {}, currency = 'XXX', timeZone = 'UTC', constants = {} }: TextOptions): Texts {
  let language = first;
  const bundles = new Map<string, Bundle>();
  const version = observable.box(0);
  const formats = new Map<string, Formats>();
  // Caches lookups without values. Missing texts are not cached, because they can still load.
  const found = new Map<string, string>();
  const templates = new Map<string, Template | undefined>();
  const changed = action(() => {
    found.clear();
    templates.clear();
    version.set(version.get() + 1);
  });
  const formatsNow = (): Formats => {
    const locale = locales[language] ?? language;
    return entryOf(formats, locale, () => createFormats(locale, currency, timeZone));
  };
  const write = (format: string, value: unknown): string => written[format as TextFormat](formatsNow(), value);
  const bundle = () => bundles.get(language) ?? {};
  const fillNested = lazyNested(write, changed);
  const filledIn = (keys: readonly string[], values: Values, count?: number): string => {
    const all = { constants, ...values };
    for (const key of count === undefined ? keys : pluralKeys(keys, count, language)) {
      const text = valueAt(bundle(), key);
      if (typeof text !== 'string' || text === '') continue;
      const template = entryOf(templates, text, () => templateOf(text));
      return template ? fill(template, all, write) : fillNested(language, bundle(), key, all);
    }
    return keys.at(-1) ?? '';
  };

  return {
    get language() {
      version.get();
      return language;
    },
    get formats() {
      version.get();
      return formatsNow();
    },
    setLanguage(next) {
      if (next === language) return;
      language = next;
      changed();
    },
    add(of, more) {
      const known = bundles.get(of);
      bundles.set(of, known ? merged(known, more) : more);
      changed();
    },
    t(keys, values) {
      version.get();
      const all = typeof keys === 'string' ? [keys] : keys;
      if (values) {
        const number = values['count'] ?? values['num'];
        return typeof number === 'number' ? filledIn(all, { ...values, count: number }, number) : filledIn(all, values);
      }
      const name = all.join(' ');
      const known = found.get(name) ?? filledIn(all, {});
      if (known !== '') found.set(name, known);
      return known;
    },
    has(key) {
      version.get();
      const word = valueAt(bundle(), key);
      // An empty text, as in a prepared language, counts as missing.
      return typeof word === 'string' && word !== '';
    },
    version: () => version.get(),
    subscribe: (listener) => reaction(() => version.get(), listener),
  };
}

/** Returns the value of a key and creates it on first use. */
function entryOf<Value>(map: Map<string, Value>, key: string, make: () => Value): Value {
  if (!map.has(key)) map.set(key, make());
  return map.get(key) as Value;
}

/**
 * Fills nested texts with i18next, which loads on first use. They are empty until then.
 *
 * @param onLoaded not called if loading failed, for example offline; the next lookup tries again
 */
function lazyNested(write: (format: string, value: unknown) => string, onLoaded: () => void): NestedWords {
  let nested: NestedWords | undefined;
  let isLoading = false;
  const load = async () => {
    isLoading = true;
    try {
      const { nestedWords } = await import('./nestedWords.ts');
      nested = nestedWords(write);
      onLoaded();
    } catch {
      isLoading = false;
    }
  };
  return (...lookup) => {
    if (nested) return nested(...lookup);
    if (!isLoading) void load();
    return '';
  };
}

/** Returns the texts for a component that is not a MobX observer. It renders again on a language change. */
export function useText(): Texts {
  const { texts } = useEngine();
  useSyncExternalStore(texts.subscribe, texts.version, texts.version);
  return texts;
}
