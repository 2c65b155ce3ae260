import { isDay } from '../../config/days.ts';
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

/** Checks that each day exists in the calendar. */
export function checkDays({ project, sites }: Analysis): Located[] {
  return project.entries.flatMap(({ document, ...entry }) =>
    sites({ document, ...entry })
      .days.filter(({ day }) => !isDay(day))
      .map(({ pointer, day }): Located => ({
        document,
        finding: { code: 'no-such-day', pointer, message: `The date ${day} does not exist.` },
      })),
  );
}

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
