import type { Tx } from '../../platform/db/database.ts';
import type { Deps } from '../../platform/deps.ts';
import { activationKey } from '../advance/easyReloan/rewards.ts';
import { couponReward, onceKeys } from '../coupons/grant.ts';
import { lendingOf } from '../lendingConfig.ts';
import { boostReward } from '../limits/limits.ts';
import { storeMarks } from '../oncePerPerson/marks.ts';
import { homescreenGrant } from './homescreen.ts';

/** Before an account is erased, stores which once-per-person rewards it had, so that a new account does not get them again. */
export async function storeRewards(tx: Tx, deps: Deps, customerId: string): Promise<void> {
  const { coupons } = lendingOf(deps.releases.active());
  const given = await tx
    .selectFrom('coupons')
    .select('grant_key')
    .where('customer_id', '=', customerId)
    .where('grant_key', 'in', [...onceKeys(coupons), activationKey, homescreenGrant])
    .execute();
  const boosts = await tx
    .selectFrom('limit_grants')
    .select('reason')
    .where('customer_id', '=', customerId)
    .where('kind', '=', 'boost')
    .execute();
  const rewards = [...given.map(({ grant_key: key }) => couponReward(key)), ...boosts.map(({ reason }) => boostReward(reason))];
  await storeMarks(tx, deps, customerId, rewards);
}
