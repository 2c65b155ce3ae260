import type { Diagnostic, SourceFile } from '../compiler/types.ts';
import { stableJson } from '../form/hash.ts';
import { factParts, type Fact, type FactPart, type Facts } from './facts.ts';

/** Next to the hand-written scenarios. */
const pathOf = (part: FactPart): string => `tests/scenarios/recorded/${part}.json`;

/** Writes facts as files with one fact per line, for a readable diff. */
export function toFiles(facts: Facts): SourceFile[] {
  return factParts.map((part) => ({ path: pathOf(part), text: `[\n${facts[part].map((fact) => JSON.stringify(fact)).join(',\n')}\n]\n` }));
}

/** @param read returns the text of a file, or undefined */
export function fromFiles(read: (path: string) => string | undefined): Facts | undefined {
  const texts = factParts.map((part) => read(pathOf(part)));
  if (texts.every((text) => text === undefined)) return undefined;
  return Object.fromEntries(factParts.map((part, index) => [part, JSON.parse(texts[index] ?? '[]') as Fact[]])) as unknown as Facts;
}

/** Compares facts. Each difference is at the line of the recorded fact. Reports only the first difference of each subject. */
export function toDiagnostics(recorded: Facts, now: Facts): Diagnostic[] {
  return factParts.flatMap((part) => {
    const actual = Map.groupBy(now[part], ({ of }) => of);
    const expected = Map.groupBy(
      recorded[part].map((fact, line) => ({ ...fact, line: line + 2 })),
      ({ of }) => of,
    );
    const gone = [...expected].flatMap(([of, facts]) => firstOtherwise(facts, actual.get(of) ?? []) ?? []);
    const added = [...actual.keys()]
      .filter((of) => !expected.has(of))
      .map((of) => ({ line: 1, message: `${of} is not in the recording.` }));
    return [...gone, ...added].map(({ line, message }) => finding(part, line, message));
  });
}

type Placed = Fact & { line: number };

function firstOtherwise(expected: readonly Placed[], actual: readonly Fact[]): { line: number; message: string } | undefined {
  const last = expected.at(-1)?.line ?? 1;
  for (let index = 0; index < Math.max(expected.length, actual.length); index++) {
    const [was, is] = [expected[index], actual[index]];
    if (was && is && was.at === is.at && stableJson(was.is) === stableJson(is.is)) continue;
    const message = `${(was ?? is)?.of}: the recording has ${describe(was)}, but now it is ${describe(is)}.`;
    return { line: was?.line ?? last, message };
  }
  return undefined;
}

const describe = (fact: Fact | undefined): string => (fact ? `${fact.at} ${JSON.stringify(fact.is)}` : 'nothing');

function finding(part: FactPart, line: number, message: string): Diagnostic {
  const fix = 'If this is intended, run hakbang renew.';
  return { code: 'recorded-otherwise', severity: 'error', file: pathOf(part), line, column: 1, pointer: `/${line - 2}`, message, fix };
}
