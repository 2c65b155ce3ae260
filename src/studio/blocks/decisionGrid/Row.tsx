import { useId } from 'react';
import { useText } from '../../../../engine/react/text.tsx';
import type { DecisionColumn } from '../../../../server/contract/staff/studioDecisions.ts';
import type { Problem } from '../../../../server/contract/staff/studio.ts';
import type { Visit } from '../../parts/useTyped.ts';
import { type Begun, Cell, type Next } from './Cell.tsx';
import { type Column, isNumeric, keyOf, nobody, pointerOf, type Sheet, valueIn, written } from './rows.ts';
import { shownValue, titleOf } from './written.ts';

interface RowProps {
  sheet: Sheet;
  known: readonly DecisionColumn[];
  decides: boolean;
  index: number;
  /** Index of the column whose cell has the focus. */
  focused: number | undefined;
  begun: Begun | undefined;
  problems: readonly Problem[];
  onFocus: (column: number) => void;
  onBegin: (column: number) => void;
  onKeep: (column: number, typed: string, visit: Visit) => void;
  onEnd: (column: number, next: Next) => void;
  onLose: (cell: string, text: string) => void;
}

/** A row of the table, with the compiler's findings below it. */
export function Row({ sheet, known, decides, index, focused, begun, problems, onFocus, onBegin, onKeep, onEnd, onLose }: RowProps) {
  const { t, formats } = useText();
  const id = useId();
  const { rows, columns } = sheet;
  const word = (key: string, values?: Record<string, unknown>) => t(`common.blocks.decisionGrid.${key}`, values);
  const row = rows[index];
  const name = row?.id ?? String(index + 1);
  const shown = (column: Column): { text: string; note?: string } => {
    const value = valueIn(sheet, index, column);
    const text = column.is === 'outcome' ? shownValue(column.name, value, known, formats) : written(value);
    if (column.is === 'id') return { text, note: String(index + 1) };
    if (column.is === 'when' && value === undefined) return { text, note: word('otherwise') };
    if (column.is === 'when' && value === nobody) return { text, note: word('nobody') };
    return { text };
  };
  const isWrong = (column: Column) => problems.some(({ pointer }) => pointer === pointerOf(index, column));
  return (
    <>
      <tr
        className="decisions-row"
        data-decides={decides || undefined}
        data-severity={problems.some(({ severity }) => severity === 'error') ? 'error' : problems[0]?.severity}
      >
        {columns.map((column, at) => {
          const { text, note } = shown(column);
          const label = column.is === 'outcome' ? titleOf(column.name, known, formats) : word(column.is === 'id' ? 'row' : 'when');
          return (
            <Cell
              key={keyOf(column)}
              is={column.is}
              label={word('cell', { column: label, row: name })}
              text={text}
              note={note}
              isNumber={column.is === 'outcome' && isNumeric(sheet, column)}
              options={column.is === 'outcome' ? known.find(({ name: each }) => each === column.name)?.options : undefined}
              isWrong={isWrong(column)}
              describedBy={at === 0 && problems.length > 0 ? id : undefined}
              isFocused={focused === at}
              begun={focused === at ? begun : undefined}
              onFocus={() => onFocus(at)}
              onBegin={() => onBegin(at)}
              onKeep={(typed, visit) => onKeep(at, typed, visit)}
              onEnd={(next) => onEnd(at, next)}
              onLose={(typed) => onLose(word('cell', { column: label, row: name }), typed)}
            />
          );
        })}
      </tr>
      {problems.length > 0 && (
        <tr className="decisions-findings">
          <td colSpan={columns.length}>
            <ul id={id}>
              {problems.map(({ severity, message, fix, pointer, code }) => (
                <li key={`${pointer} ${code} ${message}`} className={`finding finding-${severity}`}>
                  <strong>{word(`severity.${severity}`)}</strong> {message} {fix && <span className="finding-fix">{fix}</span>}
                </li>
              ))}
            </ul>
          </td>
        </tr>
      )}
    </>
  );
}
