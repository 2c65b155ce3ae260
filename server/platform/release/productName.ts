import type { Manifest } from '../../../engine/compiler/types.ts';

export interface NamedBy {
  /** Absent on a command line without a published release. */
  releases?: { active(): { manifest: Pick<Manifest, 'settings'> } };
}

/** The name of the product, from its settings. */
export function productName({ releases }: NamedBy): string {
  const { app, constants } = releases?.active().manifest.settings ?? {};
  return app?.name ?? String(constants?.['brand'] ?? 'Hakbang');
}
