import type { Located } from '../diagnostics.ts';
import { at, wordsFor, type Catalogue } from './catalogue.ts';
import { figuresIn, otherFigure } from './figures.ts';
import { marksIn, tagIn } from './marks.ts';
import { stemOf } from './placeholders.ts';
import { tongueOf, wrongLanguage } from './wrongLanguage.ts';

/** Checks each text of a language by itself: marks, blank texts, and the language in which it is written. */
export function checkWording(catalogue: Catalogue, main: Catalogue): Located[] {
  const tongue = tongueOf(catalogue.language.code);
  return [...catalogue.texts].flatMap(([key, text]): Located[] => {
    if (text === '') return [];
    if (text.trim() === '') return at(catalogue, key, 'blank-text', 'This text has only blanks.');
    const [mark = tagIn(text)] = marksIn(text);
    if (mark) return at(catalogue, key, mark.code, mark.message, { within: mark.index });
    const why = wrongLanguage(text, tongue, catalogue === main ? undefined : main.texts.get(key));
    return why === undefined ? [] : at(catalogue, key, 'wrong-language', `This text is not in "${tongue.code}": ${why}.`);
  });
}

/** Checks that a translation states the figures of the main language. */
export function checkFigures(catalogue: Catalogue, main: Catalogue): Located[] {
  if (catalogue === main) return [];
  return [...catalogue.stems].flatMap(([stem, keys]): Located[] => {
    const expected = wordsFor(main, stem);
    const written = keys.flatMap((key) => catalogue.texts.get(key) || []);
    if (expected.length === 0 || written.length === 0) return [];
    const other = otherFigure(figuresIn(written.join(' ')), figuresIn(expected.join(' ')));
    if (other === undefined) return [];
    const key = keys.find((each) => figuresIn(catalogue.texts.get(each) ?? '').has(other.figure)) ?? keys[0] ?? stem;
    return at(catalogue, key, 'unlike-figures', other.message);
  });
}

/** Finds siblings of one group with the same label: people could not tell them apart. */
export function checkLabels(catalogue: Catalogue, all: readonly Catalogue[]): Located[] {
  const seen = new Map<string, string>();
  return [...catalogue.texts].flatMap(([key, text]): Located[] => {
    const group = labelGroup(key);
    if (group === undefined || text === '' || stemOf(key) !== key) return [];
    const label = `${group} ${text.trim().toLowerCase()}`;
    const other = seen.get(label);
    if (other === undefined) return (seen.set(label, key), []);
    // Alike in every language is meant: reasons that people need not tell apart.
    const isMeant = all.length > 1 && all.every(({ texts }) => texts.get(key) === texts.get(other));
    return isMeant ? [] : at(catalogue, key, 'same-label', `"${other}" has the same label, so people cannot tell the two apart.`);
  });
}

/** The codes of an enum form a group. */
function labelGroup(key: string): string | undefined {
  const parts = key.split('.');
  return parts[0] === 'enums' && parts.length === 3 ? parts[1] : undefined;
}
