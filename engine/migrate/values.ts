import type { FormAnswers } from '../config/definitions.ts';
import { isPlainObject } from '../form/empty.ts';

type Names = readonly string[];

/** A copy in which the value at the end of a path of names is another, in each item where the path leads through a list. */
export function changeAt(value: unknown, [name, ...rest]: Names, change: (owner: FormAnswers, name: string) => FormAnswers): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => changeAt(item, [name ?? '', ...rest], change));
  if (!isPlainObject(value) || name === undefined || !Object.hasOwn(value, name)) return value;
  return rest.length === 0 ? change(value, name) : { ...value, [name]: changeAt(value[name], rest, change) };
}

/** The same answers without one. */
export function without<Values extends object>(values: Values, name: string): Values {
  return Object.fromEntries(Object.entries(values).filter(([key]) => key !== name)) as Values;
}

/** The same answers with one of them under another name, in its place. */
export const renamed = <Values extends object>(values: Values, from: string, to: string): Values =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key === from ? to : key, value])) as Values;

/** The code that stands for another; also of each code in a list. */
export function mapped(value: unknown, codes: Readonly<Record<string, string>>): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => mapped(item, codes));
  return typeof value === 'string' && Object.hasOwn(codes, value) ? codes[value] : value;
}
