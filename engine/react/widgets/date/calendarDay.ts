/** A date or month during typing. Any part can be missing. */
export interface DayParts {
  year: string;
  month: string;
  day: string;
}

export type Precision = 'day' | 'month';

/** Splits `YYYY-MM-DD` or an unfinished date (`1990--`). */
export function partsOf(value: unknown): DayParts {
  const [year = '', month = '', day = ''] = typeof value === 'string' ? value.split('-') : [];
  return { year, month, day };
}

/** `7` → `07`, the stored form of a day. */
const padded = (day: string) => (day.length === 1 ? `0${day}` : day);

/**
 * Joins the parts; undefined if all are empty. An unfinished date is stored as it is, so that leaving and returning loses nothing.
 * It is not a valid date.
 */
export function joined({ year, month, day }: DayParts, precision: Precision): string | undefined {
  if (!year && !month && (!day || precision === 'month')) return undefined;
  return precision === 'month' ? `${year}-${month}` : `${year}-${month}-${padded(day)}`;
}

/**
 * Removes only spaces from a typed day or year, so that the field refuses "2.5" instead of reading 25. Hyphens separate the stored
 * parts, so a typed one becomes a minus sign.
 */
export const typedPart = (text: string): string => text.replace(/\s/g, '').replaceAll('-', '−');

/**
 * Returns the text of the day input. Keeps the typed text while it equals the stored day, because `1` may become `12`. A stored day
 * shows without its leading zero for the same reason.
 */
export const shownDay = (typed: string, stored: string): string => (padded(typed) === stored ? typed : stored.replace(/^0(?=\d$)/, ''));

/** Parses a pasted or autofilled date: `1990-05-17`, `17/05/1990`, `17.5.1990`. The day comes before the month unless the year is first. */
export function readDay(text: string): DayParts | undefined {
  const numbers = text.trim().split(/[\s./-]+/);
  const [first = '', second = '', third = ''] = numbers;
  if (numbers.length !== 3 || numbers.some((number) => !/^\d+$/.test(number))) return undefined;
  if (first.length === 4) return { year: first, month: second.padStart(2, '0'), day: third.padStart(2, '0') };
  return third.length === 4 ? { year: third, month: second.padStart(2, '0'), day: first.padStart(2, '0') } : undefined;
}

/** Returns the year of a bound (`today`, `1990-01-01`, `-100y`) relative to the current date. */
export function boundYear(bound: unknown, today: string): number | undefined {
  if (typeof bound !== 'string') return undefined;
  const year = Number(today.slice(0, 4));
  const distance = /^([+-]\d+)y$/.exec(bound);
  if (distance) return year + Number(distance[1]);
  return /^\d{4}/.test(bound) ? Number(bound.slice(0, 4)) : year;
}

/** Expands `90` to `1990`: the latest allowed year with this ending. Other lengths stay unchanged. */
export function fullYear(typed: string, latest: number | undefined): string {
  if (typed.length !== 2 || latest === undefined) return typed;
  const century = Math.floor(latest / 100) * 100;
  const year = century + Number(typed);
  return String(year > latest ? year - 100 : year);
}
