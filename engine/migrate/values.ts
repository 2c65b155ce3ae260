import type { FormAnswers } from '../config/definitions.ts';
import { isPlainObject } from '../form/empty.ts';

type Names = readonly string[];

/** @param items positions of the list items that contain the owner */
export type Change = (owner: FormAnswers, name: string, items: readonly number[]) => FormAnswers;

/** Returns a copy with a changed value at a path of keys, in each item if the path goes through a list. */
export function changeAt(value: unknown, [name, ...rest]: Names, change: Change, items: readonly number[] = []): unknown {
  if (Array.isArray(value)) return value.map((item: unknown, index) => changeAt(item, [name ?? '', ...rest], change, [...items, index]));
  if (!isPlainObject(value) || name === undefined || !Object.hasOwn(value, name)) return value;
  return rest.length === 0 ? change(value, name, items) : { ...value, [name]: changeAt(value[name], rest, change, items) };
}

/** Returns the positions of the list items on the way to each object at a path of keys. */
export function ownersAt(value: unknown, [name, ...rest]: Names, items: readonly number[] = []): (readonly number[])[] {
  if (Array.isArray(value))
    return value.flatMap((item: unknown, index) => ownersAt(item, name === undefined ? [] : [name, ...rest], [...items, index]));
  if (!isPlainObject(value)) return [];
  return name === undefined ? [items] : ownersAt(value[name], rest, items);
}

export function without<Values extends object>(values: Values, name: string): Values {
  return Object.fromEntries(Object.entries(values).filter(([key]) => key !== name)) as Values;
}

/** Renames a key and keeps its position. */
export const renamed = <Values extends object>(values: Values, from: string, to: string): Values =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key === from ? to : key, value])) as Values;

/** Maps a code, or each code of a list. */
export function mapped(value: unknown, codes: Readonly<Record<string, string>>): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => mapped(item, codes));
  return typeof value === 'string' && Object.hasOwn(codes, value) ? codes[value] : value;
}
