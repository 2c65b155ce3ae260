import type { Given } from '../config/cases.ts';
import { word } from './shorten.ts';

/** A case, and the outcomes of the expression and of each of its near misses. */
export interface Tried {
  given: Given;
  outcomes: readonly string[];
}

/**
 * Picks a nearly minimal set of cases that shows every outcome of an expression and distinguishes it from every near miss that any case
 * distinguishes it from. Prefers short cases.
 *
 * @param kept existing cases, which all stay
 */
export function fewest(tried: readonly Tried[], kept: readonly Tried[]): Tried[] {
  const sorted = tried.toSorted((a, b) => sizeOf(a) - sizeOf(b));
  const open = new Set(sorted.flatMap(goalsOf));
  for (const goal of kept.flatMap(goalsOf)) open.delete(goal);
  const chosen: Tried[] = [];
  while (open.size > 0) {
    const gains = sorted.map((each) => goalsOf(each).filter((goal) => open.has(goal)).length);
    const best = sorted[gains.indexOf(Math.max(...gains))];
    if (!best) break;
    chosen.push(best);
    for (const goal of goalsOf(best)) open.delete(goal);
  }
  return chosen;
}

const sizeOf = ({ given }: Tried): number => JSON.stringify(given).length;

/**
 * The goals that a case meets: its outcome, and each near miss with a different outcome. All outcomes that are not words share one goal.
 */
function goalsOf({ outcomes: [own = '', ...others] }: Tried): string[] {
  return [word.test(own) ? `is ${own}` : 'is something', ...others.flatMap((other, index) => (other === own ? [] : [`not ${index}`]))];
}
