import { attached } from '../attached.ts';
import type { Located } from '../diagnostics.ts';
import { at, wordsFor, type Catalogue } from './catalogue.ts';
import { stemOf } from './placeholders.ts';
import type { Plurals } from './plurals.ts';
import { counts, differing, valuesIn, type Values } from './values.ts';

export interface Compared {
  main: Catalogue;
  /** All offered languages that have texts. */
  all: readonly Catalogue[];
  /** Whether a text has a finding of its own that explains the difference. */
  isFaulty: (text: string) => boolean;
}

/** Checks that each form of a text shows the values of the main language, in the same formats. */
export function checkValues(catalogue: Catalogue, compared: Compared, { isExact }: Plurals): Located[] {
  const { main, all, isFaulty } = compared;
  // Most texts have no placeholders, so skip them.
  const filled = new Set([catalogue, main, ...all].flatMap((each) => each.filled.map(stemOf)));
  return [...filled].flatMap((stem): Located[] => {
    const model = modelOf(compared, stem);
    // If all translations agree against the main language, the fault is there.
    if (model && catalogue !== main && all.includes(catalogue)) return [];
    const expected = valuesIn(wordsFor(model ?? main, stem));
    const written = (catalogue.stems.get(stem) ?? []).filter((key) => catalogue.texts.get(key));
    if (wordsFor(main, stem).length === 0 || (catalogue === main && !model && written.length < 2)) return [];
    if ([...wordsFor(main, stem), ...wordsFor(catalogue, stem)].some(isFaulty)) return [];
    for (const key of written) {
      const isSilent = (name: string) => counts.has(name) && isExact(key.slice(stem.length + 1));
      const others = model ? 'Every other language' : 'The main language';
      const fault = differing(valuesIn([catalogue.texts.get(key) ?? '']), expected, { isSilent, others });
      if (fault) return at(catalogue, key, 'placeholder-mismatch', fault.message, fault.suggestion);
    }
    return [];
  });
}

const models = attached((_compared: Compared) => new Map<string, Catalogue | undefined>());

/** The result of `outvotes`, memoized for all languages. */
function modelOf(compared: Compared, stem: string): Catalogue | undefined {
  const known = models(compared);
  if (!known.has(stem)) known.set(stem, outvotes(compared.main, compared.all, stem));
  return known.get(stem);
}

/** Returns one of several translations that agree with one another but not with the main language. Undefined otherwise. */
function outvotes(main: Catalogue, all: readonly Catalogue[], stem: string): Catalogue | undefined {
  const written = (each: Catalogue) => shapeOf(valuesIn(wordsFor(each, stem)));
  const others = all.filter((each) => each !== main && wordsFor(each, stem).length > 0);
  const [first, ...more] = others;
  if (!first || more.length === 0 || !all.includes(main)) return undefined;
  const theirs = written(first);
  return theirs !== written(main) && more.every((each) => written(each) === theirs) ? first : undefined;
}

const shapeOf = (values: Values): string =>
  [...values]
    .map(([name, formats]) => `${name} ${[...formats].toSorted().join()}`)
    .toSorted()
    .join();
