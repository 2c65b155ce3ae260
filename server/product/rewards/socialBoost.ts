import type { Tx } from '../../platform/db/database.ts';
import type { Deps } from '../../platform/deps.ts';
import { lendingOf } from '../lendingConfig.ts';
import { grantLimit } from '../limits/limits.ts';

export const facebookFeature = 'facebookBoost';

/** Does not contain the linked account's id, so that linking again grants nothing more. */
export const boostKey = (customerId: string): string => `facebook:${customerId}`;

export const boostReason = 'facebookLinked';

/** The limit increase for linking an account, in flows/lending/limits.json. */
export const facebookBoostCents = ({ releases }: Pick<Deps, 'releases'>): number =>
  lendingOf(releases.active()).limits.boosts.facebookCents ?? 0;

/** Raises the limit of a customer who linked an account. Returns the increase made by this call, in centavos. */
export async function boostForLink(tx: Tx, deps: Deps, customerId: string): Promise<number> {
  const amountCents = facebookBoostCents(deps);
  if (amountCents <= 0) return 0;
  const actor = `customer:${customerId}`;
  const grant = { customerId, kind: 'boost' as const, key: boostKey(customerId), amountCents, reason: boostReason, actor };
  return (await grantLimit(tx, deps, grant)) ? amountCents : 0;
}
