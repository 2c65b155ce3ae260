import { createContext, use, useEffect, useRef, useState } from 'react';
import { type Kept, readKept } from './kept.ts';

/**
 * State that survives a reload and a closed tab, such as a half-filled form. The next tab takes over the state of a closed one.
 *
 * @returns the value and its setter; `undefined` deletes it
 */
export function useKept<Value>(kept: Kept, name: string, initial: Value): [Value, (value: Value | undefined) => void] {
  const read = () => readKept(kept.get(name)) as Value | undefined;
  const [value, setValue] = useState(read);
  const isTouched = useRef(false);
  useEffect(() => {
    void kept.adopt().then(() => isTouched.current || setValue(readKept(kept.get(name)) as Value | undefined));
  }, [kept, name]);
  const set = (next: Value | undefined) => {
    isTouched.current = true;
    kept.put(name, next === undefined ? undefined : JSON.stringify(next));
    setValue(next);
  };
  return [value ?? initial, set];
}

/** The values filled in so far, by field. */
export interface Filled {
  get: (field: string) => unknown;
  set: (field: string, value: unknown) => void;
}

export const FilledContext = createContext<Filled | undefined>(undefined);

/** Keeps the fields of a form together, for `FilledContext`. */
export function useFilled(kept: Kept, name: string): Filled {
  const [values, setValues] = useKept<Readonly<Record<string, unknown>>>(kept, name, {});
  /** The latest values, including those of the current event, which are not rendered yet. */
  const newest = useRef(values);
  useEffect(() => {
    newest.current = values;
  }, [values]);
  const set = (field: string, value: unknown) => {
    newest.current = { ...newest.current, [field]: value };
    setValues(newest.current);
  };
  return { get: (field) => values[field], set };
}

/** One field of the surrounding form. */
export function useField<Value>(field: string, initial: Value): [Value, (value: Value) => void] {
  const filled = use(FilledContext);
  if (!filled) throw new Error('Stands in a kept form only.');
  const value = filled.get(field);
  return [value === undefined ? initial : (value as Value), (next) => filled.set(field, next)];
}
