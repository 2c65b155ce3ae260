import { type ComponentProps, type KeyboardEvent, useId, useState } from 'react';
import { Theirs } from './Theirs.tsx';
import { isNumeral, useTyped, type Visit } from './useTyped.ts';

interface TypedProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'onBlur'> {
  value: string;
  onCommit: (value: string, visit: Visit) => void;
  /** Number of lines of a multi-line text. */
  rows?: number;
  /** Names something new: a partial name does not count, and the field is cleared once it is added. */
  isNew?: boolean;
  /** A partial number does not count. */
  isNumber?: boolean;
  /** Says why a text must not be committed. The field then keeps the text and shows the reason. */
  refusal?: ((text: string) => string | undefined) | undefined;
  /** A fingerprint of the surroundings, which reveals that somebody else's edit has moved another item to the same pointer. */
  around?: string | undefined;
}

/** A text field that saves while somebody types, and undoes a visit as one edit, not letter by letter. */
export function Typed({ value, onCommit, rows, isNew, isNumber, refusal, around, ...rest }: TypedProps) {
  const [refused, setRefused] = useState<string>();
  const why = useId();
  const commit = (text: string, visit: Visit) => {
    const isRefused = refusal?.(text) !== undefined;
    setRefused(isRefused ? text : undefined);
    if (!isRefused) onCommit(text, visit);
  };
  const { typed, type, leave, reset, theirs, choose } = useTyped(value, commit, {
    around,
    ...(isNew ? { mayKeep: () => false } : isNumber && { mayKeep: isNumeral }),
  });
  const problem = refused === typed && typed !== value ? refusal?.(typed) : undefined;
  const end = () => {
    // Leaving again would restore the value without a word.
    if (problem !== undefined) return;
    leave();
    if (isNew) reset();
  };
  const press = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault();
      end();
    }
    if (event.key === 'Escape') reset();
  };
  const events = {
    value: typed,
    onChange: ({ target }: { target: { value: string } }) => type(target.value),
    onBlur: end,
    onKeyDown: press,
  };
  const { id, readOnly, 'aria-label': label, 'aria-describedby': describedBy, lang, className } = rest;
  const texts = { id, readOnly, 'aria-label': label, 'aria-describedby': describedBy, lang, className, rows };
  const marks = problem !== undefined && { 'aria-invalid': true, 'aria-describedby': [why, describedBy].filter(Boolean).join(' ') };
  return (
    <>
      {rows === undefined ? <input {...rest} {...marks} {...events} /> : <textarea {...texts} {...events} />}
      {problem !== undefined && (
        <span className="typed-problem" id={why} role="alert">
          {problem}
        </span>
      )}
      <Theirs theirs={theirs} choose={choose} />
    </>
  );
}
