import { useEffect, useRef, useState } from 'react';
import type { Side } from '../../../server/contract/staff/studio.ts';

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
  /** What somebody else has put here while one typed. What is typed waits in the field until it is chosen. */
  theirs: string | undefined;
  choose: (side: Side) => void;
}

interface TypedOptions {
  /** What is typed from the first moment on, where a key begins an edit. */
  initial?: string | undefined;
  /** Whether an unfinished text may count. Without it, every one but an empty one does: somebody deletes to type another. */
  mayKeep?: (text: string) => boolean;
  /** Tells the place from others that somebody else's edit may bring to its pointer. */
  around?: string | undefined;
}

/** What is typed over a value. */
interface Draft {
  text: string;
  /** What this field has committed of it itself: it stays as it is typed, such as `12.` on the way to `12.5`. */
  own?: string | undefined;
  /** Its own commit has not come back as the value. */
  isOnWay: boolean;
  hasLeft: boolean;
  theirs?: string | undefined;
}

const typing = { isOnWay: false, hasLeft: false };

/** Whether a new value is what the field has committed itself. */
const isOwn = (draft: Draft | undefined, value: string): boolean => draft !== undefined && (draft.isOnWay || value === draft.own);

/** What becomes of a draft when the value below it changes. */
export function rebased(draft: Draft | undefined, was: string, value: string): Draft | undefined {
  if (!draft) return undefined;
  if (isOwn(draft, value)) return draft.hasLeft ? undefined : { ...draft, isOnWay: false };
  const isUnkept = draft.text !== was && draft.text !== draft.own;
  return isUnkept && draft.text !== value ? { ...typing, text: draft.text, theirs: value } : undefined;
}

/**
 * What somebody types over a value. It counts when the field is left, and, if it may count unfinished, after a pause, when the page is
 * hidden or closed, and when the control goes: nothing that is typed is lost. Every typed control of the studio uses it.
 */
export function useTyped(
  value: string,
  onCommit: (text: string, visit: Visit) => void,
  { initial, mayKeep = (text) => text !== '', around }: TypedOptions = {},
): TypedField {
  const [draft, setDraft] = useState<Draft | undefined>(initial === undefined ? undefined : { ...typing, text: initial });
  const [known, setKnown] = useState({ value, around });
  /** What Escape goes back to. */
  const [before, setBefore] = useState(value);
  if (known.value !== value || known.around !== around) {
    setKnown({ value, around });
    if (!isOwn(draft, value)) setBefore(value);
    setDraft(rebased(draft, known.value, value));
  }
  const visit = useRef<Visit>(undefined);
  const typed = draft?.text ?? value;
  const theirs = draft?.theirs;
  const isOpen = theirs === undefined && typed !== value && typed !== draft?.own;
  const isUnkept = isOpen && mayKeep(typed);
  const flush = useRef<() => void>(undefined);
  const commit = (text: string, hasLeft: boolean) => {
    // The control may go, or the page may be hidden and closed, before it renders again.
    flush.current = undefined;
    visit.current ??= {};
    setDraft({ text, own: text, isOnWay: true, hasLeft });
    onCommit(text, visit.current);
  };
  const end = () => {
    flush.current = undefined;
    visit.current = undefined;
    setDraft(undefined);
  };
  useEffect(() => {
    flush.current = isUnkept ? () => commit(typed, false) : undefined;
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
      if (visit.current === undefined) setBefore(value);
      visit.current ??= {};
      // A commit comes back at once. What comes later is somebody else's.
      setDraft({ ...draft, ...typing, text });
    },
    leave: () => {
      // What waits for a choice stays.
      if (theirs !== undefined) return;
      if (isOpen) commit(typed, true);
      else setDraft(undefined);
      visit.current = undefined;
    },
    reset: () => {
      if (visit.current && theirs === undefined && before !== value) onCommit(before, visit.current);
      end();
    },
    theirs,
    choose: (side) => {
      if (side === 'mine') commit(typed, true);
      else setDraft(undefined);
      visit.current = undefined;
    },
  };
}
