import { observer } from 'mobx-react-lite';
import { useId } from 'react';
import { Button } from '../../../../engine/react/parts/Button.tsx';
import { useText } from '../../../../engine/react/text.tsx';
import type { DecisionColumn } from '../../../../server/contract/staff/studioDecisions.ts';
import type { Problem } from '../../../../server/contract/staff/studio.ts';
import { Row } from './Row.tsx';
import { keyOf, type Sheet } from './rows.ts';
import { type OnEdit, useGrid } from './useGrid.ts';
import { titleOf } from './written.ts';

interface GridProps {
  name: string;
  sheet: Sheet;
  /** Descriptions of the outcome columns. */
  columns: readonly DecisionColumn[];
  /** Index of the row that decides on the values being tried. */
  decides: number | undefined;
  onEdit: OnEdit;
  /** Receives text typed in a cell that could not be written. */
  onLose: (cell: string, text: string) => void;
  /** Problems of this file. */
  problems: readonly Problem[];
  isReadOnly: boolean;
}

/** A grid with one focused cell. Arrow keys move the focus, Enter edits the cell, Escape leaves it. */
export const Grid = observer(function Grid({ name, sheet, columns: known, decides, onEdit, onLose, problems, isReadOnly }: GridProps) {
  const { t, formats } = useText();
  const hint = useId();
  const { grid, focusEvents, here, begun, keys, said, act, actions, begin, focus, keep, end, onKeyDown } = useGrid({
    sheet,
    known,
    onEdit,
    onLose,
    isReadOnly,
  });
  const word = (key: string, values?: Record<string, unknown>) => t(`common.blocks.decisionGrid.${key}`, values);
  const { rows, columns } = sheet;
  return (
    <>
      {!isReadOnly && (
        <div className="decisions-actions" role="toolbar" aria-label={word('actions', { row: here.row + 1 })}>
          {actions.map(({ action, isPossible }) => (
            <Button key={action} tone={action === 'delete' ? 'quiet' : 'secondary'} off={!isPossible} onClick={() => act(action)}>
              {word(action)}
            </Button>
          ))}
        </div>
      )}
      <output className="visually-hidden">{said}</output>
      <div className="decisions-scroll">
        {/* The ARIA pattern of a grid on a native table: https://www.w3.org/WAI/ARIA/apg/patterns/grid/ */}
        <table
          ref={grid}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role
          role="grid"
          className="decisions-grid"
          aria-label={name}
          aria-describedby={hint}
          onKeyDown={onKeyDown}
          {...focusEvents}
        >
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={keyOf(column)} scope="col">
                  {column.is === 'outcome' ? titleOf(column.name, known, formats) : word(column.is === 'id' ? 'row' : 'when')}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((_, index) => (
              <Row
                key={keys[index]}
                sheet={sheet}
                known={known}
                decides={decides === index}
                index={index}
                focused={here.row === index ? here.column : undefined}
                begun={here.row === index ? begun : undefined}
                problems={problems.filter(({ pointer }) => pointer === `/rows/${index}` || pointer.startsWith(`/rows/${index}/`))}
                onFocus={(column) => focus({ row: index, column })}
                onBegin={(column) => begin({ row: index, column })}
                onKeep={(column, typed, visit) => keep({ row: index, column }, typed, visit)}
                onEnd={(column, next) => end({ row: index, column }, next)}
                onLose={onLose}
              />
            ))}
          </tbody>
        </table>
      </div>
      <p id={hint} className="decisions-hint">
        {word('keys')}
      </p>
    </>
  );
});
