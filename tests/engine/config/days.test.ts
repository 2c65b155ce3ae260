import { expect, test } from 'vitest';
import { addMonths, addYears, dayIn, isDay, momentIn, offsetIn, timeIn, weekdayOf } from '../../../engine/config/days.ts';

test.each([
  ['Asia/Manila', '2026-03-10T15:59:59Z', '2026-03-10', '23:59'],
  ['Asia/Manila', '2026-03-10T16:00:00Z', '2026-03-11', '00:00'],
  ['America/New_York', '2026-03-10T03:30:00Z', '2026-03-09', '23:30'],
  ['UTC', '2026-03-10T03:30:00Z', '2026-03-10', '03:30'],
])('in %s the moment %s is on %s at %s', (timeZone, moment, day, time) => {
  expect([dayIn(timeZone, new Date(moment)), timeIn(timeZone, new Date(moment))]).toEqual([day, time]);
});

test.each([
  ['Asia/Manila', '2026-03-10', 0, '2026-03-09T16:00:00.000Z'],
  ['Asia/Manila', '2026-03-10', 10.5, '2026-03-10T02:30:00.000Z'],
  // Daylight saving begins on 8 March 2026 at two and ends on 1 November at two.
  ['America/New_York', '2026-03-08', 1, '2026-03-08T06:00:00.000Z'],
  ['America/New_York', '2026-03-08', 2, '2026-03-08T06:00:00.000Z'],
  ['America/New_York', '2026-03-08', 3, '2026-03-08T07:00:00.000Z'],
  ['America/New_York', '2026-11-01', 0, '2026-11-01T04:00:00.000Z'],
  ['America/New_York', '2026-11-02', 0, '2026-11-02T05:00:00.000Z'],
])('in %s %s at %d h is %s', (timeZone, day, hour, moment) => {
  expect(momentIn(timeZone, day, hour).toISOString()).toBe(moment);
});

test('the offset of a zone follows daylight saving', () => {
  expect(offsetIn('America/New_York', new Date('2026-01-01T00:00:00.500Z'))).toBe(-5 * 3_600_000);
  expect(offsetIn('America/New_York', new Date('2026-07-01T00:00:00Z'))).toBe(-4 * 3_600_000);
});

test('months have their own length, and 29 February becomes 1 March', () => {
  expect(addMonths('2027-01-31', 1)).toBe('2027-02-28');
  expect(addYears('2026-06-15', 5)).toBe('2031-06-15');
  expect(addYears('2028-02-29', 5)).toBe('2033-03-01');
  expect(addYears('2028-02-29', -4)).toBe('2024-02-29');
});

test('only days of the calendar are valid', () => {
  expect(['2028-02-29', '2026-02-28'].filter((each) => !isDay(each))).toEqual([]);
  expect(['2026-02-29', '2026-02-30', '2026-13-01', '2026-2-3', '2026-02', '2026-02-28T00:00:00Z', ''].filter(isDay)).toEqual([]);
});

test('a day has its weekday', () => expect([weekdayOf('2026-11-22'), weekdayOf('2026-11-23')]).toEqual([0, 1]));
