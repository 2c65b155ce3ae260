import { observer } from 'mobx-react-lite';
import { type CSSProperties, useEffect } from 'react';
import { withoutSeparators } from '../../../form/normalise.ts';
import type { FieldHandle } from '../../form/types.ts';
import { asText, controlAttributes } from '../attributes.ts';
import { useTypedText } from '../useTypedText.ts';
import { codeFromSms } from './webOtp.ts';

const defaultLength = 6;
/** A longer text shows a few cells more and is refused: cut to its length it would pass for another code. */
const mostBeyond = 4;

/** One real input behind drawn cells: one per cell would break autofill, pasting and screen readers. */
export const OneTimeCode = observer(function OneTimeCode({ field }: { field: FieldHandle }) {
  const length = field.schema.maxLength ?? defaultLength;
  const value = asText(field.value);
  const cells = Math.max(length, value.length);
  const typed = useTypedText({
    read: () => asText(field.value),
    parse: (text) => withoutSeparators(text).slice(0, length + mostBeyond),
    store: field.set,
  });
  useEffect(() => {
    const waiting = new AbortController();
    void codeFromSms(waiting.signal).then((code) => code !== undefined && field.set(code));
    return () => waiting.abort();
  }, [field]);
  return (
    <div className="code" style={{ '--code-length': cells } as CSSProperties}>
      <input
        type="text"
        inputMode="numeric"
        pattern="[0-9]*"
        enterKeyHint="done"
        {...controlAttributes(field)}
        autoComplete="one-time-code"
        {...typed}
      />
      {Array.from({ length: cells }, (_, index) => (
        <span key={index} className="code-cell" aria-hidden="true" data-current={index === Math.min(value.length, cells - 1) || undefined}>
          {value[index]}
        </span>
      ))}
    </div>
  );
});
