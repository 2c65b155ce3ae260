import type { Tx } from '../../platform/db/database.ts';
import type { Deps } from '../../platform/deps.ts';
import { lendingOf } from '../lendingConfig.ts';
import { grantLimit } from '../limits/limits.ts';

export const facebookFeature = 'facebookBoost';

/** Once a person, whatever is unlinked and linked again. */
export const boostKey = (customerId: string): string => `facebook:${customerId}`;

export const boostReason = 'facebookLinked';

/** What linking adds to the limit by flows/lending/limits.json. */
export const facebookBoostCents = ({ releases }: Pick<Deps, 'releases'>): number =>
  lendingOf(releases.active()).limits.boosts.facebookCents ?? 0;

/** Raises the limit of who linked an account; answers by how much it did so now. */
export async function boostForLink(tx: Tx, deps: Deps, customerId: string): Promise<number> {
  const amountCents = facebookBoostCents(deps);
  if (amountCents <= 0) return 0;
  const actor = `customer:${customerId}`;
  const grant = { customerId, kind: 'boost' as const, key: boostKey(customerId), amountCents, reason: boostReason, actor };
  return (await grantLimit(tx, deps, grant)) ? amountCents : 0;
}
