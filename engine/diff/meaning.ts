import { emitExpression } from '../expression/index.ts';

/** Normalises an expression: removes spaces and redundant brackets. */
function canonical(source: string): string {
  try {
    return emitExpression(source);
  } catch {
    return source;
  }
}

export const sameExpression = (was: string | undefined, now: string | undefined): boolean =>
  was === now || (was !== undefined && now !== undefined && canonical(was) === canonical(now));
