import type { Given } from '../config/cases.ts';
import { word } from './shorten.ts';

/** A case, and the outcomes of the expression and of each of its near misses. */
export interface Tried {
  given: Given;
  outcomes: readonly string[];
}

/**
 * The fewest cases, nearly, that tell an expression from all of its near misses that any case tells it from, and that show all that it
 * can come to. Short ones are taken before long ones.
 *
 * @param kept those that there are, which stay
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

/** What a case shows: an outcome, and each near miss with a different outcome. One random outcome is enough. */
function goalsOf({ outcomes: [own = '', ...others] }: Tried): string[] {
  return [word.test(own) ? `is ${own}` : 'is something', ...others.flatMap((other, index) => (other === own ? [] : [`not ${index}`]))];
}
