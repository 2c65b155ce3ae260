import { createInstance } from 'i18next';
import { textFormats } from '../config/textFormats.ts';
import type { Bundle, Values } from './text.tsx';

/** The text at a key that is there, with the texts that it names filled in. */
export type NestedWords = (language: string, bundle: Bundle, key: string, values: Values) => string;

/**
 * Texts that hold other texts (`$t(common.next)`) are i18next's. This file is loaded when the first of them is looked up: few are
 * written so, and its 13 KB would come before any screen.
 */
export function nestedWords(write: (format: string, value: unknown) => string): NestedWords {
  const words = createInstance();
  const namespace = 'words';
  // React escapes what it shows; without `initAsync: false` the first answer would be a key.
  void words.init({
    fallbackLng: false,
    ns: namespace,
    defaultNS: namespace,
    nsSeparator: false,
    initAsync: false,
    resources: {},
    interpolation: { escapeValue: false },
  });
  for (const name of textFormats) words.services.formatter?.add(name, (value: unknown) => write(name, value));
  const known = new Map<string, Bundle>();
  return (language, bundle, key, values) => {
    if (known.get(language) !== bundle) words.addResourceBundle(language, namespace, bundle, false, true);
    known.set(language, bundle);
    return words.t(key, { lng: language, ...values });
  };
}
