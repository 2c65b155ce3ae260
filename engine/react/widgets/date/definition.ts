import Type from 'typebox';
import { object } from '../../../config/object.ts';
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
  words: ['day', 'month', 'year', 'chooseMonth'],
};
