import { action, observable, reaction } from 'mobx';
import { useSyncExternalStore } from 'react';
import { valueAt } from '../config/fillText.ts';
import { type TextFormat, together } from '../config/textFormats.ts';
import { createFormats, type Formats } from './formats.ts';
import { useEngine } from './engine-context.tsx';
import { fill, merged, pluralKeys, type Template, templateOf } from './fill.ts';
import type { NestedWords } from './nestedWords.ts';

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

/** `{{amount, money}}` in a text: the value as the language writes it. */
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
 * The store of words, in i18next's notation. Nearly all texts are words, values and formats, which are filled in here: i18next looks
 * each one up in eight ways, fills it in with four, and would be a tenth of what is loaded before the first screen.
 *
 * @example
 * const texts = createTexts({ language: 'en' });
 * texts.add('en', { common: { next: 'Next' } });
 * texts.t('common.next'); // 'Next'
 */
export function createTexts({ language: first, locales = {}, currency = 'XXX', timeZone = 'UTC', constants = {} }: TextOptions): Texts {
  let language = first;
  const bundles = new Map<string, Bundle>();
  const version = observable.box(0);
  const formats = new Map<string, Formats>();
  // What was looked up without values; words that have not loaded yet are not kept.
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
      // Words that are empty, as in a language being prepared, are none.
      return typeof word === 'string' && word !== '';
    },
    version: () => version.get(),
    subscribe: (listener) => reaction(() => version.get(), listener),
  };
}

/** The value of a key, made when it is first asked for. */
function entryOf<Value>(map: Map<string, Value>, key: string, make: () => Value): Value {
  if (!map.has(key)) map.set(key, make());
  return map.get(key) as Value;
}

/**
 * Fills texts that hold other texts with i18next, which loads when it is first needed. Until then they are empty.
 *
 * @param onLoaded not called when loading failed, e.g. offline; the next lookup tries again
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

/** The words for a component that is no MobX observer; it renders anew when the language changes. */
export function useText(): Texts {
  const { texts } = useEngine();
  useSyncExternalStore(texts.subscribe, texts.version, texts.version);
  return texts;
}
