import type { DecisionTable } from '../config/flow.ts';
import type { Entry } from '../compiler/project/project.ts';
import { coveredRow, haveSameOutcome, nameOfRow } from '../compiler/scopes/outcomes.ts';
import type { Diagnostic } from '../compiler/types.ts';
import { judge } from '../form/context.ts';
import { conditionOf } from '../flow/load.ts';
import type { Context } from '../form/types.ts';
import { found, notFound, type Bounds } from './finding.ts';
import { stepsOf } from './flows.ts';
import { FlowSearch, type SearchStep } from './flowSearch.ts';
import type { Explored } from './project.ts';

/** The results for one row. */
interface RowSeen {
  /** A case in which it was the first match. */
  matched?: Context;
  /** Rows that matched before it. */
  shadows: Set<number>;
  /** A case in which it matched after another row. */
  witness?: unknown;
}

/**
 * Checks that every row of a table can decide. The search covers all valid field values and ignores the rules of forms, because a
 * table is the last check and must not rely on earlier ones.
 */
export function exploreTable(entry: Entry<DecisionTable>, explored: Explored): Diagnostic[] {
  const table = explored.open.decisionTables[entry.id];
  if (!table) return [];
  const { rows } = entry.value;
  const conditions = rows.map(({ when }) => (when === undefined ? undefined : conditionOf(when, table.expressions)));
  const seen: RowSeen[] = rows.map(() => ({ shadows: new Set() }));
  const search = new FlowSearch(explored, {
    steps: stepsRead(
      rows.flatMap(({ when }) => when ?? []),
      explored,
    ),
    readers: rows.flatMap(({ when }) => (when === undefined ? [] : [{ source: when }])),
    ignoreRules: true,
  });
  const bounds = search.run(({ context, answers }) => {
    const holding = conditions.flatMap((when, row) => (!when || judge(when, context, entry.id) === 'yes' ? [row] : []));
    note(seen, holding, { answers, context });
    return seen.every(({ matched }, row) => matched !== undefined || row === rows.length - 1);
  });
  return rows.slice(0, -1).flatMap((_, index) => rowFindings(entry, index, seen[index], bounds));
}

function note(seen: RowSeen[], [first, ...rest]: readonly number[], { answers, context }: { answers: unknown; context: Context }): void {
  if (first === undefined) return;
  const row = seen[first];
  if (row) row.matched ??= context;
  for (const later of rest) {
    const covered = seen[later];
    covered?.shadows.add(first);
    if (covered) covered.witness ??= answers;
  }
}

function rowFindings(entry: Entry<DecisionTable>, index: number, seen: RowSeen | undefined, bounds: Bounds): Diagnostic[] {
  if (!seen || seen.matched) return [];
  const pointer = `/rows/${index}`;
  if (seen.shadows.size === 0)
    return [notFound('row-never-holds', entry, `${pointer}/when`, `The ${nameOfRow(entry.value, index)} never matches`, bounds)];
  const above = [...seen.shadows].sort((a, b) => a - b);
  const message = coveredRow(entry.value, index, above);
  if (!bounds.isDecided) return [notFound('row-shadowed', entry, pointer, message, bounds)];
  const same = haveSameOutcome(entry.value, [...above, index]);
  return [
    found(
      same ? 'row-same-outcome' : 'row-shadowed',
      entry,
      pointer,
      `${message} (checked all ${bounds.cases} relevant cases).`,
      seen.witness,
    ),
  ];
}

/** Returns all steps of the flow that asks for most of what the conditions read. */
function stepsRead(sources: readonly string[], explored: Explored): SearchStep[] {
  const flows = explored.analysis.project.all('flow').map(({ id }) => stepsOf(id, explored));
  const asks = (steps: readonly SearchStep[]) =>
    steps.filter(({ form }) => form !== undefined && sources.some((source) => source.includes(`${form}.`))).length;
  return flows.toSorted((a, b) => asks(b) - asks(a))[0] ?? [];
}
