import type { Backtest } from '../../../../server/contract/staff/studioDecisions.ts';

/** Smaller counts are not shown to those who may not read the applications. */
const least = 10;

/** The sentence about how many decisions change. */
export function verdictOf({
  considered,
  changed,
  isExact,
}: Pick<Backtest, 'considered' | 'changed' | 'isExact'>): 'tooFew' | 'changed' | 'about' | 'few' {
  if (considered === 0 || (!isExact && considered < least)) return 'tooFew';
  if (isExact) return 'changed';
  return changed > 0 ? 'about' : 'few';
}
