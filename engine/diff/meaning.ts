import { emitExpression } from '../expression/index.ts';

/** An expression without how it is written: spaces and needless brackets mean nothing. */
function canonical(source: string): string {
  try {
    return emitExpression(source);
  } catch {
    return source;
  }
}

export const sameExpression = (was: string | undefined, now: string | undefined): boolean =>
  was === now || (was !== undefined && now !== undefined && canonical(was) === canonical(now));
