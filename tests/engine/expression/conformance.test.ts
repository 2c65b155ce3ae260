import { describe, expect, test } from 'vitest';
import reasons from '../../cases/conformance/reasons.json' with { type: 'json' };
import { outcomeOf } from './conformance/outcome.ts';
import { conformanceTests } from './conformance/suite.ts';

interface Reason {
  reason: string;
  /** A pattern that matches the expression or our finding. The first matching reason counts. */
  source?: string;
  finding?: string;
}

const all = conformanceTests().map((each) => ({ ...each, outcome: outcomeOf(each.test) }));
type Tried = (typeof all)[number];

const matches = (pattern: string | undefined, text: string): boolean => pattern !== undefined && new RegExp(pattern).test(text);

function reasonOf({ outcome, test: { expr } }: Tried): string | undefined {
  if (outcome === 'agrees' || !('refused' in outcome)) return undefined;
  const { refused } = outcome;
  const found = (reasons as Reason[]).find(({ source, finding }) => matches(source, expr) || matches(finding, refused));
  return found?.reason ?? `unexplained: ${refused}`;
}

/** The names of a section, or their number if all have the reason. */
function listed(names: readonly string[], section: string): string {
  const total = all.filter((each) => each.section === section).length;
  return JSON.stringify(names.length === total ? `all ${total}` : names);
}

function tableOf(refused: readonly Tried[]): string {
  const byReason = Object.groupBy(refused, (each) => reasonOf(each) ?? '');
  const tables = Object.entries(byReason).map(([reason, tests = []]) => {
    const sections = Object.entries(Object.groupBy(tests, ({ section }) => section)).map(
      ([section, each = []]) =>
        `    ${JSON.stringify(section)}: ${listed(
          each.map(({ id }) => id),
          section,
        )}`,
    );
    return `  ${JSON.stringify(reason)}: {\n${sections.join(',\n')}\n  }`;
  });
  return `{\n${tables.toSorted().join(',\n')}\n}\n`;
}

describe("K05 CEL agrees with the conformance tests of the language or refuses (@bufbuild/cel-spec, google/cel-spec's tests/simple):", () => {
  const refused = all.filter((each) => reasonOf(each) !== undefined);

  test('no expression that the compiler accepts has another result', () => {
    const differing = all.flatMap(({ section, id, test: { expr }, outcome }) =>
      outcome !== 'agrees' && 'differs' in outcome ? [`${section}/${id}: ${expr} ${outcome.differs}`] : [],
    );
    expect(differing).toEqual([]);
    expect(all.length - refused.length).toBeGreaterThan(500);
  });

  test('each refusal has a reason, and each reason is one', () => {
    const given = new Set(refused.map(reasonOf));
    expect([...given].filter((reason) => reason?.startsWith('unexplained'))).toEqual([]);
    expect(reasons.map(({ reason }) => reason).filter((reason) => !given.has(reason))).toEqual([]);
  });

  test('exactly the listed tests are refused', async () => {
    await expect(tableOf(refused)).toMatchFileSnapshot('../../cases/conformance/refused.json');
  });
});
