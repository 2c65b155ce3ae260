import { stableJson } from '../../../../engine/form/hash.ts';
import type { Backtest } from '../../../contract/staff/studioDecisions.ts';
import type { PastDecision } from '../../product.ts';

/** Smaller groups are not reported to people who may not read the cases. */
const smallestGroup = 10;
const mostMoves = 50;
const mostExamples = 20;

type Outcome = Readonly<Record<string, unknown>>;

/** A case with its outcome before and after. An outcome is undefined if a row failed with an error. */
export interface Compared {
  subject: PastDecision['subject'];
  before: Outcome | undefined;
  after: Outcome | undefined;
}

const groups = <Item>(items: readonly Item[], keyOf: (item: Item) => string): Item[][] =>
  [...Map.groupBy(items, keyOf).values()].toSorted((one, other) => other.length - one.length);

const isChanged = ({ before, after }: Compared): boolean => stableJson(before) !== stableJson(after);

/**
 * Counts the differences. People who may not read the cases get numbers rounded down to tens, and nothing about groups below ten, so an
 * empty group looks like one with a single person. Outcomes contain amounts that can single out a person, so only those who may read the
 * cases see the moves between outcomes.
 */
export function counted(
  { compared, withoutFacts }: { compared: readonly Compared[]; withoutFacts: number },
  by: string,
  { isExact }: { isExact: boolean },
): Omit<Backtest, 'by'> {
  const told = (number: number): number => (isExact ? number : number - (number % smallestGroup));
  const isTold = ({ length }: readonly unknown[]): boolean => told(length) > 0;
  const decisionOf = (outcome: Outcome | undefined): string => (outcome === undefined ? '' : String(outcome[by]));
  const changed = compared.filter(isChanged);
  return {
    considered: told(compared.length),
    withoutFacts: told(withoutFacts),
    changed: told(changed.length),
    failed: told(compared.filter(({ after }) => after === undefined).length),
    isExact,
    matrix: groups(compared, ({ before, after }) => JSON.stringify([decisionOf(before), decisionOf(after)]))
      .filter(isTold)
      .map((group) => ({ from: decisionOf(group[0]?.before), to: decisionOf(group[0]?.after), count: told(group.length) })),
    moves: isExact ? movesOf(changed) : [],
  };
}

const movesOf = (changed: readonly Compared[]): Backtest['moves'] =>
  groups(changed, ({ before, after }) => stableJson([before ?? null, after ?? null]))
    .slice(0, mostMoves)
    .map((group) => ({
      from: group[0]?.before ?? {},
      to: group[0]?.after ?? {},
      count: group.length,
      examples: group.slice(0, mostExamples).map(({ subject }) => subject),
    }));
