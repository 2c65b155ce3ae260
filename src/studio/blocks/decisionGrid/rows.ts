import type { DecisionTable } from '../../../../engine/config/flow.ts';
import { copyItem, insertItem, moveItem, removeValue, setValue, type Edited } from '../../../../engine/merge/index.ts';
import { readNumeral } from '../../parts/numeral.ts';

/** A column of the grid: the row's name, its condition, or a value of its outcome. */
export type Column = { is: 'id' } | { is: 'when' } | { is: 'outcome'; name: string };

/** A decision table as the grid shows it. */
export interface Sheet {
  rows: DecisionTable['rows'];
  columns: Column[];
}

/** Parses a decision table. Undefined if the text is not one that a grid can show. */
export function readSheet(text: string): Sheet | undefined {
  const value = parsed(text);
  if (!isRows(value?.rows)) return undefined;
  const { rows } = value;
  const names = [...new Set(rows.flatMap(({ outcome }) => Object.keys(outcome)))];
  return { rows, columns: [{ is: 'id' }, { is: 'when' }, ...names.map((name): Column => ({ is: 'outcome', name }))] };
}

function parsed(text: string): { rows?: unknown } | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

const isRows = (rows: unknown): rows is DecisionTable['rows'] =>
  Array.isArray(rows) && rows.every((row) => typeof row?.outcome === 'object' && row.outcome !== null);

export const keyOf = (column: Column): string => (column.is === 'outcome' ? `outcome.${column.name}` : column.is);

const escaped = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');

export function pointerOf(row: number, column: Column): string {
  return column.is === 'outcome' ? `/rows/${row}/outcome/${escaped(column.name)}` : `/rows/${row}/${column.is}`;
}

export function valueIn({ rows }: Sheet, row: number, column: Column): unknown {
  return column.is === 'outcome' ? rows[row]?.outcome[column.name] : rows[row]?.[column.is];
}

/** A value as a cell displays it. */
export function written(value: unknown): string {
  if (value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Whether a column contains only numbers. Typed text is then parsed as a number. */
export const isNumeric = ({ rows }: Sheet, column: Column): boolean => {
  const values = rows.map((_, row) => valueIn({ rows, columns: [] }, row, column)).filter((value) => value !== undefined);
  return values.length > 0 && values.every((value) => typeof value === 'number');
};

/** Converts typed text to the value of a cell. Undefined empties the cell. */
export function typedValue(typed: string, numeric: boolean): unknown {
  const text = typed.trim();
  if (text === '') return undefined;
  if (!numeric) return text === 'true' ? true : text === 'false' ? false : text;
  const number = readNumeral(text);
  return typeof number === 'number' ? number : text;
}

/** A condition is always text, whatever it looks like. */
export function setCell(text: string, row: number, column: Column, value: unknown): Edited {
  return value === undefined ? removeValue(text, pointerOf(row, column)) : setValue(text, pointerOf(row, column), value);
}

/** The condition of a new row. It matches nobody until somebody writes a real one. */
export const nobody = 'false';

/** Inserts a row with a unique name, which its test cases refer to. The row matches nobody until it has a condition. */
export function insertRow(text: string, { rows }: Sheet, at: number): Edited {
  const outcome = rows.at(-1)?.outcome ?? {};
  return insertItem(text, '/rows', at, { when: nobody, outcome, id: freeName(rows, 'newRow') });
}

/** Copies a row below itself under a new name. A copy of the default row matches nobody. */
export function copyRow(text: string, { rows }: Sheet, row: number): Edited {
  const source = rows[row];
  const isDefault = row === rows.length - 1;
  const at = isDefault ? row : row + 1;
  const copied = copyItem(text, `/rows/${row}`, '/rows', at);
  if (!('text' in copied)) return copied;
  const named = setValue(copied.text, `/rows/${at}/id`, freeName(rows, source?.id === undefined ? 'newRow' : `${source.id}Copy`));
  return isDefault && 'text' in named ? setValue(named.text, `/rows/${at}/when`, nobody) : named;
}

export const moveRow = (text: string, row: number, to: number): Edited => moveItem(text, `/rows/${row}`, '/rows', to);

export const removeRow = (text: string, row: number): Edited => removeValue(text, `/rows/${row}`);

/** A name that is not taken by another row. */
function freeName(rows: DecisionTable['rows'], wanted: string): string {
  const taken = new Set(rows.map(({ id }) => id));
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? wanted : `${wanted}${number}`;
    if (!taken.has(name)) return name;
  }
}
