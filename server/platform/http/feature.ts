import type { LoadedRelease } from '../release/types.ts';
import { fail } from '../problem.ts';

/** Whether an optional feature is on (G15): flows/settings.json, `features`. A feature unknown to the release is off. */
export const hasFeature = ({ manifest }: Pick<LoadedRelease, 'manifest'>, name: string): boolean =>
  manifest.settings.features[name] === true;

/**
 * Refuses with `featureOff` (404) if an optional feature is off.
 *
 * @example requireFeature(deps.releases.active(), 'chat')
 */
export function requireFeature(release: Pick<LoadedRelease, 'manifest'>, name: string): void {
  if (!hasFeature(release, name)) fail('featureOff');
}
