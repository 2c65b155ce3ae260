import type { ComponentProps, KeyboardEvent } from 'react';
import { Theirs } from './Theirs.tsx';
import { isNumeral, useTyped, type Visit } from './useTyped.ts';

interface TypedProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'onBlur'> {
  value: string;
  onCommit: (value: string, visit: Visit) => void;
  /** Texts may have several lines. */
  rows?: number;
  /** Names something new. Half a name is none, and the field is empty once it is added. */
  isNew?: boolean;
  /** Half a number is none. */
  isNumber?: boolean;
  /** Tells the place from others that somebody else's edit may bring to its pointer. */
  around?: string | undefined;
}

/** A text field whose text is kept while one types, and undone as one edit, not as one for each letter. */
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
