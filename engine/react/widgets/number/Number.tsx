import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { useEngine } from '../../engine-context.tsx';
import type { FieldHandle } from '../../form/types.ts';
import { asText, controlAttributes } from '../attributes.ts';
import { typedNumber } from './typedNumber.ts';

interface Options {
  prefix?: string;
  suffix?: string;
  hundredths?: boolean;
  inputMode?: 'numeric' | 'decimal';
}

/** Shows the typed text during typing and the language's grouping after the blur. */
export const NumberInput = observer(function NumberInput({ field }: { field: FieldHandle<Options> }) {
  const { formats } = useEngine().texts;
  const [typing, setTyping] = useState<string>();
  const { prefix, suffix, inputMode, hundredths = false } = field.options;
  const { schema } = field;
  const value = hundredths && typeof field.value === 'number' ? field.value / 100 : field.value;
  const shown = typeof value === 'number' ? formats.number(value) : asText(value);

  const input = (
    <input
      className={prefix === undefined && suffix === undefined ? 'control' : undefined}
      type="text"
      inputMode={inputMode ?? (schema.type === 'integer' ? 'numeric' : 'decimal')}
      enterKeyHint="next"
      placeholder={field.placeholder}
      {...controlAttributes(field)}
      value={typing ?? shown}
      onFocus={() => setTyping(asText(value))}
      onBlur={() => setTyping(undefined)}
      onChange={({ target }) => {
        setTyping(target.value);
        const typed = typedNumber(target.value);
        field.set(hundredths && typeof typed === 'number' ? Math.round(typed * 100) : typed);
      }}
    />
  );
  if (prefix === undefined && suffix === undefined) return input;
  return (
    <div className="control control-group">
      {prefix !== undefined && (
        <span className="control-affix" aria-hidden="true">
          {prefix}
        </span>
      )}
      {input}
      {suffix !== undefined && (
        <span className="control-affix" aria-hidden="true">
          {suffix}
        </span>
      )}
    </div>
  );
});
