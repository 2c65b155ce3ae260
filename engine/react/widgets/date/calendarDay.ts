/** A day or month while it is typed: any part may be missing. */
export interface DayParts {
  year: string;
  month: string;
  day: string;
}

export type Precision = 'day' | 'month';

/** Splits `YYYY-MM-DD` or what was left unfinished of it (`1990--`). */
export function partsOf(value: unknown): DayParts {
  const [year = '', month = '', day = ''] = typeof value === 'string' ? value.split('-') : [];
  return { year, month, day };
}

/** `7` → `07`, as a day is stored. */
const padded = (day: string) => (day.length === 1 ? `0${day}` : day);

/**
 * The value of the parts; undefined when nothing was entered. An unfinished day is kept as it is, so that leaving and
 * returning loses nothing; it does not pass for a date.
 */
export function joined({ year, month, day }: DayParts, precision: Precision): string | undefined {
  if (!year && !month && (!day || precision === 'month')) return undefined;
  return precision === 'month' ? `${year}-${month}` : `${year}-${month}-${padded(day)}`;
}

/**
 * A typed day or year as it is kept: only spaces go, so that the field refuses "2.5" instead of reading 25. A hyphen separates
 * the parts of the value, so one that is typed is kept as a minus sign.
 */
export const typedPart = (text: string): string => text.replace(/\s/g, '').replaceAll('-', '−');

/**
 * The text of the day input. Keeps the typed text while it equals the stored day, because a `1` may yet become `12`: one that was
 * stored before may too, so its zero is not shown.
 */
export const shownDay = (typed: string, stored: string): string => (padded(typed) === stored ? typed : stored.replace(/^0(?=\d$)/, ''));

/** Splits a pasted or autofilled day: `1990-05-17`, `17/05/1990`, `17.5.1990`. Day before month, unless the year leads. */
export function readDay(text: string): DayParts | undefined {
  const numbers = text.trim().split(/[\s./-]+/);
  const [first = '', second = '', third = ''] = numbers;
  if (numbers.length !== 3 || numbers.some((number) => !/^\d+$/.test(number))) return undefined;
  if (first.length === 4) return { year: first, month: second.padStart(2, '0'), day: third.padStart(2, '0') };
  return third.length === 4 ? { year: third, month: second.padStart(2, '0'), day: first.padStart(2, '0') } : undefined;
}

/** The year of a bound (`today`, `1990-01-01`, `-100y`), given today's day. */
export function boundYear(bound: unknown, today: string): number | undefined {
  if (typeof bound !== 'string') return undefined;
  const year = Number(today.slice(0, 4));
  const distance = /^([+-]\d+)y$/.exec(bound);
  if (distance) return year + Number(distance[1]);
  return /^\d{4}/.test(bound) ? Number(bound.slice(0, 4)) : year;
}

/** `90` → `1990`: the latest year that ends so and does not pass the last one allowed. Other lengths stay as they are. */
export function fullYear(typed: string, latest: number | undefined): string {
  if (typed.length !== 2 || latest === undefined) return typed;
  const century = Math.floor(latest / 100) * 100;
  const year = century + Number(typed);
  return String(year > latest ? year - 100 : year);
}
