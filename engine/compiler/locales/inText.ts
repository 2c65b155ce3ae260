import type { Suggestion } from '../../expression/suggest.ts';

/** Rewrites a suggested name as a replacement within a longer text. `around` adds the characters next to the name. */
export function inText({ fix, instead }: Suggestion, around: (name: string) => string): Suggestion {
  if (fix === undefined || instead === undefined) return fix === undefined ? {} : { fix };
  return { fix, instead: { was: around(instead.was), is: around(instead.is) } };
}
