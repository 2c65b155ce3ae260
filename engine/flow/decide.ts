import type { DecisionTable } from '../config/flow.ts';
import { judge, type Report, type Verdict } from '../form/context.ts';
import type { Context } from '../form/types.ts';
import { conditionOf, type Expressions } from './load.ts';

/** The id of a row. Without one, its position, counted from 1. */
export type RowName = string | number;

export const rowName = ({ rows }: DecisionTable, index: number): RowName => rows[index]?.id ?? index + 1;

export interface Decision {
  outcome: Readonly<Record<string, unknown>>;
  /** The matched row, by its name. It explains the outcome. */
  row: RowName;
  /**
   * Earlier rows whose condition failed with an error. Such a row does not match, so a refusal may have been skipped. While this is
   * not empty, a person must review an outcome that grants something.
   */
  broken: readonly RowName[];
}

/**
 * Returns the outcome of the first row whose condition holds. The last row has no condition and always matches. A row that reads an
 * absent value does not match. A row whose condition fails with an error does not match either, is reported, and is in `broken`.
 */
export function decide(table: DecisionTable, expressions: Expressions, context: Context, report?: Report): Decision {
  const broken: RowName[] = [];
  for (const [index, { outcome }] of table.rows.entries()) {
    const row = rowName(table, index);
    const verdict = verdictOf(table, index, expressions, context, report);
    if (verdict === 'yes') return { outcome, row, broken };
    if (verdict === 'broken') broken.push(row);
  }
  throw new Error(`Decision table ${table.id} has no default row`);
}

function verdictOf(table: DecisionTable, index: number, expressions: Expressions, context: Context, report?: Report): Verdict {
  const when = table.rows[index]?.when;
  const where = `${table.id} row ${rowName(table, index)}`;
  return when === undefined ? 'yes' : judge(conditionOf(when, expressions), context, where, report);
}

/** Whether each row's condition holds, also below the row that decides. */
export const verdicts = (table: DecisionTable, expressions: Expressions, context: Context): Verdict[] =>
  table.rows.map((_, index) => verdictOf(table, index, expressions, context));
