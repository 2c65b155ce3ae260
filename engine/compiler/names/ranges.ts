import type { Analysis } from '../analysis.ts';
import type { Located } from '../diagnostics.ts';

/** Two bounds of one thing stand in order: sizes, counts, days. A day of the calendar and one that follows today are not compared. */
export function checkRanges({ project, sites }: Analysis): Located[] {
  return project.entries.flatMap((entry) =>
    sites(entry).ranges.flatMap(({ pointer, lower, upper }): Located[] => {
      if (!isBelow(upper.value, lower.value)) return [];
      const message = `No value meets both "${lower.name}": ${lower.value} and "${upper.name}": ${upper.value}.`;
      return [{ document: entry.document, finding: { code: 'empty-range', pointer, message } }];
    }),
  );
}

function isBelow(upper: number | string, lower: number | string): boolean {
  if (typeof upper === 'number' && typeof lower === 'number') return upper < lower;
  const [high, low] = [distance(upper), distance(lower)];
  if (high !== undefined && low !== undefined) return high < low;
  return high === undefined && low === undefined && isBefore(String(upper), String(lower));
}

/** A year or month is compared with a day by the part that both have. */
function isBefore(day: string, other: string): boolean {
  const length = Math.min(day.length, other.length);
  return day.slice(0, length) < other.slice(0, length);
}

const unitDays = { d: 1, m: 365.25 / 12, y: 365.25 };

/** Days from today of `today` or a distance such as `-20y`; undefined for a day of the calendar. */
function distance(text: number | string): number | undefined {
  if (text === 'today') return 0;
  const [, count, unit] = /^([+-]\d+)([dmy])$/.exec(String(text)) ?? [];
  return unit === undefined ? undefined : Number(count) * unitDays[unit as keyof typeof unitDays];
}
