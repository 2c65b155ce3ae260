import Type from 'typebox';
import { object } from '../../../config/object.ts';
import { addDays, addMonths } from '../../../config/days.ts';
import type { WidgetDefinition } from '../../../config/definitions.ts';

const Bound = (title: string, notes: object = {}) =>
  Type.Optional(
    Type.String({
      ...notes,
      title,
      description: 'today, a day YYYY-MM-DD, or an offset from today: -100y, +30d, -6m.',
      pattern: '^(today|[0-9]{4}(-[0-9]{2}){0,2}|[+-][0-9]{1,4}[dmy])$',
    }),
  );

/** The day of a bound. A year or a month alone has no day. */
function dayOf(bound: unknown, today: string): string | undefined {
  if (bound === 'today') return today;
  const [, count = '', unit] = /^([+-]\d+)([dmy])$/.exec(String(bound)) ?? [];
  if (unit === 'd') return addDays(today, Number(count));
  if (unit !== undefined) return addMonths(today, Number(count) * (unit === 'y' ? 12 : 1));
  return /^\d{4}-\d\d-\d\d$/.test(String(bound)) ? String(bound) : undefined;
}

export const dateWidget: WidgetDefinition = {
  name: 'date',
  title: 'Date',
  description: 'A day or a month. People type the day and year and choose the month, which is quicker than a calendar for past years.',
  accepts: ['string'],
  options: object({
    min: Bound('Earliest'),
    max: Bound('Latest', { 'x-not-below': 'min' }),
    precision: Type.Optional(
      Type.Enum(['day', 'month'], { title: 'Precision', description: 'day gives YYYY-MM-DD, month gives YYYY-MM.' }),
    ),
  }),
  fits: (value, { min, max, precision = 'day' }, today) => {
    if (typeof value !== 'string' || value.length !== (precision === 'month' ? 7 : 10)) return false;
    const [earliest, latest] = [dayOf(min, today), dayOf(max, today)];
    // An empty range has a finding of its own.
    if (earliest !== undefined && latest !== undefined && earliest > latest) return true;
    return (
      (earliest === undefined || value >= earliest.slice(0, value.length)) &&
      (latest === undefined || value <= latest.slice(0, value.length))
    );
  },
  words: ['day', 'month', 'year', 'chooseMonth'],
};
