import type { DecisionTable } from '../config/flow.ts';
import { judge, type Report } from '../form/context.ts';
import type { Context } from '../form/types.ts';
import { conditionOf, type Expressions } from './load.ts';

export interface Decision {
  outcome: Readonly<Record<string, unknown>>;
  /** 0-based row that matched; kept beside the outcome, it says why. */
  row: number;
  /**
   * Rows above it whose condition broke. Such a row matches nothing, so a refusal among them was passed over: who grants
   * something on the outcome must not do so while this is not empty, and has a person look instead.
   */
  broken: readonly number[];
}

/**
 * The outcome of the first row whose condition holds; the last row has none and always does. A row that reads what is
 * absent does not match; one that breaks does not either, is reported, and is named in `broken`.
 */
export function decide(table: DecisionTable, expressions: Expressions, context: Context, report?: Report): Decision {
  const broken: number[] = [];
  for (const [row, { when, outcome }] of table.rows.entries()) {
    const verdict = when === undefined ? 'yes' : judge(conditionOf(when, expressions), context, `${table.id} row ${row + 1}`, report);
    if (verdict === 'yes') return { outcome, row, broken };
    if (verdict === 'broken') broken.push(row);
  }
  throw new Error(`Decision table ${table.id} has no default row`);
}
