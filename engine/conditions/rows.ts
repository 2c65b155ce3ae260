import type { Condition, Named, Term } from './tree.ts';

/** One line of an editor. */
export type Row = Term | Named;

export interface Group {
  joined: 'all' | 'any';
  rows: readonly Row[];
}

/** A condition as lines. Groups nest one level deep. */
export interface Rows {
  joined: 'all' | 'any';
  rows: readonly (Row | Group)[];
}

export const isGroup = (row: Row | Group): row is Group => 'joined' in row;

/** Returns the lines of a condition, or undefined if lines cannot express it. */
export function rowsOf(condition: Condition): Rows | undefined {
  if (condition.is === 'term' || condition.is === 'named') return { joined: 'all', rows: [condition] };
  if (condition.is !== 'all' && condition.is !== 'any') return undefined;
  const rows: (Row | Group)[] = [];
  for (const part of condition.parts) {
    const row = rowOf(part);
    if (!row) return undefined;
    rows.push(row);
  }
  return { joined: condition.is, rows };
}

function rowOf(part: Condition): Row | Group | undefined {
  if (part.is === 'term' || part.is === 'named') return part;
  if (part.is !== 'all' && part.is !== 'any') return undefined;
  const rows = part.parts.flatMap((each) => (each.is === 'term' || each.is === 'named' ? [each] : []));
  return rows.length === part.parts.length ? { joined: part.is, rows } : undefined;
}

/** Builds a condition from lines. Undefined if there are none. */
export function conditionOfRows({ joined, rows }: Rows): Condition | undefined {
  const parts = rows.flatMap((row): Condition[] => {
    if (!isGroup(row)) return [row];
    return row.rows.length === 0 ? [] : [{ is: row.joined, parts: row.rows }];
  });
  const [only] = parts;
  if (!only) return undefined;
  return parts.length === 1 ? only : { is: joined, parts };
}
