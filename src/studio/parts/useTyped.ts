import { useEffect, useRef, useState } from 'react';
import type { Side } from '../../../server/contract/staff/studio.ts';

/** One visit to a field. A single undo reverts all of its edits. */
export type Visit = object;

/** Whether the typed text is a complete number, not just the start of one. */
export const isNumeral = (typed: string): boolean => /^-?\d+(\.\d+)?$/.test(typed.trim());

/** Debounce time after which the text is committed, finished or not. */
const pauseMs = 600;

export interface TypedField {
  /** The text in the field. */
  typed: string;
  type: (text: string) => void;
  /** Called when the field loses the focus, or on Enter. */
  leave: () => void;
  /** Restores the value from before this visit. */
  reset: () => void;
  /** Somebody else's value for this field, stored while this person typed. The typed text waits until the person chooses. */
  theirs: string | undefined;
  choose: (side: Side) => void;
}

interface TypedOptions {
  /** The text to start with, where a key press begins an edit. */
  initial?: string | undefined;
  /** Whether an unfinished text may be committed. By default any but an empty one may, because people delete before they retype. */
  mayKeep?: (text: string) => boolean;
  /** A fingerprint of the surroundings, which reveals that somebody else's edit has moved another item to the same pointer. */
  around?: string | undefined;
}

/** Typed text that overrides a value. */
interface Draft {
  text: string;
  /** The text that this field last committed. The field still shows it as typed, such as `12.` on the way to `12.5`. */
  own?: string | undefined;
  /** Whether its own commit has not come back as the value yet. */
  isOnWay: boolean;
  hasLeft: boolean;
  theirs?: string | undefined;
}

const typing = { isOnWay: false, hasLeft: false };

/** Whether a new value is the field's own commit. */
const isOwn = (draft: Draft | undefined, value: string): boolean => draft !== undefined && (draft.isOnWay || value === draft.own);

/** Rebases a draft when the underlying value changes. */
export function rebased(draft: Draft | undefined, was: string, value: string): Draft | undefined {
  if (!draft) return undefined;
  if (isOwn(draft, value)) return draft.hasLeft ? undefined : { ...draft, isOnWay: false };
  const isUnkept = draft.text !== was && draft.text !== draft.own;
  return isUnkept && draft.text !== value ? { ...typing, text: draft.text, theirs: value } : undefined;
}

/**
 * Text typed over a value. It is committed when the field loses the focus. If it may be committed unfinished, that also happens after a
 * pause, when the page is hidden or closed, and when the control unmounts, so nothing typed is lost. Every text control of the studio uses
 * it.
 */
export function useTyped(
  value: string,
  onCommit: (text: string, visit: Visit) => void,
  { initial, mayKeep = (text) => text !== '', around }: TypedOptions = {},
): TypedField {
  const [draft, setDraft] = useState<Draft | undefined>(initial === undefined ? undefined : { ...typing, text: initial });
  const [known, setKnown] = useState({ value, around });
  /** The value that Escape restores. */
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
    // The control may unmount, or the page may be hidden or closed, before the next render.
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
    // Each letter restarts the pause.
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
      // A commit comes back immediately. A later value is somebody else's.
      setDraft({ ...draft, ...typing, text });
    },
    leave: () => {
      // A text that waits for a choice stays.
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
