import { action, observable, reaction } from 'mobx';
import { useSyncExternalStore } from 'react';
import type { Formats } from '../texts/formats.ts';
import { type Bundle, createWords, type Region, type Values } from '../texts/words.ts';
import { useEngine } from './engine-context.tsx';

export interface TextOptions extends Region {
  /** The initial language. */
  language: string;
}

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
  /** The `lang` of a text that falls back to another language, undefined if the page's language has it. */
  langOf: (keys: string | readonly string[]) => string | undefined;
  /** A number that changes whenever a text may have changed. */
  readonly version: () => number;
  readonly subscribe: (changed: () => void) => () => void;
}

/**
 * A store of texts that observers follow.
 *
 * @example const texts = createTexts({ language: 'en' }); texts.add('en', { common: { next: 'Next' } }); texts.t('common.next'); //
 * 'Next'
 */
export function createTexts({ language: first, ...region }: TextOptions): Texts {
  let language = first;
  const words = createWords(region);
  const version = observable.box(0);
  const changed = action(() => version.set(version.get() + 1));

  return {
    get language() {
      version.get();
      return language;
    },
    get formats() {
      version.get();
      return words.formats(language);
    },
    setLanguage(next) {
      if (next === language) return;
      language = next;
      changed();
    },
    add(of, more) {
      words.add(of, more);
      changed();
    },
    t(keys, values) {
      version.get();
      return words.text({ language }, keys, values) ?? (typeof keys === 'string' ? keys : (keys.at(-1) ?? ''));
    },
    has(key) {
      version.get();
      return words.has(language, key);
    },
    langOf(keys) {
      version.get();
      const shown = words.shownIn(language, keys);
      return shown === language ? undefined : shown;
    },
    version: () => version.get(),
    subscribe: (listener) => reaction(() => version.get(), listener),
  };
}

/** Returns the texts for a component that is not a MobX observer. It renders again on a language change. */
export function useText(): Texts {
  const { texts } = useEngine();
  useSyncExternalStore(texts.subscribe, texts.version, texts.version);
  return texts;
}
