import Type from 'typebox';
import { isDay } from './days.ts';
import type { KindFinding } from './definitions.ts';
import type { DayRange } from './shownOn.ts';

const day = (title: string, description: string) =>
  Type.Optional(
    Type.String({
      title,
      description: `${description} YYYY-MM-DD, a calendar day where the product lives.`,
      pattern: '^\\d{4}-\\d\\d-\\d\\d$',
    }),
  );

/** The days on which something is shown, both included. */
export const dayRange = {
  from: day('From', 'First day on which it is shown.'),
  until: day('Until', 'Last day on which it is shown; for good by default.'),
};
/** Days that the calendar does not have, and a range that is over before it begins. */
export function checkDayRange({ from, until }: DayRange, pointer: string): KindFinding[] {
  const unreal = Object.entries({ from, until }).flatMap(([name, value]): KindFinding[] =>
    value === undefined || isDay(value)
      ? []
      : [{ code: 'no-such-day', pointer: `${pointer}/${name}`, message: `The calendar has no day ${value}.` }],
  );
  if (unreal.length > 0 || from === undefined || until === undefined || from <= until) return unreal;
  const message = `It ends on ${until}, before it begins on ${from}: nobody would ever see it.`;
  return [{ code: 'never-shown', pointer: `${pointer}/until`, message }];
}
