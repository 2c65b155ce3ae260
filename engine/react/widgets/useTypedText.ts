import { autorun, untracked } from 'mobx';
import { type ChangeEvent, type CompositionEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react';

export interface TypedText {
  /** The stored text; reads what is observable. */
  read: () => string;
  /** Typed → stored; idempotent. Also tells how much of what stands before the caret counts. */
  parse: (typed: string) => string;
  /** Stored → shown. It may add characters, but only such as `parse` takes away again. */
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

/** Where the caret stands in the shown text when so many stored characters are before it. */
export function caretAfter(shown: string, stored: number, parse: (typed: string) => string): number {
  if (stored === 0) return 0;
  let at = 0;
  while (at < shown.length && parse(shown.slice(0, at)).length < stored) at += 1;
  return at;
}

/** One character less, where only a separator was deleted and so nothing would change. */
const withoutOneBefore = (stored: string, at: number) => stored.slice(0, Math.max(0, at - 1)) + stored.slice(at);

/**
 * A text that is normalised and drawn anew at each key press, with the caret kept where the typist has it. While an input
 * method composes (Hindi, Chinese, many Android keyboards) nothing is touched: the text is taken when it has ended.
 *
 * The element is React's, what stands in it is ours: a key press that leaves the text as it was typed renders nothing at all.
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
    // Nothing may have been stored, and then nobody has drawn.
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
