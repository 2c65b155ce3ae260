import type { ComponentProps, KeyboardEvent } from 'react';
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
  /** A fingerprint of the surroundings, which reveals that somebody else's edit has moved another item to the same pointer. */
  around?: string | undefined;
}

/** A text field that saves while somebody types, and undoes a visit as one edit, not letter by letter. */
export function Typed({ value, onCommit, rows, isNew, isNumber, around, ...rest }: TypedProps) {
  const { typed, type, leave, reset, theirs, choose } = useTyped(value, onCommit, {
    around,
    ...(isNew ? { mayKeep: () => false } : isNumber && { mayKeep: isNumeral }),
  });
  const end = () => {
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
  return (
    <>
      {rows === undefined ? <input {...rest} {...events} /> : <textarea {...texts} {...events} />}
      <Theirs theirs={theirs} choose={choose} />
    </>
  );
}
