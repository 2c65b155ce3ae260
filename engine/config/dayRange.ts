import Type from 'typebox';
import { Day } from './annotations.ts';
import type { KindFinding } from './definitions.ts';
import type { DayRange } from './shownOn.ts';

const day = (title: string, description: string) =>
  Type.Optional(Day({ title, description: `${description} YYYY-MM-DD, a calendar day in the product's time zone.` }));

/** The dates on which something is shown, both inclusive. */
export const dayRange = {
  from: day('From', 'First day on which it is shown.'),
  until: day('Until', 'Last day on which it is shown; unlimited by default.'),
};
/** Checks for a range that ends before it starts. */
export function checkDayRange({ from, until }: DayRange, pointer: string): KindFinding[] {
  if (from === undefined || until === undefined || from <= until) return [];
  const message = `It ends on ${until}, before it starts on ${from}.`;
  return [{ code: 'never-shown', pointer: `${pointer}/until`, message }];
}
