import { type ComponentProps, type KeyboardEvent, useEffect, useState } from 'react';

/** A pause in typing after which an unfinished text is kept. */
const pauseMs = 800;

interface TypedProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'onBlur'> {
  value: string;
  onCommit: (value: string) => void;
  /** Texts may have several lines. */
  rows?: number;
  /** Any text is valid, so it also counts after a pause: nothing is lost if the tab closes. */
  isKeptWhileTyping?: boolean;
}

/** A text field whose text counts once it is left, or at Enter: one edit, not one for each letter. */
export function Typed({ value, onCommit, rows, isKeptWhileTyping = false, ...rest }: TypedProps) {
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
  useEffect(() => {
    if (!isKeptWhileTyping || typed === value) return undefined;
    const timer = setTimeout(() => onCommit(typed), pauseMs);
    return () => clearTimeout(timer);
  }, [isKeptWhileTyping, typed, value, onCommit]);
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
