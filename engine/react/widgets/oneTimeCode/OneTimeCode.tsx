import { observer } from 'mobx-react-lite';
import { type CSSProperties, useEffect } from 'react';
import type { FieldHandle } from '../../form/types.ts';
import { asText, controlAttributes } from '../attributes.ts';
import { useTypedText } from '../useTypedText.ts';
import { codeFromSms } from './webOtp.ts';

const defaultLength = 6;

/** One real input behind drawn cells: one per cell would break autofill, pasting and screen readers. */
export const OneTimeCode = observer(function OneTimeCode({ field }: { field: FieldHandle }) {
  const length = field.schema.maxLength ?? defaultLength;
  const value = asText(field.value);
  const typed = useTypedText({
    read: () => asText(field.value),
    parse: (text) => text.replace(/\D/g, '').slice(0, length),
    store: field.set,
  });
  useEffect(() => {
    const waiting = new AbortController();
    void codeFromSms(waiting.signal).then((code) => code !== undefined && field.set(code.replace(/\D/g, '').slice(0, length)));
    return () => waiting.abort();
  }, [field, length]);
  return (
    <div className="code" style={{ '--code-length': length } as CSSProperties}>
      <input
        type="text"
        inputMode="numeric"
        pattern="[0-9]*"
        enterKeyHint="done"
        {...controlAttributes(field)}
        autoComplete="one-time-code"
        {...typed}
      />
      {Array.from({ length }, (_, index) => (
        <span key={index} className="code-cell" aria-hidden="true" data-current={index === Math.min(value.length, length - 1) || undefined}>
          {value[index]}
        </span>
      ))}
    </div>
  );
});
