import { createContext, use, useState } from 'react';

/** State of a dialog's blocks, by block, while the dialog is open. */
export const Kept = createContext<Map<object, unknown> | undefined>(undefined);

/**
 * State of a block. Inside a dialog it lasts until the dialog closes, even while a condition hides the block, for example behind a preview.
 */
export function useKept<Value>(block: object, initial: Value): [Value, (value: Value) => void] {
  const kept = use(Kept);
  const [value, setValue] = useState(() => (kept?.has(block) ? (kept.get(block) as Value) : initial));
  const set = (next: Value) => {
    kept?.set(block, next);
    setValue(next);
  };
  return [value, set];
}
