import type { DecisionTable } from '../config/flow.ts';
import { judge, type Report } from '../form/context.ts';
import type { Context } from '../form/types.ts';
import { conditionOf, type Expressions } from './load.ts';

export interface Decision {
  outcome: Readonly<Record<string, unknown>>;
  /** The matched row, counted from 0. It explains the outcome. */
  row: number;
  /**
   * Earlier rows whose condition failed with an error. Such a row does not match, so a refusal may have been skipped. While this is
   * not empty, a person must review an outcome that grants something.
   */
  broken: readonly number[];
}

/**
 * Returns the outcome of the first row whose condition holds. The last row has no condition and always matches. A row that reads an
 * absent value does not match. A row whose condition fails with an error does not match either, is reported, and is in `broken`.
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
