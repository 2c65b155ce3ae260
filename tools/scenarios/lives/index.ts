import { NotOnScreen, type Happening } from '../../../engine/cli/index.ts';
import type { Place } from '../newcomer.ts';
import { agreementWays } from './agreement.ts';
import { applicationWays } from './application.ts';
import { couponWays } from './coupon.ts';
import { wayOf, type Became, type Ways } from './life.ts';
import { loanWays } from './loan.ts';
import { repaymentWays } from './repayment.ts';

const lives: Readonly<Record<string, Ways>> = {
  agreement: agreementWays,
  application: applicationWays,
  coupon: couponWays,
  loan: loanWays,
  repayment: repaymentWays,
};

/** Makes an event happen to a new borrower's entity in that state. */
export async function live(happening: Happening, place: Place): Promise<Became> {
  const { lifeCycle, from, event } = happening;
  const way = lives[lifeCycle]?.[wayOf(happening)];
  if (typeof way === 'function') return way(place);
  throw new NotOnScreen(way ?? `Nobody can trigger "${event}" through the product for a ${lifeCycle} in the state ${from}.`);
}
