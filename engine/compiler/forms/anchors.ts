import { isBounded } from '../../fake/index.ts';
import type { Finding } from '../diagnostics.ts';

/** Checks that a pattern is anchored at both ends, and that the texts have a maximum length. */
export function looseFindings(pattern: string, pointer: string, maxLength: number | undefined): Finding[] {
  if (!isWhole(pattern)) {
    const message = `${pattern} matches any text that contains a match. Start it with ^ and end it with $.`;
    return [{ code: 'pattern-not-whole', pointer, message }];
  }
  if (maxLength !== undefined || isBounded(pattern)) return [];
  return [{ code: 'text-unbounded', pointer, message: `${pattern} accepts texts of any length. Add a "maxLength".` }];
}

/** Whether the pattern covers the whole text; `^a|b$` does not. */
function isWhole(pattern: string): boolean {
  if (!pattern.startsWith('^') || !/(?<!\\)(?:\\\\)*\$$/.test(pattern)) return false;
  let depth = 0;
  for (const [part] of pattern.matchAll(/\\.|\[(?:\\.|[^\]\\])*\]|[()|]/gsu)) {
    if (part === '(') depth += 1;
    else if (part === ')') depth -= 1;
    else if (part === '|' && depth === 0) return false;
  }
  return true;
}
