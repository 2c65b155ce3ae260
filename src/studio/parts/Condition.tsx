import { useId, useState } from 'react';
import { conditionOfRows, type Group, isGroup, type Row, type Rows, rowsOf } from '../../../engine/conditions/rows.ts';
import { celOf, conditionOf } from '../../../engine/conditions/tree.ts';
import type { Field } from '../../../engine/conditions/vocabulary.ts';
import { isFinding, parseExpression } from '../../../engine/expression/parse.ts';
import { Button } from '../../../engine/react/parts/Button.tsx';
import { useText } from '../../../engine/react/text.tsx';
import { ConditionRow } from './ConditionRow.tsx';
import { conditionWords, type Speaking } from './conditionWords.ts';
import { newRow } from './rowEdits.ts';

interface ConditionProps {
  source: string;
  fields: readonly Field[];
  /** The CEL of the named conditions. */
  named: Readonly<Record<string, string>>;
  /** Label of the CEL field. */
  label?: string | undefined;
  isReadOnly?: boolean;
  onChange: (source: string) => void;
}

/** A condition as rows or as CEL, and its meaning in words. */
export function Condition({ source, fields, named, label, isReadOnly = false, onChange }: ConditionProps) {
  const { t, formats } = useText();
  const id = useId();
  const condition = conditionOf(source);
  const rows = condition && rowsOf(condition);
  const [asText, setAsText] = useState(false);
  const speaking: Speaking = { t, formats, named, fields: new Map(fields.map((field) => [field.path, field])) };
  const word = (key: string) => t(`common.blocks.conditions.${key}`);
  const isText = asText || !rows;
  const parsed = parseExpression(source);
  return (
    <div className="condition">
      <fieldset className="condition-ways">
        <legend className="visually-hidden">{word('way')}</legend>
        {(['rows', 'text'] as const).map((way) => (
          <label key={way}>
            <input
              type="radio"
              name={id}
              checked={isText === (way === 'text')}
              disabled={way === 'rows' && !rows}
              onChange={() => setAsText(way === 'text')}
            />{' '}
            {word(way)}
          </label>
        ))}
      </fieldset>
      {!rows && condition && <p className="condition-note">{word('noRows')}</p>}
      {isText ? (
        <label className="condition-text">
          <span>{label ?? word('cel')}</span>
          <textarea
            value={source}
            rows={Math.max(2, Math.ceil(source.length / 60))}
            spellCheck={false}
            readOnly={isReadOnly}
            // Rows must not replace the field that somebody is typing in.
            onFocus={() => setAsText(true)}
            aria-invalid={isFinding(parsed) || undefined}
            aria-describedby={`${id}fault`}
            onChange={({ target }) => onChange(target.value)}
          />
          <span id={`${id}fault`} className="word-fault">
            {isFinding(parsed) ? parsed.message : ''}
          </span>
        </label>
      ) : (
        <RowsEditor
          rows={rows}
          fields={fields}
          speaking={speaking}
          isReadOnly={isReadOnly}
          onChange={(next) => onChange(textOf(next, source))}
        />
      )}
      <p className="condition-words">
        <strong>{word('means')}</strong> <output>{condition ? conditionWords(source, speaking) : word('unreadable')}</output>
      </p>
    </div>
  );
}

/** The last row cannot be removed, because a condition must not be empty. */
function textOf(rows: Rows, before: string): string {
  const condition = conditionOfRows(rows);
  return condition ? celOf(condition) : before;
}

interface RowsEditorProps {
  rows: Rows;
  fields: readonly Field[];
  speaking: Speaking;
  isReadOnly: boolean;
  isInner?: true;
  onChange: (rows: Rows) => void;
}

function RowsEditor({ rows: { joined, rows }, fields, speaking, isReadOnly, isInner, onChange }: RowsEditorProps) {
  const { t } = useText();
  const word = (key: string) => t(`common.blocks.conditions.${key}`);
  const put = (index: number, row: Row | Group) => onChange({ joined, rows: rows.with(index, row) });
  const drop = (index: number) => onChange({ joined, rows: rows.toSpliced(index, 1) });
  const first = fields[0];
  return (
    <fieldset className={isInner ? 'condition-group' : 'condition-rows'} aria-label={word(isInner ? 'group' : 'lines')}>
      {rows.length > 1 && (
        <label className="condition-joined">
          <span className="visually-hidden">{word('joined')}</span>
          <select
            value={joined}
            disabled={isReadOnly}
            onChange={({ target }) => onChange({ joined: target.value === 'any' ? 'any' : 'all', rows })}
          >
            <option value="all">{word('all')}</option>
            <option value="any">{word('any')}</option>
          </select>
        </label>
      )}
      {rows.map((row, index) =>
        isGroup(row) ? (
          <RowsEditor
            // oxlint-disable-next-line react/no-array-index-key -- a row is its place
            key={index}
            rows={row}
            fields={fields}
            speaking={speaking}
            isReadOnly={isReadOnly}
            isInner
            onChange={(next) => {
              const inner = next.rows.flatMap((each) => (isGroup(each) ? [] : [each]));
              if (inner.length === 0) drop(index);
              else put(index, { joined: next.joined, rows: inner });
            }}
          />
        ) : (
          <ConditionRow
            // oxlint-disable-next-line react/no-array-index-key -- a row is its place
            key={index}
            row={row}
            number={index + 1}
            fields={fields}
            speaking={speaking}
            isReadOnly={isReadOnly}
            onChange={(next) => put(index, next)}
            {...((rows.length > 1 || isInner) && { onRemove: () => drop(index) })}
          />
        ),
      )}
      {!isReadOnly && first && (
        <p className="finding-actions">
          <Button tone="secondary" onClick={() => onChange({ joined, rows: [...rows, newRow(first)] })}>
            {word('addRow')}
          </Button>
          {!isInner && (
            <Button
              tone="secondary"
              onClick={() =>
                onChange({ joined, rows: [...rows, { joined: joined === 'all' ? 'any' : 'all', rows: [newRow(first), newRow(first)] }] })
              }
            >
              {word('addGroup')}
            </Button>
          )}
        </p>
      )}
    </fieldset>
  );
}
