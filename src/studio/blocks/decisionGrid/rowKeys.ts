import { useState } from 'react';
import type { Sheet } from './rows.ts';

type Rows = Sheet['rows'];

/** The rows of a table, each with a stable key that survives renaming the row and adding, removing or moving others. */
export interface KeyedRows {
  rows: Rows;
  keys: readonly number[];
  /** The key of the next new row. */
  next: number;
}

export const keyedRows = (rows: Rows): KeyedRows => ({ rows, keys: rows.map((_, index) => index), next: rows.length });

/**
 * Matches each row with one in a later text of the same table: by name, then by content, and then by position if only its name or only its
 * values changed. A row without a match is new.
 */
export function followed(before: KeyedRows, rows: Rows): KeyedRows {
  const keys: (number | undefined)[] = rows.map(() => undefined);
  const left = new Map(before.keys.map((key, index) => [key, before.rows[index]]));
  const claim = (index: number, key: number | undefined) => {
    if (key === undefined || keys[index] !== undefined || !left.delete(key)) return;
    keys[index] = key;
  };
  for (const nameOf of [(row: Rows[number]) => row.id, (row: Rows[number]) => JSON.stringify(row)]) {
    const known = unique([...left].flatMap(([key, row]) => (row ? [[nameOf(row), key] as const] : [])));
    const open = unique(rows.flatMap((row, index) => (keys[index] === undefined ? [[nameOf(row), index] as const] : [])));
    for (const [name, index] of open) claim(index, known.get(name));
  }
  if (rows.length === before.rows.length) {
    for (const [index, row] of rows.entries()) {
      const was = before.rows[index];
      if (was && (was.id === row.id || unnamed(was) === unnamed(row))) claim(index, before.keys[index]);
    }
  }
  const fresh = keys.flatMap((key, index) => (key === undefined ? [index] : []));
  return { rows, keys: keys.map((key, index) => key ?? before.next + fresh.indexOf(index)), next: before.next + fresh.length };
}

/** The index of a row in a later text of its table. Undefined if the row is gone. */
export function placeOfRow(before: KeyedRows, key: number | undefined, rows: Rows): number | undefined {
  const at = key === undefined ? -1 : followed(before, rows).keys.indexOf(key);
  return at < 0 ? undefined : at;
}

/** Keys of the rows on display. */
export function useRowKeys(rows: Rows): KeyedRows {
  const [known, setKnown] = useState(() => keyedRows(rows));
  if (JSON.stringify(known.rows) === JSON.stringify(rows)) return known;
  const now = followed(known, rows);
  setKnown(now);
  return now;
}

const unnamed = ({ when, outcome }: Rows[number]): string => JSON.stringify([when, outcome]);

/** The entries with a unique name. */
function unique<T>(entries: readonly (readonly [name: string | undefined, value: T])[]): Map<string, T> {
  const groups = Map.groupBy(entries, ([name]) => name);
  return new Map(
    [...groups].flatMap(([name, [only, ...others]]) =>
      name !== undefined && only && others.length === 0 ? [[name, only[1]] as const] : [],
    ),
  );
}
