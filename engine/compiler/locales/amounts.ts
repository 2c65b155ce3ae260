import type { Located } from '../diagnostics.ts';
import { amountFormats } from '../names/units.ts';
import { at, keysFor, wordsFor, type AnyCatalogue, type Catalogue } from './catalogue.ts';
import { valuesOf } from './placeholders.ts';
import type { RequiredText } from './required.ts';

/** Names end in their unit, so a value is in hundredths if its name ends in "Cents". */
const hundredths = /(?:^c|C)ents(?:\.orValue\(0\))?$/;
const isComparison = /[=<>]|&&|\|\|/;

const isInHundredths = (source: string): boolean => hundredths.test(source) && !isComparison.test(source);

/** Checks the texts of the main language; `placeholder-mismatch` compares the other languages with it. */
export function rawAmounts(main: AnyCatalogue, all: readonly AnyCatalogue[], required: readonly RequiredText[]): Located[] {
  const isFormatted = (texts: readonly string[], name: string) =>
    texts.flatMap(valuesOf).every((value) => value.name !== name || amountFormats.includes(value.format));
  return required.flatMap(({ keys: [key = ''], values = [], sources = {} }): Located[] => {
    if (values.length === 0) return [];
    const texts = wordsFor(main, key);
    const raw = values.find(
      (name) =>
        isInHundredths(sources[name] ?? name) &&
        !isFormatted(texts, name) &&
        // If another language formats it, the difference has its own finding.
        all.every((each) => each === main || wordsFor(each, key).length === 0 || !isFormatted(wordsFor(each, key), name)),
    );
    if (raw === undefined) return [];
    const [first = key] = keysFor(main, key);
    return at(main, first, 'raw-amount', `{{${raw}}} is in hundredths.`, { fix: `Write {{${raw}, money}}.` });
  });
}

const signBeforeAmount = /\p{Sc}\s?(?=\{\{[^{}]*,\s*money(?:Exact)?\s*\}\})/u;

/** Finds currency signs before amounts. */
export function doubleSigns(catalogue: Catalogue): Located[] {
  return catalogue.filled.flatMap((key) => {
    const sign = signBeforeAmount.exec(catalogue.texts.get(key) ?? '')?.[0];
    if (sign === undefined) return [];
    return at(catalogue, key, 'double-sign', `The amount has a sign of its own, so "${sign.trim()}" appears twice.`);
  });
}
