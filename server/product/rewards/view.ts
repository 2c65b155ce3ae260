import type { Rewards } from '../../contract/serviceOperations.ts';
import type { Deps } from '../../platform/deps.ts';
import { hasFeature } from '../../platform/http/feature.ts';
import { boostKey, boostReason, facebookBoostCents, facebookFeature } from './socialBoost.ts';
import { liveLink } from '../../platform/social/links.ts';
import { latestApplication } from '../application/view.ts';
import { couponReward } from '../coupons/grant.ts';
import { boostReward } from '../limits/limits.ts';
import { wasGiven } from '../oncePerPerson/marks.ts';
import { homescreenFeature, homescreenGrant, homescreenReward } from './homescreen.ts';
import { ticketFor } from './launch.ts';

/** The two rewards on offer and which of them this borrower has. */
export async function rewardsOf(deps: Deps, customerId: string): Promise<Rewards> {
  const { db, ports, releases } = deps;
  const release = releases.active();
  const { coupon, boostCents, maximumCents } = homescreenReward(deps);
  const [application, link, boosted, claimed, voucherGiven, boostGiven] = await Promise.all([
    latestApplication(db, customerId),
    liveLink(db, customerId),
    db.selectFrom('limit_grants').select('id').where('key', '=', boostKey(customerId)).executeTakeFirst(),
    db.selectFrom('coupons').select('id').where('customer_id', '=', customerId).where('grant_key', '=', homescreenGrant).executeTakeFirst(),
    wasGiven(db, deps, customerId, couponReward(homescreenGrant)),
    wasGiven(db, deps, customerId, boostReward(boostReason)),
  ]);
  const offered = hasFeature(release, homescreenFeature);
  const mayClaim = offered && claimed === undefined && !voucherGiven && application?.state === 'accepted';
  return {
    homescreen: {
      offered,
      claimed: claimed !== undefined,
      hadBefore: voucherGiven && claimed === undefined,
      ...(mayClaim ? { ticket: ticketFor(deps, customerId) } : {}),
      couponCents: coupon?.amountCents ?? 0,
      couponDays: coupon?.validDays ?? 0,
      ...(coupon?.minAmountCents === undefined ? {} : { couponMinAmountCents: coupon.minAmountCents }),
      boostCents,
    },
    facebook: {
      offered: hasFeature(release, facebookFeature) && ports.socialLink !== undefined,
      linked: link !== undefined,
      ...(link ? { linkedAt: link.linked_at.toISOString() } : {}),
      boosted: boosted !== undefined,
      hadBefore: boostGiven && boosted === undefined,
      boostCents: facebookBoostCents(deps),
    },
    maximumCents,
  };
}
