import { daysBetween, isDay } from '../../config/days.ts';
import type { Analysis } from '../analysis.ts';
import type { Located } from '../diagnostics.ts';

/**
 * Checks that a lower bound is not above its upper bound, for sizes, counts and dates. A fixed date and a relative one are not
 * compared.
 */
export function checkRanges({ project, sites }: Analysis): Located[] {
  return project.entries.flatMap((entry) =>
    sites(entry).ranges.flatMap(({ pointer, lower, upper }): Located[] => {
      if (!isBelow(upper.value, lower.value)) return [];
      const message = `No value satisfies both "${lower.name}": ${lower.value} and "${upper.name}": ${upper.value}.`;
      return [{ document: entry.document, finding: { code: 'empty-range', pointer, message } }];
    }),
  );
}

/** Checks that each day exists in the calendar, and that its year is plausible. */
export function checkDays({ project, sites }: Analysis): Located[] {
  const all = project.entries.flatMap((entry) => sites(entry).days.map(({ pointer, day }) => ({ document: entry.document, pointer, day })));
  const known = all.filter(({ day }) => isDay(day));
  return all.flatMap(({ document, pointer, day }): Located[] => {
    if (!isDay(day)) return [{ document, finding: { code: 'no-such-day', pointer, message: `The date ${day} does not exist.` } }];
    const others = known.filter((each) => each.pointer !== pointer || each.document !== document);
    const years = Math.floor(Math.min(...others.map((each) => Math.abs(daysBetween(each.day, day)))) / unitDays.y);
    if (others.length < fewestToCompare || years < distantYears) return [];
    return [
      { document, finding: { code: 'distant-day', pointer, message: `The date ${day} is ${years} years away from every other date.` } },
    ];
  });
}

/** Legal caps of the past and products of the future are closer together. A mistyped year rarely is. */
const distantYears = 10;
const fewestToCompare = 3;

function isBelow(upper: number | string, lower: number | string): boolean {
  if (typeof upper === 'number' && typeof lower === 'number') return upper < lower;
  const [high, low] = [distance(upper), distance(lower)];
  if (high !== undefined && low !== undefined) return high < low;
  return high === undefined && low === undefined && isBefore(String(upper), String(lower));
}

/** Compares only the precision that both dates have, for example year and month. */
function isBefore(day: string, other: string): boolean {
  const length = Math.min(day.length, other.length);
  return day.slice(0, length) < other.slice(0, length);
}

const unitDays = { d: 1, m: 365.25 / 12, y: 365.25 };

/** Converts `today` or an offset such as `-20y` to days. Returns undefined for a fixed date. */
function distance(text: number | string): number | undefined {
  if (text === 'today') return 0;
  const [, count, unit] = /^([+-]\d+)([dmy])$/.exec(String(text)) ?? [];
  return unit === undefined ? undefined : Number(count) * unitDays[unit as keyof typeof unitDays];
}
