import type { HomescreenClaim } from '../../contract/serviceOperations.ts';
import type { Deps } from '../../platform/deps.ts';
import { requireFeature } from '../../platform/http/feature.ts';
import { fail } from '../../platform/problem.ts';
import { latestApplication } from '../application/view.ts';
import { audit } from '../../platform/audit/audit.ts';
import { limitPerHour } from '../../platform/limits/limitPerHour.ts';
import { grantCoupon } from '../coupons/grant.ts';
import { lendingOf } from '../lendingConfig.ts';
import { grantLimit } from '../limits/limits.ts';
import { secondsSinceManifest } from './launch.ts';

export const homescreenFeature = 'homescreenReward';
/** Grant key of the homescreen coupon. */
export const homescreenGrant = 'homescreen';
const claimsPerHour = 10;

/**
 * Rewards a borrower who has added the app to the homescreen: the coupon of flows/lending/rewards.json and the boost of limits.json, each
 * once per person, after an accepted application. The proof is the token in a start URL. It appears only in the customer's own manifest and
 * must come back some time after the manifest was fetched. docs/safety.md describes what a script can still do.
 *
 * Refuses with `featureOff`, `tooFrequent`, `notAccepted` and `homescreenUnproven`.
 */
export async function claimHomescreen(deps: Deps, customerId: string, launch = ''): Promise<HomescreenClaim> {
  const release = deps.releases.active();
  requireFeature(release, homescreenFeature);
  await limitPerHour(deps, customerId, 'homescreenClaim', claimsPerHour);
  const { coupon, boostCents, launchAfterSeconds } = homescreenReward(deps);
  if ((await latestApplication(deps.db, customerId))?.state !== 'accepted') fail('notAccepted');
  const seconds = secondsSinceManifest(deps, customerId, launch, deps.clock.now());
  if (seconds === undefined || seconds < launchAfterSeconds) fail('homescreenUnproven');
  return deps.db.transaction().execute(async (tx) => {
    const couponId =
      coupon && (await grantCoupon(tx, deps, { customerId, type: coupon.id, grantKey: homescreenGrant, oncePerPerson: true }));
    const boosted =
      boostCents > 0 &&
      (await grantLimit(tx, deps, {
        customerId,
        kind: 'boost',
        key: `homescreen:${customerId}`,
        amountCents: boostCents,
        reason: 'addedToHomescreen',
        actor: `customer:${customerId}`,
      }));
    const granted = { couponCents: couponId ? (coupon?.amountCents ?? 0) : 0, boostCents: boosted ? boostCents : 0 };
    if (!couponId && !boosted) return { state: 'already' as const, ...granted };
    await audit(tx, deps, {
      actor: `customer:${customerId}`,
      action: 'reward.homescreen',
      subject: `customer:${customerId}`,
      detail: { ...granted, ...(couponId ? { coupon: couponId } : {}) },
    });
    return { state: 'granted' as const, ...granted };
  });
}

/** The homescreen rewards of the active release. */
export function homescreenReward({ releases }: Pick<Deps, 'releases'>) {
  const { coupons, limits, rewards } = lendingOf(releases.active());
  return {
    coupon: coupons.types.find(({ id }) => id === rewards?.homescreen.coupon),
    launchAfterSeconds: rewards?.homescreen.launchAfterSeconds ?? 0,
    boostCents: limits.boosts.homescreenCents ?? 0,
    maximumCents: limits.maximumCents,
  };
}
