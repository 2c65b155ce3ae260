import { daysBetween } from '../../../engine/config/days.ts';
import type { Deps } from '../../platform/deps.ts';
import { dayOf, todayOf } from '../../platform/time.ts';
import { lendingOf } from '../lendingConfig.ts';
import type { ApplicationRow } from './table.ts';

type Details = Pick<ApplicationRow, 'state' | 'submitted_at' | 'details_confirmed_at'>;

/** Calendar day on which the details of an application were last confirmed. */
export const confirmedOn = (deps: Pick<Deps, 'releases'>, { details_confirmed_at, submitted_at }: Details): string =>
  dayOf(deps, details_confirmed_at ?? submitted_at);

/**
 * Whether a borrower who has settled a loan must confirm the details of the accepted application before the next one: when they are
 * older than flows/lending/limits.json allows.
 */
export function areDetailsDue(deps: Pick<Deps, 'releases' | 'clock'>, application: Details | undefined, isReloan: boolean): boolean {
  const { detailsDays } = lendingOf(deps.releases.active()).limits;
  if (!isReloan || application?.state !== 'accepted' || detailsDays === undefined) return false;
  return daysBetween(confirmedOn(deps, application), todayOf(deps)) >= detailsDays;
}
