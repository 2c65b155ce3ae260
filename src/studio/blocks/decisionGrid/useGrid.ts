import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { Edited } from '../../../../engine/merge/index.ts';
import type { DecisionColumn } from '../../../../server/contract/staff/studioDecisions.ts';
import { useText } from '../../../../engine/react/text.tsx';
import type { Visit } from '../../parts/useTyped.ts';
import type { Begun, Next } from './Cell.tsx';
import { type RowAction, useRowActions } from './rowActions.ts';
import { type Column, isNumeric, setCell, type Sheet, typedValue } from './rows.ts';
import { stored } from './written.ts';

interface Place {
  row: number;
  column: number;
}

/** Edits the text of the table, under a name by which it can be undone. Returns false if there is nothing to edit. */
export type OnEdit = (name: string, edit: (text: string) => Edited, visit?: Visit) => boolean;

interface Given {
  sheet: Sheet;
  known: readonly DecisionColumn[];
  onEdit: OnEdit;
  isReadOnly: boolean;
}

/** The cell that has the focus, the edit that has begun in it, and what keys do. */
export function useGrid({ sheet, known, onEdit, isReadOnly }: Given) {
  const { t } = useText();
  const grid = useRef<HTMLTableElement>(null);
  const [at, setAt] = useState<Place & { id?: string | undefined }>({ row: 0, column: 0 });
  const [begun, setBegun] = useState<Begun>();
  const [said, setSaid] = useState('');
  /** Whether the cell takes the focus when it is drawn next. */
  const takesFocus = useRef(false);
  const { rows, columns } = sheet;
  const size = { last: rows.length - 1, columns: columns.length };
  const here = { row: rowAt(sheet, at), column: Math.min(at.column, size.columns - 1) };

  useEffect(() => {
    if (!takesFocus.current || begun) return;
    takesFocus.current = false;
    grid.current?.querySelector<HTMLElement>('.decisions-cell[tabindex="0"]')?.focus();
  });

  const idOf = (row: number) => rows[row]?.id;
  const go = ({ row, column }: Place, id?: string) => {
    takesFocus.current = true;
    setBegun(undefined);
    setAt({ row, column: clamp(column, size.columns - 1), id });
  };
  const walk = ({ row, column }: Place) => {
    const to = clamp(row, size.last);
    go({ row: to, column }, idOf(to));
  };
  const { act, actions } = useRowActions({
    sheet,
    onEdit,
    row: here.row,
    say: setSaid,
    goTo: (row, id) => go({ row, column: here.column }, id),
  });
  const write = ({ row, column: index }: Place, value: unknown, visit?: Visit) => {
    const column = columns[index];
    const name = t('common.blocks.decisionGrid.did.write', { row: idOf(row) ?? row + 1 });
    if (column) onEdit(name, (text) => setCell(text, row, column, value), visit);
  };
  const begin = (place: Place, by?: string) => {
    if (isReadOnly) return;
    setAt({ ...place, id: idOf(place.row) });
    setBegun(by === undefined ? {} : { by });
  };
  return {
    grid,
    here,
    begun,
    said,
    act,
    actions,
    begin,
    focus: (place: Place) => {
      if (place.row !== here.row || place.column !== here.column) setAt({ ...place, id: idOf(place.row) });
    },
    /** Keeps what is typed while the edit goes on. */
    keep: (place: Place, typed: string, visit: Visit) => write(place, valueFor(columns[place.column], typed, { sheet, known }), visit),
    end: (place: Place, next: Next) => {
      takesFocus.current = next !== 'blurred';
      setBegun(undefined);
      if (next === 'next' || next === 'before') walk({ ...place, column: place.column + (next === 'next' ? 1 : -1) });
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (begun || event.defaultPrevented) return;
      const moved = movedBy(event, here, size);
      const row = rowKey(event);
      if (moved) walk(moved);
      else if (isReadOnly) return;
      else if (row) act(row);
      else if (event.key === 'Enter' || event.key === 'F2') begin(here);
      else if (event.key === 'Delete' || event.key === 'Backspace') write(here, undefined);
      else if (isTyped(event)) begin(here, event.key);
      else return;
      event.preventDefault();
    },
  };
}

function valueFor(column: Column | undefined, typed: string, { sheet, known }: Pick<Given, 'sheet' | 'known'>): unknown {
  if (column?.is !== 'outcome') return typed.trim() || undefined;
  return stored(column.name, typedValue(typed, isNumeric(sheet, column)), known);
}

/** Where a row is now. A named row is followed when others come, go or move. */
function rowAt({ rows }: Sheet, { row, id }: { row: number; id?: string | undefined }): number {
  const named = id === undefined || rows[row]?.id === id ? -1 : rows.findIndex((each) => each.id === id);
  return named < 0 ? clamp(row, rows.length - 1) : named;
}

const clamp = (index: number, last: number): number => Math.max(0, Math.min(index, last));

const isTyped = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  key.length === 1 && key !== ' ' && !ctrlKey && !metaKey && !altKey;

function rowKey({ key, altKey }: KeyboardEvent): RowAction | undefined {
  if (!altKey) return undefined;
  return key === 'ArrowUp' ? 'moveUp' : key === 'ArrowDown' ? 'moveDown' : undefined;
}

function movedBy(
  { key, ctrlKey, metaKey, altKey }: KeyboardEvent,
  { row, column }: Place,
  size: { last: number; columns: number },
): Place | undefined {
  if (altKey) return undefined;
  const isFar = ctrlKey || metaKey;
  if (key === 'ArrowUp') return { row: row - 1, column };
  if (key === 'ArrowDown') return { row: row + 1, column };
  if (key === 'ArrowLeft') return { row, column: column - 1 };
  if (key === 'ArrowRight') return { row, column: column + 1 };
  if (key === 'Home') return { row: isFar ? 0 : row, column: 0 };
  if (key === 'End') return { row: isFar ? size.last : row, column: size.columns - 1 };
  return undefined;
}
