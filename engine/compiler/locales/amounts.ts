import type { Analysis } from '../analysis.ts';
import type { Located } from '../diagnostics.ts';
import type { Sites } from '../names/walk.ts';
import { at, wordsFor, type Catalogue } from './catalogue.ts';
import { valuesOf } from './placeholders.ts';
import type { RequiredText } from './required.ts';

/** The formats that write hundredths as an amount. */
const moneyFormats: ReadonlySet<unknown> = new Set(['money', 'moneyExact']);

/** Units stand in names, so a value is in hundredths if its name ends in "Cents". */
const hundredths = /(?:^c|C)ents(?:\.orValue\(0\))?$/;
const isComparison = /[=<>]|&&|\|\|/;

export const isInHundredths = (source: string): boolean => hundredths.test(source) && !isComparison.test(source);

/** Checks the texts of the main language; `placeholder-mismatch` holds the others against it. */
export function rawAmounts(main: Catalogue, all: readonly Catalogue[], required: readonly RequiredText[]): Located[] {
  const isFormatted = (texts: readonly string[], name: string) =>
    texts.flatMap(valuesOf).every((value) => value.name !== name || moneyFormats.has(value.format));
  const told = new Set<string>();
  return required.flatMap(({ keys: [key = ''], values = [], sources = {} }): Located[] => {
    const texts = wordsFor(main, key);
    const raw = values.find(
      (name) =>
        isInHundredths(sources[name] ?? name) &&
        !isFormatted(texts, name) &&
        // If another language formats it, the difference has its own finding.
        all.every((each) => each === main || wordsFor(each, key).length === 0 || !isFormatted(wordsFor(each, key), name)),
    );
    if (raw === undefined || told.has(key)) return [];
    told.add(key);
    const [first = key] = main.texts.has(key) ? [key] : (main.stems.get(key) ?? []);
    return at(main, first, 'raw-amount', `{{${raw}}} is in hundredths.`, { fix: `Write {{${raw}, money}}.` });
  });
}

/** Checks the facts that screens show next to each other: their formats, and whether one is a copy of another. */
export function checkFacts({ project, sites }: Analysis): Located[] {
  return project.entries.flatMap((entry) => {
    const facts = sites(entry).expressions.filter(({ owner, source }) => owner['value'] === source && owner['text'] !== undefined);
    const lists = Map.groupBy(facts, ({ pointer }) => pointer.replace(/\/\d+\/value$/, ''));
    const located = (pointer: string, code: 'raw-amount' | 'same-value', message: string): Located => ({
      document: entry.document,
      finding: { code, pointer, message, ...(code === 'raw-amount' && { fix: 'Show it as money or moneyExact.' }) },
    });
    return [...lists.values()].flatMap((list) => [
      ...list
        .filter(({ source, owner }) => isInHundredths(source) && !moneyFormats.has(owner['as']))
        .map(({ pointer }) => located(pointer, 'raw-amount', 'This value is in hundredths, and people would read them as a plain number.')),
      ...copiesIn(list).map(({ pointer }) =>
        located(pointer, 'same-value', 'Another line of this list has the same value under another name.'),
      ),
    ]);
  });
}

/** Lines that show the value of an earlier one at the same time. */
function copiesIn(list: Sites['expressions']): Sites['expressions'] {
  return list.filter(({ source, owner }, index) =>
    list
      .slice(0, index)
      .some((other) => other.source === source && other.owner['when'] === owner['when'] && other.owner['as'] === owner['as']),
  );
}
