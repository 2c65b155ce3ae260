import { operations } from '../../contract/operations.ts';
import { endpoint } from '../../platform/sessions/endpoint.ts';
import type { App } from '../../platform/http/types.ts';
import { listCoupons } from './couponList.ts';
import { claimHomescreen } from './homescreen.ts';
import { rewardsOf } from './view.ts';

/** Coupons, and the rewards for the homescreen and a linked account. */
export function rewards(app: App): void {
  endpoint(app, operations['coupons.list'], ({ session, deps }) => listCoupons(deps, session.customerId));
  endpoint(app, operations['rewards.get'], ({ deps, session }) => rewardsOf(deps, session.customerId));
  endpoint(app, operations['rewards.homescreen'], ({ deps, session, input }) => claimHomescreen(deps, session.customerId, input.launch));
}
