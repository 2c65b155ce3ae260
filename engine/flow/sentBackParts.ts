import { valueAt } from '../config/valueAt.ts';
import { fieldOf, isWithin, pointer, segmentsOf } from '../form/pointer.ts';
import { sameAnswer } from '../form/reopen.ts';
import type { Problem } from '../form/types.ts';
import { withValueAt } from '../form/withValueAt.ts';
import type { CorrectionRequest } from './types.ts';

/** The sent-back fields of a form, with the open places inside each: '' for the whole answer, `/1` for the second item. */
export type Requested = ReadonlyMap<string, readonly string[]>;

const whole = '';

/** Returns the sent-back fields of a form, including those already answered again. */
export function requestedFields({ corrections }: { corrections: readonly CorrectionRequest[] }, form: string): Requested {
  const own = corrections.filter((request) => request.form === form);
  const byField = Map.groupBy(own, ({ field }) => field);
  return new Map([...byField].map(([field, requests]) => [field, requests.map(({ part = whole }) => openedBy(part))]));
}

/**
 * Returns the place that a request for a part opens: the item with the part, because the parts of an item belong together. Outside a
 * list it is the whole answer, which most widgets change as a whole.
 */
function openedBy(part: string): string {
  const segments = segmentsIn(part);
  const item = segments.findLastIndex((segment) => /^\d+$/.test(segment));
  return item < 0 ? whole : pointer(...segments.slice(0, item + 1));
}

/** Opens the places of problems too. */
export function withProblems(requested: Requested, problems: readonly Problem[]): Requested {
  const inside = (field: string) =>
    problems.filter(({ path }) => fieldOf(path) === field).map(({ path }) => openedBy(path.slice(pointer(field).length)));
  return new Map([...requested].map(([field, places]) => [field, [...places, ...inside(field)]]));
}

/** Whether a part is open. Beside an open item, the list itself is locked: items cannot be added, moved or removed. */
export const isOpenPart = (places: readonly string[], part: string): boolean => places.some((place) => isWithin(part, place));

/** Returns the stored answer with the open places from the new one. */
export const mergeParts = (before: unknown, after: unknown, places: readonly string[] = [whole]): unknown =>
  places.reduce((merged, place) => withValueAt(merged, segmentsIn(place), partOf(after, place)), before);

/** Whether an answer changed outside the open places. */
export const changesLockedPart = (before: unknown, after: unknown, places?: readonly string[]): boolean =>
  !sameAnswer(mergeParts(before, after, places), after);

/** Returns the value at a part of an answer. */
export const partOf = (answer: unknown, part = whole): unknown => valueAt(answer, segmentsIn(part));

const segmentsIn = (part: string): string[] => (part === whole ? [] : segmentsOf(part));
