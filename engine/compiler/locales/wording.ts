import type { Located } from '../diagnostics.ts';
import { at, wordsFor, type Catalogue } from './catalogue.ts';
import { figuresIn, otherFigure } from './figures.ts';
import { marksIn, tagIn, unfinishedIn } from './marks.ts';
import { stemOf } from './placeholders.ts';
import { wrongUnit } from './timeUnits.ts';
import { tongueOf, wrongLanguage } from './wrongLanguage.ts';

/** Checks each text of a language without comparing it: marks, blank texts, and its language. */
export function checkWording(catalogue: Catalogue, main: Catalogue): Located[] {
  const tongue = tongueOf(catalogue.language.code);
  return [...catalogue.texts].flatMap(([key, text]): Located[] => {
    if (text === '') return [];
    if (text.trim() === '') return at(catalogue, key, 'blank-text', 'This text is blank.');
    const [mark = tagIn(text) ?? unfinishedIn(text)] = marksIn(text);
    if (mark) return at(catalogue, key, mark.code, mark.message, { within: mark.index });
    const unit = wrongUnit(text, catalogue.language.code);
    if (unit) return at(catalogue, key, 'wrong-unit', unit.message, { within: unit.index });
    const why = wrongLanguage(text, tongue, catalogue === main ? undefined : main.texts.get(key));
    return why === undefined ? [] : at(catalogue, key, 'wrong-language', `This text is not in "${tongue.code}": ${why}.`);
  });
}

/** Checks that a text states the same figures in every language. If several translations agree, only the main language is reported. */
export function checkFigures(catalogue: Catalogue, main: Catalogue, all: readonly Catalogue[]): Located[] {
  const translations = all.filter((each) => each !== main);
  return [...catalogue.stems].flatMap(([stem, keys]): Located[] => {
    if (wordsFor(main, stem).length === 0 || wordsFor(catalogue, stem).length === 0) return [];
    const stated = (each: Catalogue) => figuresIn(wordsFor(each, stem).join(' '));
    const [first, ...others] = translations.filter((each) => wordsFor(each, stem).length > 0).map(stated);
    const agreed = first && others.length > 0 && others.every((each) => otherFigure(each, first) === undefined) ? first : undefined;
    const isOfMain = agreed !== undefined && otherFigure(stated(main), agreed) !== undefined;
    if (isOfMain !== (catalogue === main)) return [];
    const other = otherFigure(stated(catalogue), agreed ?? stated(main), isOfMain ? 'translations' : 'main');
    if (other === undefined) return [];
    const key = keys.find((each) => figuresIn(catalogue.texts.get(each) ?? '').has(other.figure)) ?? keys[0] ?? stem;
    return at(catalogue, key, 'unlike-figures', other.message);
  });
}

/** The length of shorter texts varies too much between languages. */
const longText = 30;
const muchLonger = 2.5;

const counted = (letters: number): string => letters.toLocaleString('en');

const lengthOf = (text: string): number => text.replace(/\{\{[^}]*\}\}/g, '0000').length;

/** Finds texts that are too long for the space that their translations fit into. */
export function checkLengths(catalogue: Catalogue, all: readonly Catalogue[]): Located[] {
  const others = all.filter((each) => each !== catalogue);
  if (others.length === 0) return [];
  return [...catalogue.texts].flatMap(([key, text]): Located[] => {
    if (text.length <= longText || stemOf(key) !== key) return [];
    const length = lengthOf(text);
    if (length <= longText) return [];
    const longest = Math.max(...others.map(({ texts }) => lengthOf(texts.get(key) || text)));
    if (length <= longest * muchLonger) return [];
    return at(
      catalogue,
      key,
      'unlike-length',
      `This text has ${counted(length)} letters; its longest translation has ${counted(longest)}.`,
    );
  });
}

/** Finds codes of an enum with the same label. @param isChosen people choose between the codes */
export function checkLabels(catalogue: Catalogue, main: Catalogue, all: readonly Catalogue[], isChosen: boolean): Located[] {
  const seen = new Map<string, string>();
  return [...catalogue.texts].flatMap(([key, text]): Located[] => {
    const group = labelGroup(key);
    if (group === undefined || text === '' || stemOf(key) !== key) return [];
    const label = `${group} ${text.toLowerCase().replace(/[\s\p{P}]+/gu, '')}`;
    const other = seen.get(label);
    if (other === undefined) return (seen.set(label, key), []);
    const isEverywhere = all.length > 1 && all.every(({ texts }) => texts.get(key) === texts.get(other));
    // Reasons that people need not distinguish have the same text in every language.
    const isMeant = isEverywhere && (!isChosen || catalogue !== main);
    return isMeant ? [] : at(catalogue, key, 'same-label', `"${other}" has the same label, so people cannot distinguish the two.`);
  });
}

/** The labels of one enum are compared with one another. */
function labelGroup(key: string): string | undefined {
  const parts = key.split('.');
  return parts[0] === 'enums' && parts.length === 3 ? parts[1] : undefined;
}
