import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useNumeralProblem } from '../../parts/useNumeralProblem.ts';
import { isNumeral, useTyped, type Visit } from '../../parts/useTyped.ts';

/** An edit in progress, with the key press that started it. */
export interface Begun {
  by?: string;
}

export type Next = 'stay' | 'next' | 'before' | 'blurred';

interface CellProps {
  is: 'id' | 'when' | 'outcome';
  /** Label of the field while it is edited. */
  label: string;
  text: string;
  /** Text next to the value: the row number, or the meaning of an absent condition. */
  note: string | undefined;
  /** Values that the code defines, to choose from. */
  options: readonly string[] | undefined;
  isNumber: boolean;
  isWrong: boolean;
  describedBy: string | undefined;
  isFocused: boolean;
  begun: Begun | undefined;
  onFocus: () => void;
  onBegin: () => void;
  onKeep: (typed: string, visit: Visit) => void;
  onEnd: (next: Next) => void;
  /** Receives the typed text if somebody else has changed the cell meanwhile. */
  onLose: (typed: string) => void;
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
  onKeep,
  onEnd,
  onLose,
}: CellProps) {
  const shared = {
    className: `decisions-cell decisions-${is}`,
    'data-number': isNumber || undefined,
    'aria-invalid': isWrong || undefined,
    'aria-describedby': describedBy,
  };
  const content = begun ? (
    <Editor
      is={is}
      label={label}
      text={text}
      options={options}
      isNumber={isNumber}
      begun={begun}
      onKeep={onKeep}
      onEnd={onEnd}
      onLose={onLose}
    />
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

type EditorProps = Pick<CellProps, 'is' | 'label' | 'text' | 'options' | 'isNumber' | 'onKeep' | 'onEnd' | 'onLose'> & { begun: Begun };

function Editor({ is, label, text, options, isNumber, begun, onKeep, onEnd, onLose }: EditorProps) {
  const { typed, type, leave, reset, theirs } = useTyped(text, onKeep, {
    initial: begun.by,
    // A partial number would turn a column of numbers into a column of texts.
    mayKeep: (now) => now !== '' && (!isNumber || isNumeral(now)),
  });
  const problemOf = useNumeralProblem();
  const list = useId();
  const field = useRef<HTMLTextAreaElement & HTMLInputElement>(null);
  const hasEnded = useRef(false);
  useEffect(() => {
    field.current?.focus();
    if (begun.by === undefined) field.current?.select();
  }, [begun]);
  const [isRefused, setRefused] = useState(false);
  const why = useId();
  const problem = isNumber && typed.trim() !== '' ? problemOf(typed) : undefined;
  const end = (kept: boolean, next: Next) => {
    if (hasEnded.current) return;
    // A cell that is left for another one cannot wait: its text is stored as it is, and the compiler reports it.
    if (kept && next !== 'blurred' && problem !== undefined) return setRefused(true);
    hasEnded.current = true;
    if (kept && theirs !== undefined) onLose(typed);
    if (kept) leave();
    else reset();
    onEnd(next);
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
    onChange: ({ target }: { target: { value: string } }) => {
      setRefused(false);
      type(target.value);
    },
  };
  const marks = isRefused && { 'aria-invalid': true, 'aria-describedby': why };
  if (is === 'when') return <textarea rows={3} {...shared} />;
  return (
    <>
      <input type="text" list={options ? list : undefined} {...shared} {...marks} />
      {isRefused && (
        <span className="typed-problem" id={why} role="alert">
          {problem}
        </span>
      )}
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
