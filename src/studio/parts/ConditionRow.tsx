import { useId } from 'react';
import type { Row } from '../../../engine/conditions/rows.ts';
import type { Comparison, Term, Value } from '../../../engine/conditions/tree.ts';
import type { Field } from '../../../engine/conditions/vocabulary.ts';
import { Button } from '../../../engine/react/parts/Button.tsx';
import { useText } from '../../../engine/react/text.tsx';
import { fieldWords, nameWords, type Speaking } from './conditionWords.ts';
import { comparisonsOf, newRow, withComparison } from './rowEdits.ts';
import { ValueInput } from './ValueInput.tsx';

interface ConditionRowProps {
  row: Row;
  number: number;
  fields: readonly Field[];
  speaking: Speaking;
  isReadOnly: boolean;
  onChange: (row: Row) => void;
  onRemove?: () => void;
}

/** Prefix of option values that stand for a named condition. */
const namedPrefix = 'conditions.';

export function ConditionRow({ row, number, fields, speaking, isReadOnly, onChange, onRemove }: ConditionRowProps) {
  const { t } = useText();
  const word = (key: string, values = {}) => t(`common.blocks.conditions.${key}`, values);
  const choose = (path: string) => {
    if (path.startsWith(namedPrefix)) return onChange({ is: 'named', name: path.slice(namedPrefix.length), holds: true });
    const field = fields.find((each) => each.path === path);
    if (field) onChange(newRow(field));
    return undefined;
  };
  return (
    <fieldset className="condition-row" aria-label={word('line', { number })}>
      <FieldChoice row={row} fields={fields} speaking={speaking} isReadOnly={isReadOnly} onChoose={choose} />
      {row.is === 'named' ? (
        <Choice
          label={word('comparison')}
          value={row.holds ? 'holds' : 'holdsNot'}
          isReadOnly={isReadOnly}
          onChoose={(value) => onChange({ ...row, holds: value === 'holds' })}
        >
          {['holds', 'holdsNot'].map((each) => [each, word(each)])}
        </Choice>
      ) : (
        <Compared row={row} fields={fields} speaking={speaking} isReadOnly={isReadOnly} onChange={onChange} />
      )}
      {onRemove && !isReadOnly && (
        <Button tone="quiet" aria-label={word('removeLine', { number })} onClick={onRemove}>
          {word('remove')}
        </Button>
      )}
    </fieldset>
  );
}

interface FieldChoiceProps {
  row: Row;
  fields: readonly Field[];
  speaking: Speaking;
  isReadOnly: boolean;
  onChoose: (path: string) => void;
}

function FieldChoice({ row, fields, speaking, isReadOnly, onChoose }: FieldChoiceProps) {
  const { t } = useText();
  const id = useId();
  const value = row.is === 'named' ? `${namedPrefix}${row.name}` : row.field;
  const groups = Map.groupBy(fields, ({ path }) => path.split('.')[0] ?? path);
  const isKnown = row.is === 'named' ? Object.hasOwn(speaking.named, row.name) : fields.some(({ path }) => path === row.field);
  return (
    <>
      <label className="visually-hidden" htmlFor={id}>
        {t('common.blocks.conditions.field')}
      </label>
      <select id={id} className="condition-field" value={value} disabled={isReadOnly} onChange={({ target }) => onChoose(target.value)}>
        {!isKnown && <option value={value}>{value}</option>}
        {[...groups].map(([name, own]) => (
          <optgroup key={name} label={nameWords(name)}>
            {own.map(({ path }) => (
              <option key={path} value={path}>
                {fieldWords(path, speaking)}
              </option>
            ))}
          </optgroup>
        ))}
        <optgroup label={t('common.blocks.conditions.named')}>
          {Object.keys(speaking.named).map((name) => (
            <option key={name} value={`${namedPrefix}${name}`}>
              {nameWords(name)}
            </option>
          ))}
        </optgroup>
      </select>
    </>
  );
}

interface ComparedProps {
  row: Term;
  fields: readonly Field[];
  speaking: Speaking;
  isReadOnly: boolean;
  onChange: (row: Row) => void;
}

function Compared({ row, fields, speaking, isReadOnly, onChange }: ComparedProps) {
  const { t } = useText();
  const word = (key: string, values = {}) => t(`common.blocks.conditions.${key}`, values);
  const field = fields.find(({ path }) => path === row.field);
  const { comparison, values, measure } = row;
  // A number of items or of years has neither the unit nor the codes of the field.
  const measured: Field | undefined = measure === undefined ? field : { path: row.field, kind: 'whole' };
  const put = (next: readonly Value[]) => onChange({ ...row, values: next });
  const isMany = comparison === 'oneOf' || comparison === 'noneOf';
  return (
    <>
      <Choice
        label={word('comparison')}
        value={comparison}
        isReadOnly={isReadOnly}
        onChoose={(next) => onChange(withComparison(row, next as Comparison, field))}
      >
        {comparisonsOf(field, row).map((each) => [each, word(`is.${each}`)])}
      </Choice>
      {isMany && measured?.options ? (
        <Codes field={measured} values={values} isReadOnly={isReadOnly} onChange={put} />
      ) : (
        values.map((value, index) => (
          <ValueInput
            // oxlint-disable-next-line react/no-array-index-key -- a value is its place
            key={index}
            label={word('value', { number: index + 1, count: values.length })}
            value={value}
            field={measured}
            fields={fields}
            speaking={speaking}
            isReadOnly={isReadOnly}
            onChange={(next) => put(values.with(index, next))}
          />
        ))
      )}
      {isMany && !measured?.options && !isReadOnly && (
        <Button tone="quiet" onClick={() => put([...values, { constant: '' }])}>
          {word('addValue')}
        </Button>
      )}
    </>
  );
}

interface CodesProps {
  field: Field;
  values: readonly Value[];
  isReadOnly: boolean;
  onChange: (values: readonly Value[]) => void;
}

/** Checkboxes for all codes of a field. */
function Codes({ field: { options }, values, isReadOnly, onChange }: CodesProps) {
  const { t } = useText();
  const isChosen = (code: string | number) => values.some((value) => 'constant' in value && value.constant === code);
  return (
    <fieldset className="condition-codes">
      <legend className="visually-hidden">{t('common.blocks.conditions.values')}</legend>
      {options?.map(({ value: code, label }) => (
        <label key={String(code)}>
          <input
            type="checkbox"
            checked={isChosen(code)}
            // A list without any codes would never match.
            disabled={isReadOnly || (isChosen(code) && values.length === 1)}
            onChange={({ target }) =>
              onChange(
                target.checked
                  ? [...values, { constant: code }]
                  : values.filter((value) => !('constant' in value && value.constant === code)),
              )
            }
          />{' '}
          {label}
        </label>
      ))}
    </fieldset>
  );
}

interface ChoiceProps {
  label: string;
  value: string;
  isReadOnly: boolean;
  onChoose: (value: string) => void;
  children: [value: string, label: string][];
}

function Choice({ label, value, isReadOnly, onChoose, children }: ChoiceProps) {
  return (
    <select aria-label={label} value={value} disabled={isReadOnly} onChange={({ target }) => onChoose(target.value)}>
      {children.map(([each, text]) => (
        <option key={each} value={each}>
          {text}
        </option>
      ))}
    </select>
  );
}
