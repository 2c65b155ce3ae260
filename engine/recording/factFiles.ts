import type { Diagnostic, SourceFile } from '../compiler/types.ts';
import { stableJson } from '../form/hash.ts';
import { factParts, type Fact, type FactPart, type Facts } from './facts.ts';

/** Where what was recorded stands, beside the scenarios that people write. */
const pathOf = (part: FactPart): string => `tests/scenarios/recorded/${part}.json`;

/** Facts as files, a fact a line, so that a change of the product is a change of lines that somebody can read. */
export function toFiles(facts: Facts): SourceFile[] {
  return factParts.map((part) => ({ path: pathOf(part), text: `[\n${facts[part].map((fact) => JSON.stringify(fact)).join(',\n')}\n]\n` }));
}

/** @param read the text of a file; undefined where there is none */
export function fromFiles(read: (path: string) => string | undefined): Facts | undefined {
  const texts = factParts.map((part) => read(pathOf(part)));
  if (texts.every((text) => text === undefined)) return undefined;
  return Object.fromEntries(factParts.map((part, index) => [part, JSON.parse(texts[index] ?? '[]') as Fact[]])) as unknown as Facts;
}

/** What is otherwise than recorded, each at the line of what was recorded; of one thing the first only. */
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
      .map((of) => ({ line: 1, message: `${of} was not there when it was recorded.` }));
    return [...gone, ...added].map(({ line, message }) => finding(part, line, message));
  });
}

type Placed = Fact & { line: number };

function firstOtherwise(expected: readonly Placed[], actual: readonly Fact[]): { line: number; message: string } | undefined {
  const last = expected.at(-1)?.line ?? 1;
  for (let index = 0; index < Math.max(expected.length, actual.length); index++) {
    const [was, is] = [expected[index], actual[index]];
    if (was && is && was.at === is.at && stableJson(was.is) === stableJson(is.is)) continue;
    const message = `${(was ?? is)?.of}: recorded was ${tell(was)}, but it is ${tell(is)}.`;
    return { line: was?.line ?? last, message };
  }
  return undefined;
}

const tell = (fact: Fact | undefined): string => (fact ? `${fact.at} ${JSON.stringify(fact.is)}` : 'nothing');

function finding(part: FactPart, line: number, message: string): Diagnostic {
  const fix = 'Where this is meant: hakbang test --record.';
  return { code: 'recorded-otherwise', severity: 'error', file: pathOf(part), line, column: 1, pointer: `/${line - 2}`, message, fix };
}
