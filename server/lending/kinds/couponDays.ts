import { addDays, isDay } from '../../../engine/config/days.ts';
import type { KindFinding } from '../../../engine/config/definitions.ts';
import { isCalendarDay, isUsableOn } from '../coupons.ts';
import type { CouponGrantRule, CouponType } from './coupons.ts';
import type { LendingRule } from './rules.ts';

/** A leap year between two common years, so that the range contains every calendar day. */
const [firstDay, dayCount] = ['2027-01-01', 3 * 365 + 1];
/** Its days, listed on first use, because the command line loads this module with the product. */
let calendar: readonly string[] | undefined;

/** Finds coupons that are not valid on any of their days, and withdrawal coupons that depend on a due date. */
export function usableFindings(
  { id, kind, usable, validDays }: CouponType,
  grants: readonly CouponGrantRule[],
  pointer: string,
): KindFinding<LendingRule>[] {
  if (!usable) return [];
  const at = `${pointer}/usable`;
  if (kind === 'withdrawal' && usable.beforeDueDate) {
    const message = 'A coupon for a withdrawal is used before there is a due date.';
    return [{ code: 'coupon-days', pointer: `${at}/beforeDueDate`, message, fix: 'Leave it out, or make it a coupon for repayments.' }];
  }
  const wrong = usable.daysOfYear?.findIndex((day) => !isDay(`2028-${day}`)) ?? -1;
  if (wrong >= 0) {
    return [{ code: 'coupon-days', pointer: `${at}/daysOfYear/${wrong}`, message: `There is no day ${usable.daysOfYear?.[wrong]}.` }];
  }
  const own = grants.filter(({ coupon }) => coupon === id);
  const isGrantedOn = (day: string) =>
    own.length === 0 || own.some(({ on, day: given = '' }) => on !== 'calendar' || isCalendarDay(given, day) || given.length > 5);
  calendar ??= Array.from({ length: dayCount }, (_, index) => addDays(firstDay, index));
  let next = dayCount + validDays;
  const waits = calendar.toReversed().map((day, index) => {
    const place = dayCount - 1 - index;
    if (isUsableOn(usable, day)) next = place;
    return { day, waitDays: next - place };
  });
  // Days of the last year cannot look far enough ahead, so only the years before it are checked.
  const lost = waits.slice(365).findLast(({ day, waitDays }) => waitDays > validDays && isGrantedOn(day));
  if (!lost) return [];
  const message = `Granted on ${lost.day}, the coupon ends after ${validDays} days, before a day on which it can be used.`;
  return [{ code: 'coupon-days', pointer: `${pointer}/validDays`, message, fix: 'Make it valid for longer, or on more days.' }];
}

/** An example of the day in the shortest month or year. */
function examplesOf(day: string): [example: string, often: string] {
  if (day.length === 2) return [`2027-02-${day}`, 'month'];
  return day.length === 5 ? [`2027-${day}`, 'year'] : [day, ''];
}

/** A calendar grant needs a day that exists, and only calendar grants may have one. */
export function calendarFindings({ on, day, when }: CouponGrantRule, pointer: string): KindFinding<LendingRule>[] {
  const found = (name: string, message: string, fix: string): KindFinding<LendingRule>[] => [
    { code: 'calendar-grant', pointer: `${pointer}${name}`, message, fix },
  ];
  if (on !== 'calendar') {
    const name = day === undefined ? 'when' : 'day';
    return day === undefined && when === undefined
      ? []
      : found(`/${name}`, `"${name}" is for the calendar only.`, `Leave it out, or set "on" to "calendar".`);
  }
  if (day === undefined)
    return found('', 'The calendar needs a day.', 'Add "day": YYYY-MM-DD for once, MM-DD for each year, DD for each month.');
  const [example, often] = examplesOf(day);
  if (isDay(example)) return [];
  return found('/day', often === '' ? `There is no day ${day}.` : `Not every ${often} has a day ${day}.`, 'Choose another day.');
}
