import { useId, useState } from 'react';
import type { Value } from '../../../engine/conditions/tree.ts';
import type { Field } from '../../../engine/conditions/vocabulary.ts';
import { useText } from '../../../engine/react/text.tsx';
import { fieldWords, type Speaking } from './conditionWords.ts';
import { readNumeral } from './numeral.ts';
import { useNumeralProblem } from './useNumeralProblem.ts';

interface ValueInputProps {
  label: string;
  value: Value;
  field: Field | undefined;
  fields: readonly Field[];
  speaking: Speaking;
  isReadOnly: boolean;
  onChange: (value: Value) => void;
}

/** How many stored units make one typed unit. */
const perUnit = { money: 100, percent: 10_000 } as const;

/** One value of a row: a code by its label, a day, an amount in its unit, or another field. */
export function ValueInput({ label, value, field, fields, speaking, isReadOnly, onChange }: ValueInputProps) {
  const { formats } = useText();
  if ('source' in value)
    return (
      <input
        type="text"
        aria-label={label}
        value={value.source}
        readOnly={isReadOnly}
        onChange={({ target }) => onChange({ source: target.value })}
      />
    );
  if ('field' in value) {
    const paths = [...new Set([value.field, 'today', ...fields.filter(({ kind }) => kind === field?.kind).map(({ path }) => path)])];
    return (
      <select aria-label={label} value={value.field} disabled={isReadOnly} onChange={({ target }) => onChange({ field: target.value })}>
        {paths.map((path) => (
          <option key={path} value={path}>
            {fieldWords(path, speaking)}
          </option>
        ))}
      </select>
    );
  }
  const { constant } = value;
  if (field?.options)
    return (
      <select
        aria-label={label}
        value={String(constant)}
        disabled={isReadOnly}
        onChange={({ target }) => {
          const chosen = field.options?.find((option) => String(option.value) === target.value);
          if (chosen) onChange({ constant: chosen.value });
        }}
      >
        {!field.options.some((option) => option.value === constant) && <option value={String(constant)}>{String(constant)}</option>}
        {field.options.map((option) => (
          <option key={String(option.value)} value={String(option.value)}>
            {option.label}
          </option>
        ))}
      </select>
    );
  if (typeof constant === 'number') {
    const unit = field?.unit;
    return (
      <span className="condition-amount">
        {unit === 'money' && <span aria-hidden="true">{formats.currencySymbol()}</span>}
        <NumberInput
          label={label}
          value={constant / (unit ? perUnit[unit] : 1)}
          isWhole={unit === undefined && field?.kind === 'whole'}
          isReadOnly={isReadOnly}
          onChange={(typed) => onChange({ ...value, constant: unit ? Math.round(typed * perUnit[unit]) : typed })}
        />
        {unit === 'percent' && <span aria-hidden="true">%</span>}
      </span>
    );
  }
  return (
    <input
      type={field?.kind === 'day' ? 'date' : 'text'}
      aria-label={label}
      value={String(constant)}
      readOnly={isReadOnly}
      onChange={({ target }) => onChange({ constant: target.value })}
    />
  );
}

interface NumberInputProps {
  label: string;
  value: number;
  isWhole: boolean;
  isReadOnly: boolean;
  onChange: (value: number) => void;
}

/** Holds back typed text until it is a number. A field of type `number` would drop a decimal comma without a word. */
function NumberInput({ label, value, isWhole, isReadOnly, onChange }: NumberInputProps) {
  const [typed, setTyped] = useState<string>();
  const [isLeft, setLeft] = useState(false);
  const problemOf = useNumeralProblem();
  const why = useId();
  const problem = isLeft && typed !== undefined ? problemOf(typed, isWhole) : undefined;
  return (
    <>
      <input
        type="text"
        inputMode={isWhole ? 'numeric' : 'decimal'}
        autoComplete="off"
        aria-label={label}
        aria-invalid={problem !== undefined || undefined}
        aria-describedby={problem === undefined ? undefined : why}
        value={typed ?? value}
        readOnly={isReadOnly}
        onChange={({ target }) => {
          setTyped(target.value);
          setLeft(false);
          const number = readNumeral(target.value, isWhole);
          if (typeof number === 'number') onChange(number);
        }}
        onBlur={() => {
          setLeft(true);
          if (typed !== undefined && problemOf(typed, isWhole) === undefined) setTyped(undefined);
        }}
      />
      {problem !== undefined && (
        <span className="typed-problem" id={why} role="alert">
          {problem}
        </span>
      )}
    </>
  );
}
