import type { Area } from '../../platform/area.ts';
import { keyIdsIn } from '../../platform/crypto/keyIds.ts';
import { personRewards } from './migration.ts';
import { operations } from '../../contract/operations.ts';
import { endpoint } from '../../platform/sessions/endpoint.ts';
import type { App } from '../../platform/http/types.ts';
import { calendarTick, grantByCalendar } from './calendar.ts';
import { listCoupons } from './couponList.ts';
import { claimHomescreen } from './homescreen.ts';
import { rewardsOf } from './view.ts';

/** Coupons and the rewards for the homescreen and for a linked account. */
function rewards(app: App): void {
  endpoint(app, operations['coupons.list'], ({ session, deps }) => listCoupons(deps, session.customerId));
  endpoint(app, operations['rewards.get'], ({ deps, session }) => rewardsOf(deps, session.customerId));
  endpoint(app, operations['rewards.homescreen'], ({ deps, session, input }) => claimHomescreen(deps, session.customerId, input.launch));
}

export const rewardsArea: Area = {
  name: 'rewards',
  migrations: [personRewards],
  refusals: ['homescreenUnproven'],
  routes: [rewards],
  jobs: [calendarTick, grantByCalendar],
  keyIds: [keyIdsIn('person_rewards', 'digest')],
};
