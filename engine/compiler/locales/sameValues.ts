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

/** Checks that each form of a text shows the values of the main language, in the same formats. */
export function checkValues(catalogue: Catalogue, main: Catalogue, { isExact }: Plurals): Located[] {
  // Most texts have no placeholders, so skip them.
  const filled = new Set([...catalogue.filled, ...main.filled].map(stemOf));
  return [...filled].flatMap((stem): Located[] => {
    const expected = valuesIn(wordsFor(main, stem));
    const written = (catalogue.stems.get(stem) ?? []).filter((key) => catalogue.texts.get(key));
    if (wordsFor(main, stem).length === 0 || (catalogue === main && written.length < 2)) return [];
    for (const key of written) {
      const isSilent = (name: string) => counts.has(name) && isExact(key.slice(stem.length + 1));
      const fault = differing(valuesIn([catalogue.texts.get(key) ?? '']), expected, isSilent);
      if (fault) return at(catalogue, key, 'placeholder-mismatch', fault.message, fault.suggestion);
    }
    return [];
  });
}

function valuesIn(texts: readonly string[]): Values {
  const values = new Map<string, Set<string>>();
  for (const { name, format } of texts.flatMap(valuesOf)) values.set(name, (values.get(name) ?? new Set()).add(format));
  return values;
}

function differing(
  actual: Values,
  expected: Values,
  isSilent: (name: string) => boolean,
): { message: string; suggestion?: Suggestion } | undefined {
  for (const [name, formats] of actual) {
    const wanted = expected.get(name);
    if (!wanted) {
      return {
        message: `The main language has no {{${name}}}.`,
        suggestion: inText(nearMiss(name, expected.keys()), (each) => `{{${each}`),
      };
    }
    // An unknown format has its own finding.
    if ([...formats, ...wanted].some((format) => format !== '' && !known.has(format))) continue;
    const other = [...formats].find((format) => !wanted.has(format)) ?? [...wanted].find((format) => !formats.has(format));
    if (other !== undefined) return otherFormat(name, formats, wanted);
  }
  const gone = [...expected.keys()].find((name) => !actual.has(name) && !isSilent(name));
  return gone === undefined ? undefined : { message: `{{${gone}}} is missing: the main language has it.` };
}

function otherFormat(
  name: string,
  formats: ReadonlySet<string>,
  wanted: ReadonlySet<string>,
): { message: string; suggestion?: Suggestion } {
  const [written = '', ...more] = [...formats].map((format) => braces(name, format));
  const [expected = '', ...others] = [...wanted].map((format) => braces(name, format));
  const message = `The main language or another form has ${[expected, ...others].join(' and ')}, not ${[written, ...more].join(' and ')}.`;
  if (more.length > 0 || others.length > 0) return { message };
  return { message, suggestion: { fix: `Write ${expected}.`, instead: { was: written, is: expected } } };
}

const braces = (name: string, format: string): string => (format === '' ? `{{${name}}}` : `{{${name}, ${format}}}`);
