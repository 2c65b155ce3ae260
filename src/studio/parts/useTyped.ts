import { useEffect, useRef, useState } from 'react';

/** One visit to a field. Its edits are taken back by one undo. */
export type Visit = object;

/** Whether what is typed is a number already, not only on the way to one. */
export const isNumeral = (typed: string): boolean => /^-?\d+(\.\d+)?$/.test(typed.trim());

/** A pause in typing after which what is typed is kept, finished or not. */
const pauseMs = 600;

export interface TypedField {
  /** What the field shows. */
  typed: string;
  type: (text: string) => void;
  /** The field is left, or Enter is pressed. */
  leave: () => void;
  /** Back to what it said before this visit. */
  reset: () => void;
}

interface TypedOptions {
  /** What is typed from the first moment on, where a key begins an edit. */
  initial?: string | undefined;
  /** Whether an unfinished text may count. Without it, every one but an empty one does: somebody deletes to type another. */
  mayKeep?: (text: string) => boolean;
}

/**
 * What somebody types over a value. It counts when the field is left, and, if it may count unfinished, after a pause, when the page is
 * hidden or closed, and when the control goes: nothing that is typed is lost. Every typed control of the studio uses it.
 */
export function useTyped(
  value: string,
  onCommit: (text: string, visit: Visit) => void,
  { initial, mayKeep = (text) => text !== '' }: TypedOptions = {},
): TypedField {
  const [draft, setDraft] = useState(initial);
  const [known, setKnown] = useState(value);
  /** What this field has committed itself: it stays as it is typed, such as `12.` on the way to `12.5`. */
  const [own, setOwn] = useState<string>();
  if (known !== value) {
    setKnown(value);
    setOwn(undefined);
    if (own === undefined) setDraft(undefined);
  }
  const visit = useRef<{ before: string }>(undefined);
  const typed = draft ?? value;
  const isOpen = typed !== value && typed !== own;
  const isUnkept = isOpen && mayKeep(typed);
  const commit = (text = typed) => {
    visit.current ??= { before: value };
    onCommit(text, visit.current);
  };
  const flush = useRef<() => void>(undefined);
  useEffect(() => {
    flush.current = isUnkept
      ? () => {
          // The page may be hidden and closed before it renders again.
          flush.current = undefined;
          setOwn(typed);
          commit();
        }
      : undefined;
  });
  useEffect(() => {
    if (!isUnkept) return undefined;
    const timer = setTimeout(() => flush.current?.(), pauseMs);
    return () => clearTimeout(timer);
    // Each letter begins the pause anew.
    // oxlint-disable-next-line react/exhaustive-effect-dependencies
  }, [isUnkept, typed]);
  useEffect(() => {
    const keep = () => flush.current?.();
    const hide = () => document.visibilityState === 'hidden' && keep();
    window.addEventListener('pagehide', keep);
    document.addEventListener('visibilitychange', hide);
    return () => {
      window.removeEventListener('pagehide', keep);
      document.removeEventListener('visibilitychange', hide);
      keep();
    };
  }, []);
  return {
    typed,
    type: (text) => {
      visit.current ??= { before: value };
      setDraft(text);
    },
    leave: () => {
      if (isOpen) commit();
      // The control may go before it renders again.
      flush.current = undefined;
      setOwn(undefined);
      visit.current = undefined;
    },
    reset: () => {
      if (visit.current && visit.current.before !== value) commit(visit.current.before);
      flush.current = undefined;
      setDraft(undefined);
      setOwn(undefined);
      visit.current = undefined;
    },
  };
}
