import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';

/** An edit that has begun, with the key that began it. */
export interface Begun {
  by?: string;
}

export type Next = 'stay' | 'next' | 'before' | 'blurred';

interface CellProps {
  is: 'id' | 'when' | 'outcome';
  /** Names the field while it is edited. */
  label: string;
  text: string;
  /** Words beside the value: the number of the row, or what an absent condition means. */
  note: string | undefined;
  /** Values that code knows, to choose from. */
  options: readonly string[] | undefined;
  isNumber: boolean;
  isWrong: boolean;
  describedBy: string | undefined;
  isFocused: boolean;
  begun: Begun | undefined;
  onFocus: () => void;
  onBegin: () => void;
  /** `typed` is undefined if the value stays. */
  onEnd: (typed: string | undefined, next: Next) => void;
}

export function Cell({
  is,
  label,
  text,
  note,
  options,
  isNumber,
  isWrong,
  describedBy,
  isFocused,
  begun,
  onFocus,
  onBegin,
  onEnd,
}: CellProps) {
  const shared = {
    className: `decisions-cell decisions-${is}`,
    'data-number': isNumber || undefined,
    'aria-invalid': isWrong || undefined,
    'aria-describedby': describedBy,
  };
  const content = begun ? (
    <Editor is={is} label={label} text={text} options={options} begun={begun} onEnd={onEnd} />
  ) : (
    <>
      {note && <span className="decisions-note">{note}</span>} <span>{text}</span>
    </>
  );
  const events = { tabIndex: isFocused && !begun ? 0 : -1, onFocus, onDoubleClick: onBegin };
  return is === 'id' ? (
    <th scope="row" {...shared} {...events}>
      {content}
    </th>
  ) : (
    <td {...shared} {...events}>
      {content}
    </td>
  );
}

function Editor({
  is,
  label,
  text,
  options,
  begun,
  onEnd,
}: Pick<CellProps, 'is' | 'label' | 'text' | 'options' | 'onEnd'> & { begun: Begun }) {
  const [typed, setTyped] = useState(begun.by ?? text);
  const list = useId();
  const field = useRef<HTMLTextAreaElement & HTMLInputElement>(null);
  const hasEnded = useRef(false);
  useEffect(() => {
    field.current?.focus();
    if (begun.by === undefined) field.current?.select();
  }, [begun]);
  const end = (kept: boolean, next: Next) => {
    if (hasEnded.current) return;
    hasEnded.current = true;
    onEnd(kept && typed !== text ? typed : undefined, next);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') end(true, 'stay');
    else if (event.key === 'Escape') end(false, 'stay');
    else if (event.key === 'Tab') end(true, event.shiftKey ? 'before' : 'next');
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const shared = {
    ref: field,
    'aria-label': label,
    value: typed,
    spellCheck: false,
    autoComplete: 'off',
    onKeyDown,
    onBlur: () => end(true, 'blurred'),
    onChange: ({ target }: { target: { value: string } }) => setTyped(target.value),
  };
  if (is === 'when') return <textarea rows={3} {...shared} />;
  return (
    <>
      <input type="text" list={options ? list : undefined} {...shared} />
      {options && (
        <datalist id={list}>
          {options.map((option) => (
            <option key={option} value={option}>
              {option}
            </option>
          ))}
        </datalist>
      )}
    </>
  );
}
