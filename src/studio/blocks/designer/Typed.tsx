import { type ComponentProps, type KeyboardEvent, useState } from 'react';

interface TypedProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'onBlur'> {
  value: string;
  onCommit: (value: string) => void;
  /** Texts may have several lines. */
  rows?: number;
}

/** A text field whose text counts once it is left, or at Enter: one edit, not one for each letter. */
export function Typed({ value, onCommit, rows, ...rest }: TypedProps) {
  const [typed, setTyped] = useState(value);
  const [known, setKnown] = useState(value);
  // An undo, a fix or somebody else has changed it.
  if (known !== value) {
    setKnown(value);
    setTyped(value);
  }
  const commit = () => {
    if (typed !== value) onCommit(typed);
  };
  const press = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault();
      commit();
    }
    if (event.key === 'Escape') setTyped(value);
  };
  const { id, readOnly, 'aria-label': label, 'aria-describedby': describedBy, lang } = rest;
  if (rows !== undefined)
    return (
      <textarea
        {...{ id, readOnly, 'aria-label': label, 'aria-describedby': describedBy, lang, rows }}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        onBlur={commit}
        onKeyDown={press}
      />
    );
  return <input {...rest} value={typed} onChange={({ target }) => setTyped(target.value)} onBlur={commit} onKeyDown={press} />;
}
