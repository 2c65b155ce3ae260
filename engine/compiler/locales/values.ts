import { textFormats } from '../../config/textFormats.ts';
import { nearMiss, type Suggestion } from '../../expression/suggest.ts';
import { inText } from './inText.ts';
import { valuesOf } from './placeholders.ts';

/** The formats of each placeholder; '' is none. */
export type Values = ReadonlyMap<string, ReadonlySet<string>>;

const known: ReadonlySet<string> = new Set(textFormats);

/** Numbers that select a plural form. A form for exactly one number need not show it. */
export const counts: ReadonlySet<string> = new Set(['count', 'num']);

export function valuesIn(texts: readonly string[]): Values {
  const values = new Map<string, Set<string>>();
  for (const { name, format } of texts.flatMap(valuesOf)) values.set(name, (values.get(name) ?? new Set()).add(format));
  return values;
}

/** Finds the first placeholder that differs from the expected ones. `others` names the texts that expect it. */
export function differing(
  actual: Values,
  expected: Values,
  { isSilent, others }: { isSilent: (name: string) => boolean; others: string },
): { message: string; suggestion?: Suggestion } | undefined {
  for (const [name, formats] of actual) {
    const wanted = expected.get(name);
    if (!wanted) {
      return {
        message: `${lacking(others)} {{${name}}}.`,
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

/** "Every other language has no" would not be English. */
const lacking = (others: string): string => (others.startsWith('Every ') ? `${others.replace('Every', 'No')} has` : `${others} has no`);

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
