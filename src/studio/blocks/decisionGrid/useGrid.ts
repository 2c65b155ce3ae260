import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { Edited } from '../../../../engine/merge/index.ts';
import type { DecisionColumn } from '../../../../server/contract/staff/studioDecisions.ts';
import { useText } from '../../../../engine/react/text.tsx';
import type { Visit } from '../../parts/useTyped.ts';
import type { Begun, Next } from './Cell.tsx';
import { type RowAction, useRowActions } from './rowActions.ts';
import { placeOfRow, useRowKeys } from './rowKeys.ts';
import { type Column, isNumeric, readSheet, setCell, type Sheet, typedValue } from './rows.ts';
import { stored } from './written.ts';

interface Place {
  row: number;
  column: number;
}

/** Edits the text of the table under a name that the undo shows. Returns false if there is nothing to edit, or if nobody may edit now. */
export type OnEdit = (name: string, edit: (text: string) => Edited, visit?: Visit) => boolean;

interface Given {
  sheet: Sheet;
  known: readonly DecisionColumn[];
  onEdit: OnEdit;
  onLose: (cell: string, text: string) => void;
  isReadOnly: boolean;
}

/** The focused cell, the edit in progress, and the keyboard handling. */
export function useGrid({ sheet, known, onEdit, onLose, isReadOnly }: Given) {
  const [at, setAt] = useState<Place & { key?: number | undefined }>({ row: 0, column: 0 });
  const [begun, setBegun] = useState<Begun>();
  const [said, setSaid] = useState('');
  const { rows, columns } = sheet;
  const { keys, write } = useWriting({ sheet, known, onEdit, onLose });
  const size = { last: rows.length - 1, columns: columns.length };
  // The focus follows its row when others are added, removed or moved.
  const followed = at.key === undefined ? -1 : keys.indexOf(at.key);
  const here = { row: followed < 0 ? clamp(at.row, size.last) : followed, column: Math.min(at.column, size.columns - 1) };
  // If the row is gone, its edit must not continue in another one.
  if (begun && at.key !== undefined && followed < 0) setBegun(undefined);

  const { grid, takeFocus, ...focusEvents } = useCellFocus(begun !== undefined);

  const go = ({ row, column }: Place, key?: number) => {
    takeFocus(true);
    setBegun(undefined);
    setAt({ row, column: clamp(column, size.columns - 1), key });
  };
  const walk = ({ row, column }: Place) => {
    const to = clamp(row, size.last);
    go({ row: to, column }, keys[to]);
  };
  const { act, actions } = useRowActions({
    sheet,
    onEdit,
    row: here.row,
    say: setSaid,
    goTo: (row, isMoved) => go({ row, column: here.column }, isMoved ? keys[here.row] : undefined),
  });
  const begin = (place: Place, by?: string) => {
    if (isReadOnly) return;
    setAt({ ...place, key: keys[place.row] });
    setBegun(by === undefined ? {} : { by });
  };
  return {
    grid,
    focusEvents,
    here,
    begun,
    said,
    keys,
    act,
    actions,
    begin,
    focus: (place: Place) => {
      if (place.row !== here.row || place.column !== here.column) setAt({ ...place, key: keys[place.row] });
    },
    /** Saves what is typed while the edit continues. */
    keep: write,
    end: (place: Place, next: Next) => {
      takeFocus(next !== 'blurred');
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
      else if (event.key === 'Delete' || event.key === 'Backspace') write(here, '');
      else if (isTyped(event)) begin(here, event.key);
      else return;
      event.preventDefault();
    },
  };
}

/** Keeps the focus on its cell while others insert, move and remove rows around it. */
function useCellFocus(isEdited: boolean) {
  const grid = useRef<HTMLTableElement>(null);
  /** Whether the cell takes the focus on the next render. */
  const takesFocus = useRef(false);
  const hasFocus = useRef(false);
  useEffect(() => {
    if (isEdited) return;
    const cell = grid.current?.querySelector<HTMLElement>('.decisions-cell[tabindex="0"]');
    if ((takesFocus.current || hasFocus.current) && cell !== document.activeElement) cell?.focus();
    takesFocus.current = false;
  });
  return {
    grid,
    takeFocus: (is: boolean) => void (takesFocus.current = is),
    onFocus: () => void (hasFocus.current = true),
    onBlur: () => void (hasFocus.current = false),
  };
}

/** Writes typed text to a cell, and tracks the keys of the rows. */
function useWriting({ sheet, known, onEdit, onLose }: Omit<Given, 'isReadOnly'>) {
  const { t } = useText();
  const keyed = useRowKeys(sheet.rows);
  const { keys } = keyed;
  const write = ({ row, column: index }: Place, typed: string, visit?: Visit) => {
    const column = sheet.columns[index];
    if (!column) return;
    const called = sheet.rows[row]?.id ?? String(row + 1);
    const value = valueFor(column, typed, { sheet, known });
    // A save by somebody else may have moved or removed the row since the last render.
    const edit = (text: string): Edited => {
      const now = placeOfRow(keyed, keys[row], readSheet(text)?.rows ?? []);
      return now === undefined ? { refused: 'missing' } : setCell(text, now, column, value);
    };
    const isWritten = onEdit(t('common.blocks.decisionGrid.did.write', { row: called }), edit, visit);
    if (!isWritten) onLose(t('common.blocks.decisionGrid.actions', { row: called }), typed);
  };
  return { keys, write };
}

function valueFor(column: Column, typed: string, { sheet, known }: Pick<Given, 'sheet' | 'known'>): unknown {
  if (column.is !== 'outcome') return typed.trim() || undefined;
  return stored(column.name, typedValue(typed, isNumeric(sheet, column)), known);
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
