import { observer } from 'mobx-react-lite';
import { type CSSProperties, useEffect, useRef } from 'react';
import { withoutSeparators } from '../../../form/normalise.ts';
import type { FieldHandle } from '../../form/types.ts';
import { asText, controlAttributes } from '../attributes.ts';
import { useTypedText } from '../useTypedText.ts';
import { codeFromSms } from './webOtp.ts';

const defaultLength = 6;
/** A longer text shows a few extra cells and is refused. Cutting it would turn it into a different code. */
const mostBeyond = 4;

const controls = 'input, select, textarea';

/** The first control of a screen or dialog gets the focus, so that people can type at once. */
const isFirstControl = (input: HTMLInputElement | null) =>
  input !== null && input.closest('main, dialog')?.querySelector(controls) === input;

/** Submits the form if the code is its only field. */
function sendAlone(input: HTMLInputElement | null): void {
  const form = input?.form;
  if (form && form.querySelectorAll(controls).length === 1) form.requestSubmit();
}

/** One real input behind drawn cells. One input per cell would break autofill, pasting and screen readers. */
export const OneTimeCode = observer(function OneTimeCode({ field }: { field: FieldHandle }) {
  const length = field.schema.maxLength ?? defaultLength;
  const value = asText(field.value);
  const cells = Math.max(length, value.length);
  const input = useRef<HTMLInputElement>(null);
  const sent = useRef(value);
  const parse = (text: string) => withoutSeparators(text).slice(0, length + mostBeyond);
  const store = (code: string) => {
    field.set(code);
    const isSent = code === sent.current;
    sent.current = code;
    if (code.length === length && !isSent) sendAlone(input.current);
  };
  const typed = useTypedText({ read: () => asText(field.value), parse, store });
  const take = useRef(store);
  useEffect(() => void (take.current = store));
  useEffect(() => {
    const waiting = new AbortController();
    void codeFromSms(waiting.signal).then((code) => code !== undefined && take.current(code));
    return () => waiting.abort();
  }, []);
  useEffect(() => {
    if (isFirstControl(input.current)) input.current?.focus({ preventScroll: true });
  }, []);
  // The first digit of the next code replaces a refused one.
  const refused = field.problem !== undefined && value.length >= length;
  useEffect(() => {
    if (refused) input.current?.select();
  }, [refused]);
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
        ref={input}
      />
      {Array.from({ length: cells }, (_, index) => (
        <span key={index} className="code-cell" aria-hidden="true" data-current={index === Math.min(value.length, cells - 1) || undefined}>
          {value[index]}
        </span>
      ))}
    </div>
  );
});
