/**
 * The runtime of emitted expressions, included in every published module. `runtimeSource.ts` is generated from this file
 * (`node engine/expression/generateRuntime.ts`), and a test keeps the two equal. So functions may only use others of this
 * file. The semantics are CEL's (google/cel-spec, doc/langdef.md). An int is a JavaScript number: one beyond ±2^53 is an error.
 */

/**
 * Thrown when an expression reads an absent value. Callers recognise it by name, because each module has its own copy. One shared
 * error is thrown: in an empty form every condition throws it, and creating an error costs twenty times as much as throwing it
 * (29 against 1.4 µs, thirty calls deep). It has no stack, which would keep alive everything that the functions on it can reach.
 */
export const missingValue = Object.assign(new Error('absent'), { name: 'MissingValue', stack: '' });

/**
 * Returns a field or an item, or undefined if it or its owner is absent. Functions are never values, which hides inherited methods.
 * Only objects have fields and only lists have items.
 */
export function peek(from: unknown, key: unknown): unknown {
  if (from === undefined || key === '__proto__') return undefined;
  if (from === null || typeof from !== 'object' || typeof key !== (Array.isArray(from) ? 'number' : 'string'))
    throw new TypeError('no such field');
  const value = (from as Record<string, unknown>)[key as string];
  return typeof value === 'function' ? undefined : value;
}

/** Returns a field or an item, or throws if it is absent. */
export function get(from: unknown, key: unknown): unknown {
  const value = peek(from, key);
  if (value === undefined) throw missingValue;
  return value;
}

export function bool(value: unknown): boolean {
  if (typeof value !== 'boolean') throw new TypeError('expected a boolean');
  return value;
}

/** CEL's &&: false on either side wins over an error on the other. */
export function and(left: () => unknown, right: () => unknown): boolean {
  let first: boolean;
  try {
    first = bool(left());
  } catch (error) {
    if (right() === false) return false;
    throw error;
  }
  return first && bool(right());
}

/** CEL's ||: true on either side wins over an error on the other. */
export function or(left: () => unknown, right: () => unknown): boolean {
  let first: boolean;
  try {
    first = bool(left());
  } catch (error) {
    if (right() === true) return true;
    throw error;
  }
  return first || bool(right());
}

export function eq(left: unknown, right: unknown): boolean {
  if (left === null || right === null || typeof left !== 'object' || typeof right !== 'object') return left === right;
  if (Array.isArray(left) !== Array.isArray(right)) return false;
  const keys = Object.keys(left);
  if (keys.length !== Object.keys(right).length) return false;
  return keys.every(
    (key) => Object.hasOwn(right, key) && eq((left as Record<string, unknown>)[key], (right as Record<string, unknown>)[key]),
  );
}

export function isIn(value: unknown, within: unknown): boolean {
  if (Array.isArray(within)) return within.some((item) => eq(value, item));
  if (within === null || typeof within !== 'object') throw new TypeError('in expects a list or a map');
  return typeof value === 'string' && peek(within, value) !== undefined;
}

/** Compares texts by code point. Comparing UTF-16 code units would put 😀 before ﹏. */
export function lt(left: unknown, right: unknown): boolean {
  if (typeof left === 'number' && typeof right === 'number') return left < right;
  if (typeof left !== 'string' || typeof right !== 'string') throw new TypeError('cannot compare ' + typeof left + ' and ' + typeof right);
  let at = 0;
  while (at < left.length && left[at] === right[at]) at++;
  const rank = (text: string) => text.codePointAt(at) ?? -1;
  return rank(left) < rank(right);
}

export function le(left: unknown, right: unknown): boolean {
  return lt(left, right) || left === right;
}

export function num(value: unknown): number {
  if (typeof value !== 'number') throw new TypeError('expected a number');
  return value;
}

/** Checks an int, also as the result of an operation: an overflow and a division by zero are errors. Turns -0 into 0. */
export function whole(value: unknown): number {
  if (!Number.isSafeInteger(value)) throw new RangeError('expected a whole number up to 2^53');
  return (value as number) + 0;
}

export function str(value: unknown): string {
  if (typeof value !== 'string') throw new TypeError('expected a string');
  return value;
}

export function list(value: unknown): unknown[] {
  if (!Array.isArray(value)) throw new TypeError('expected a list');
  return value;
}

/** Makes an object. Repeated keys are an error, and so is a key that `peek` hides. */
export function record(entries: readonly [unknown, unknown][]): unknown {
  const made = Object.fromEntries(entries.map(([key, value]) => [str(key), value]));
  if (Object.keys(made).length < entries.length || Object.hasOwn(made, '__proto__')) throw new RangeError('repeated key');
  return made;
}

export function size(value: unknown): number {
  if (typeof value === 'string') return Array.from(value).length;
  if (value === null || typeof value !== 'object') throw new TypeError('size expects a string, a list or a map');
  return Array.isArray(value) ? value.length : Object.keys(value).length;
}

