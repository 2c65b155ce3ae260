import type { Deps } from '../../deps.ts';
import { manilaHour } from '../../time.ts';

/** SEC MC 18 s.2019 calls it unfair to contact a borrower before six in the morning or after ten at night. Ours are narrower. */
const firstHour = 9;
const lastHour = 18;

/** Whether this is an hour of the day in Manila at which a borrower may be written to unasked. */
export const isSaneHour = ({ clock }: Pick<Deps, 'clock'>): boolean => {
  const hour = manilaHour(clock.now());
  return hour >= firstHour && hour < lastHour;
};
