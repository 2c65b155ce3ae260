import type { Diagnostic, SourceFile } from '../compiler/types.ts';
import type { Difference, Recording } from './types.ts';

type Part = Difference['what'];

const parts: readonly Part[] = ['forms', 'flows', 'tables', 'screens', 'navigation'];

/** Where recordings stand, beside the scenarios that people write. */
const pathOf = (part: Part): string => `tests/scenarios/recorded/${part}.json`;

/** A recording as files, a case a line, so that a change of the product is a change of lines that somebody can read. */
export function toFiles(recording: Recording): SourceFile[] {
  return parts.map((part) => {
    const lines = recording[part].map((each) => JSON.stringify(each));
    return { path: pathOf(part), text: `{ "today": ${JSON.stringify(recording.today)}, "cases": [\n${lines.join(',\n')}\n] }\n` };
  });
}

/** @param read the text of a file; undefined where there is none */
export function fromFiles(read: (path: string) => string | undefined): Recording | undefined {
  const readPart = (part: Part) => {
    const text = read(pathOf(part));
    return text === undefined ? undefined : (JSON.parse(text) as { today: string; cases: never[] });
  };
  const files = parts.map(readPart);
  const today = files.find((file) => file !== undefined)?.today;
  if (today === undefined) return undefined;
  const cases = Object.fromEntries(parts.map((part, index) => [part, files[index]?.cases ?? []])) as unknown as Omit<Recording, 'today'>;
  return { today, ...cases };
}

/** Differences as findings, each at the line of its case. */
export function toDiagnostics(differences: readonly Difference[]): Diagnostic[] {
  return differences.map(({ what, index, of, expected, actual }) => ({
    code: 'recorded-otherwise',
    severity: 'error',
    file: pathOf(what),
    // The first case stands in the second line.
    line: index + 2,
    column: 1,
    pointer: `/cases/${index}`,
    message: `${of}: recorded was ${JSON.stringify(expected)}, but it is ${JSON.stringify(actual) ?? 'nothing'}.`,
    fix: 'Where this is meant: hakbang test --record.',
  }));
}
