import { type ChangeEvent, type CompositionEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react';

export interface TypedText {
  /** The stored text. */
  value: string;
  /** Typed → stored; idempotent. Also tells how much of what stands before the caret counts. */
  parse: (typed: string) => string;
  /** Stored → shown. It may add characters, but only such as `parse` takes away again. */
  format?: (stored: string) => string;
  store: (value: string) => void;
}

type Field = HTMLInputElement | HTMLTextAreaElement;

export interface TypedTextProps {
  ref: RefObject<never>;
  value: string;
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
 */
export function useTypedText({ value, parse, format = same, store }: TypedText): TypedTextProps {
  const field = useRef<Field>(null);
  const caret = useRef<number>(undefined);
  const [composing, setComposing] = useState<string>();
  const [, redraw] = useState(0);

  const take = (element: Field, deleted: boolean) => {
    const before = parse(element.value.slice(0, element.selectionStart ?? element.value.length)).length;
    const parsed = parse(element.value);
    const stuck = deleted && parsed === value && element.value !== format(value) && before > 0;
    store(stuck ? withoutOneBefore(parsed, before) : parsed);
    caret.current = stuck ? before - 1 : before;
    // React puts back what is shown even when nothing was stored, and the caret would jump to the end.
    redraw((count) => count + 1);
  };

  useLayoutEffect(() => {
    const element = field.current;
    if (caret.current === undefined || !element || document.activeElement !== element) return;
    const at = caretAfter(element.value, caret.current, parse);
    element.setSelectionRange(at, at);
    caret.current = undefined;
  });

  return {
    ref: field as unknown as RefObject<never>,
    value: composing ?? format(value),
    onChange: ({ target, nativeEvent }) => {
      const { isComposing, inputType } = nativeEvent as InputEvent;
      if (isComposing) setComposing(target.value);
      else take(target, inputType?.startsWith('delete') ?? false);
    },
    onCompositionEnd: ({ currentTarget }) => {
      setComposing(undefined);
      take(currentTarget, false);
    },
  };
}
