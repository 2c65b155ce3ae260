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

/** The dates on which something is shown, both inclusive. */
export const dayRange = {
  from: day('From', 'First day on which it is shown.'),
  until: day('Until', 'Last day on which it is shown; for good by default.'),
};
/** Checks for invalid dates and a range that ends before it starts. */
export function checkDayRange({ from, until }: DayRange, pointer: string): KindFinding[] {
  const unreal = Object.entries({ from, until }).flatMap(([name, value]): KindFinding[] =>
    value === undefined || isDay(value)
      ? []
      : [{ code: 'no-such-day', pointer: `${pointer}/${name}`, message: `The date ${value} does not exist.` }],
  );
  if (unreal.length > 0 || from === undefined || until === undefined || from <= until) return unreal;
  const message = `It ends on ${until}, before it starts on ${from}.`;
  return [{ code: 'never-shown', pointer: `${pointer}/until`, message }];
}
