import type { Settings } from '../../../engine/config/settings.ts';
import type { Deps } from '../deps.ts';

/** Settings of the active release; undefined until there is one. */
export function activeSettings({ releases }: Pick<Deps, 'releases'>): Settings | undefined {
  try {
    return releases.active().manifest.settings;
  } catch {
    return undefined;
  }
}
