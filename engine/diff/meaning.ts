import { canonical } from '../expression/index.ts';

export const sameExpression = (was: string | undefined, now: string | undefined): boolean =>
  was === now || (was !== undefined && now !== undefined && canonical(was) === canonical(now));
