import type { Given } from '../config/cases.ts';
import type { Tried } from './choose.ts';

/** Matches text that looks hand-written, such as a state code, unlike random text. */
export const word = /^[a-z]+(?:[A-Z][a-z]+)*$/;

/** Removes values that make no difference from a case, and shortens its texts. */
export function shortened(tried: Tried, attempt: (given: Given) => Tried, kept: ReadonlySet<string>): Tried {
  const wanted = JSON.stringify(tried.outcomes);
  let now = tried;
  const take = (given: Given): boolean => {
    const less = attempt(given);
    if (JSON.stringify(less.outcomes) !== wanted) return false;
    now = less;
    return true;
  };
  for (const path of Object.keys(tried.given)) {
    if (kept.has(path)) continue;
    const { [path]: value, ...others } = now.given;
    if (take(others)) continue;
    if (typeof value === 'string' && value.length > 1 && !word.test(value)) take({ ...now.given, [path]: 'a' });
    for (let shorter = shorterLists(now.given[path]); shorter;) {
      const found = shorter.find((each) => take({ ...now.given, [path]: each }));
      shorter = found === undefined ? undefined : shorterLists(found);
    }
  }
  return now;
}

type Item = Readonly<Record<string, unknown>>;

/** Returns the list without one of its items, or without one property of one item. */
function shorterLists(value: unknown): unknown[][] | undefined {
  if (!Array.isArray(value)) return undefined;
  const list = value as unknown[];
  const items = list.map((_, index) => list.toSpliced(index, 1));
  const members = list.flatMap((item, index) =>
    item === null || typeof item !== 'object' || Array.isArray(item)
      ? []
      : Object.keys(item).map((name) => {
          const { [name]: _left, ...less } = item as Item;
          return list.with(index, less);
        }),
  );
  return [...items, ...members];
}
