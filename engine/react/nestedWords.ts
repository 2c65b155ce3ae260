import { createInstance } from 'i18next';
import { textFormats } from '../config/textFormats.ts';
import type { Bundle, Values } from './text.tsx';

/** Returns the text at an existing key, with its nested texts filled in. */
export type NestedWords = (language: string, bundle: Bundle, key: string, values: Values) => string;

/**
 * i18next handles texts that contain other texts (`$t(common.next)`). This file loads on first use, because few texts need it and
 * its 13 KB would delay the first screen.
 */
export function nestedWords(write: (format: string, value: unknown) => string): NestedWords {
  const words = createInstance();
  const namespace = 'words';
  // React escapes the output. Without `initAsync: false`, the first lookup would return a key.
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
