import { textFormats } from '../../config/textFormats.ts';
import { nearMiss, type Suggestion } from '../../expression/index.ts';
import type { Located } from '../diagnostics.ts';
import { at, inText, wordsFor, type Catalogue } from './catalogue.ts';
import { valuesOf, stemOf } from './placeholders.ts';
import type { Plurals } from './plurals.ts';

/** The formats of each placeholder; '' is none. */
type Values = ReadonlyMap<string, ReadonlySet<string>>;

const known: ReadonlySet<string> = new Set(textFormats);

/** Numbers that choose a plural form. A form for a single number need not show it. */
const counts = new Set(['count', 'num']);

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

const models = new WeakMap<Compared, Map<string, Catalogue | undefined>>();

/** The result of `outvotes`, found once for all languages. */
function modelOf(compared: Compared, stem: string): Catalogue | undefined {
  const known = models.get(compared) ?? new Map<string, Catalogue | undefined>();
  models.set(compared, known);
  if (!known.has(stem)) known.set(stem, outvotes(compared.main, compared.all, stem));
  return known.get(stem);
}

/** A translation that stands for all, if there are several and they agree against the main language. */
function outvotes(main: Catalogue, all: readonly Catalogue[], stem: string): Catalogue | undefined {
  const written = (each: Catalogue) => shapeOf(valuesIn(wordsFor(each, stem)));
  const others = all.filter((each) => each !== main && wordsFor(each, stem).length > 0);
  const [first, ...more] = others;
  if (!first || more.length === 0 || !all.includes(main)) return undefined;
  const theirs = written(first);
  return more.every((each) => written(each) === theirs) && theirs !== written(main) ? first : undefined;
}

const shapeOf = (values: Values): string =>
  [...values]
    .map(([name, formats]) => `${name} ${[...formats].toSorted().join()}`)
    .toSorted()
    .join();

function valuesIn(texts: readonly string[]): Values {
  const values = new Map<string, Set<string>>();
  for (const { name, format } of texts.flatMap(valuesOf)) values.set(name, (values.get(name) ?? new Set()).add(format));
  return values;
}

function differing(
  actual: Values,
  expected: Values,
  { isSilent, others }: { isSilent: (name: string) => boolean; others: string },
): { message: string; suggestion?: Suggestion } | undefined {
  for (const [name, formats] of actual) {
    const wanted = expected.get(name);
    if (!wanted) {
      return {
        message: `${others} has no {{${name}}}.`,
        suggestion: inText(nearMiss(name, expected.keys()), (each) => `{{${each}`),
      };
    }
    // An unknown format has its own finding.
    if ([...formats, ...wanted].some((format) => format !== '' && !known.has(format))) continue;
    const other = [...formats].find((format) => !wanted.has(format)) ?? [...wanted].find((format) => !formats.has(format));
    if (other !== undefined) return otherFormat(name, formats, wanted, others);
  }
  const gone = [...expected.keys()].find((name) => !actual.has(name) && !isSilent(name));
  return gone === undefined ? undefined : { message: `{{${gone}}} is missing: ${others[0]?.toLowerCase()}${others.slice(1)} has it.` };
}

function otherFormat(
  name: string,
  formats: ReadonlySet<string>,
  wanted: ReadonlySet<string>,
  others: string,
): { message: string; suggestion?: Suggestion } {
  const [written = '', ...more] = [...formats].map((format) => braces(name, format));
  const [expected = '', ...rest] = [...wanted].map((format) => braces(name, format));
  const message = `${others} or another form has ${[expected, ...rest].join(' and ')}, not ${[written, ...more].join(' and ')}.`;
  if (more.length > 0 || rest.length > 0) return { message };
  return { message, suggestion: { fix: `Write ${expected}.`, instead: { was: written, is: expected } } };
}

const braces = (name: string, format: string): string => (format === '' ? `{{${name}}}` : `{{${name}, ${format}}}`);
