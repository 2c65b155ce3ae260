import { autorun, untracked } from 'mobx';
import { type ChangeEvent, type CompositionEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react';

export interface TypedText {
  /** Returns the stored text. Reads observables. */
  read: () => string;
  /** Converts typed text to stored text; idempotent. Also used to count the characters before the caret. */
  parse: (typed: string) => string;
  /** Converts stored text to shown text. It may only add characters that `parse` removes. */
  format?: (stored: string) => string;
  store: (value: string) => void;
}

type Field = HTMLInputElement | HTMLTextAreaElement;

export interface TypedTextProps {
  ref: RefObject<never>;
  defaultValue: string;
  onChange: (event: ChangeEvent<Field>) => void;
  onCompositionEnd: (event: CompositionEvent<Field>) => void;
}

const same = (text: string) => text;

/** Returns the caret position in the shown text after a number of stored characters. */
export function caretAfter(shown: string, stored: number, parse: (typed: string) => string): number {
  if (stored === 0) return 0;
  let at = 0;
  while (at < shown.length && parse(shown.slice(0, at)).length < stored) at += 1;
  return at;
}

/** Deletes one more character if only a separator was deleted, because nothing would change otherwise. */
const withoutOneBefore = (stored: string, at: number) => stored.slice(0, Math.max(0, at - 1)) + stored.slice(at);

/**
 * Normalises and formats a text on each key press and keeps the caret in place. During composition in an input method (Hindi,
 * Chinese, many Android keyboards) it changes nothing and reads the text afterwards.
 *
 * React owns the element, and this hook writes its text. A key press without a formatting change renders nothing.
 */
export function useTypedText(options: TypedText): TypedTextProps {
  const field = useRef<Field>(null);
  const composing = useRef(false);
  const current = useRef(options);
  const [defaultValue] = useState(() => untracked(() => shownBy(options)));

  useLayoutEffect(() => {
    current.current = options;
  });
  useLayoutEffect(() => {
    const follow = () => {
      const shown = shownBy(current.current);
      if (field.current && !composing.current) draw(field.current, shown);
    };
    return autorun(follow, { name: 'typedText' });
  }, []);

  const take = (element: Field, deleted: boolean) => {
    const { read, parse, store } = current.current;
    const typed = element.value;
    const before = parse(typed.slice(0, element.selectionStart ?? typed.length)).length;
    const parsed = parse(typed);
    const stuck = deleted && parsed === read() && typed !== shownBy(current.current) && before > 0;
    store(stuck ? withoutOneBefore(parsed, before) : parsed);
    // Nothing may have been stored, so nothing has updated the element.
    draw(element, shownBy(current.current));
    if (element.value === typed || document.activeElement !== element) return;
    const at = caretAfter(element.value, stuck ? before - 1 : before, parse);
    element.setSelectionRange(at, at);
  };

  return {
    ref: field as unknown as RefObject<never>,
    defaultValue,
    onChange: ({ target, nativeEvent }) => {
      const { isComposing, inputType } = nativeEvent as InputEvent;
      composing.current = isComposing;
      if (!isComposing) take(target, inputType?.startsWith('delete') ?? false);
    },
    onCompositionEnd: ({ currentTarget }) => {
      composing.current = false;
      take(currentTarget, false);
    },
  };
}

const shownBy = ({ read, format = same }: TypedText): string => format(read());

function draw(element: Field, shown: string): void {
  if (element.value !== shown) element.value = shown;
}