/** Returns the elements of a macro: the items of a list, the keys of a map. */
export function items(value: unknown): unknown[] {
  if (Array.isArray(value)) return value;
  if (value === null || typeof value !== 'object') throw new TypeError('expected a list or a map');
  return Object.keys(value);
}

/** exists (wanted = true) and all (wanted = false): one decisive item wins over errors at others. */
export function some(value: unknown, wanted: boolean, test: (item: unknown) => unknown): boolean {
  let failure: unknown;
  for (const item of items(value)) {
    try {
      if (bool(test(item)) === wanted) return wanted;
    } catch (error) {
      failure ??= error;
    }
  }
  if (failure !== undefined) throw failure;
  return !wanted;
}

export function text(value: unknown): string {
  if (typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value)) return String(value);
  throw new TypeError('string expects a simple value');
}

export function toInt(value: unknown): number {
  if (typeof value === 'string' && !/^-?\d+$/.test(value)) throw new TypeError('not a whole number');
  return whole(Math.trunc(typeof value === 'string' ? Number(value) : num(value)));
}

export function toDouble(value: unknown): number {
  if (typeof value !== 'string') return num(value);
  const parsed = /^-?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(value) ? Number(value) : NaN;
  if (!Number.isFinite(parsed)) throw new TypeError('not a number');
  return parsed;
}

/** Returns the milliseconds of a date at UTC midnight. An invalid date such as 2026-02-30 is an error. */
export function day(date: unknown): number {
  const milliseconds = Date.parse(str(date) + 'T00:00:00Z');
  if (!/^\d{4}-\d\d-\d\d$/.test(str(date)) || new Date(milliseconds).toISOString().slice(0, 10) !== date) {
    throw new RangeError('not a calendar day');
  }
  return milliseconds;
}

/** Returns full years between a birth date and another date. */
export function age(birthDate: unknown, today: unknown): number {
  const born = new Date(day(birthDate));
  const now = new Date(day(today));
  const years = now.getUTCFullYear() - born.getUTCFullYear();
  const before =
    now.getUTCMonth() < born.getUTCMonth() || (now.getUTCMonth() === born.getUTCMonth() && now.getUTCDate() < born.getUTCDate());
  return before ? years - 1 : years;
}

/** Returns whole days between two dates; negative if the second is earlier. */
export function daysBetween(from: unknown, to: unknown): number {
  return Math.round((day(to) - day(from)) / 86400000);
}

export function addDays(date: unknown, days: unknown): string {
  return new Date(day(date) + whole(days) * 86400000).toISOString().slice(0, 10);
}

export function lowerAscii(value: unknown): string {
  return str(value).replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

export function upperAscii(value: unknown): string {
  return str(value).replace(/[a-z]+/g, (letters) => letters.toUpperCase());
}

/** JavaScript's trim does not use Unicode's definition of white space. */
export function trim(value: unknown): string {
  return /\P{White_Space}(?:.*\P{White_Space})?/su.exec(str(value))?.[0] ?? '';
}

/** Counts code points, as size and substring do. */
export function indexOf(value: unknown, sought: unknown): number {
  const at = str(value).indexOf(str(sought));
  return at < 0 ? at : size(str(value).slice(0, at));
}

export function substring(value: unknown, from: unknown, to?: unknown): string {
  const points = Array.from(str(value));
  const start = whole(from);
  const end = to === undefined ? points.length : whole(to);
  if (start < 0 || end > points.length || start > end) throw new RangeError('substring out of range');
  return points.slice(start, end).join('');
}

export function split(value: unknown, separator: unknown): string[] {
  return separator === '' ? Array.from(str(value)) : str(value).split(str(separator));
}

export function join(value: unknown, separator: unknown): string {
  return list(value).map(str).join(str(separator));
}

/**
 * Normalises a name for comparison: lower case without accents, spaces, hyphens, Jr. or III; Ma. becomes Maria. Returns '' if the
 * text has characters that no name has.
 */
export function bareName(value: unknown): string {
  const name = str(value).normalize('NFKD').toLowerCase().replace(/\p{M}/gu, '');
  if (!/^[\p{L}\s.,'’ʼ‘-]*$/u.test(name)) return '';
  const words = name.replace(/['’ʼ‘]/g, '').split(/[\s.,-]+/);
  return words.map((word) => (word === 'ma' ? 'maria' : /^(jr|sr|ii|iii|iv)$/.test(word) ? '' : word)).join('');
}

/** Whether a text is the name with these parts: first, optional middle, last. The middle name can be an initial or missing. */
export function sameName(value: unknown, parts: unknown): boolean {
  const names = list(parts).map(bareName);
  const first = names[0] ?? '';
  const last = names.at(-1) ?? '';
  const middle = names.slice(1, -1).join('');
  const typed = bareName(value);
  return typed !== '' && ['', middle, middle.slice(0, 1)].some((each) => typed === first + each + last || typed === last + first + each);
}
