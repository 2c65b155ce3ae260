import { disbursed } from './balance.ts';
import { applyWithdrawalCoupon, checkRepaymentCoupon, checkWithdrawalCoupon, type CouponTerms } from './coupons.ts';
import { addDays } from '../../engine/config/days.ts';
import { payoffOn } from './due.ts';
import type { Coupons, CouponType } from './kinds/coupons.ts';
import type { Limits } from './kinds/limits.ts';
import type { Product } from './kinds/product.ts';
import type { Rewards } from './kinds/rewards.ts';
import { growthCents, type SettledHow } from './limit.ts';
import { amountsOf, atEachPrice, isOffered, toLoanTerms } from './offer.ts';
import { originate } from './origination.ts';
import { overdueDays } from './overdue.ts';
import type { Day } from './types.ts';

/** A loan that is repaid in full, and its cost to the borrower: fees, interest and overdue charges. */
export interface Way {
  productId: string;
  amountCents: number;
  termDays: number;
  /** Days from payout to settlement. */
  days: number;
  costCents: number;
}

export interface FarmedReward {
  /** Location: a file of flows/lending and a JSON pointer into it. */
  reward: string;
  /** Value: the amount that the coupon pays, or the largest increase of the limit. */
  worthCents: number;
  /** Lowest cost of earning and using the reward, for somebody who is only after the reward. */
  costCents?: number;
  /** The loan behind `costCents`; absent if no loan earns the reward. */
  way?: Way;
  /** For a limit: the number of loans it takes to get from the smallest limit to the highest. */
  loans?: number;
  /** Whether the value exceeds the cost. For a limit, whether it grows by more than was borrowed. */
  isFarmable: boolean;
}

interface Offer {
  products: readonly Product[];
  coupons: Coupons;
  limits: Limits;
  rewards: Rewards | undefined;
  minLoanDays: number;
}

/** Requirements on a loan that earns or uses a reward. */
interface Requirements {
  minDays: number;
  how?: SettledHow;
}

interface Loan extends Way {
  deductionCents: number;
  payoffCents: number;
}

/** Lists each reward that loans earn or use, with the cheapest loans on a day's offer. Staff should see this list before they publish. */
export function farm(offer: Offer, today: Day): FarmedReward[] {
  const { coupons, limits, minLoanDays } = offer;
  const loans = (requirements: Requirements) => loansOf(offer.products, today, requirements);
  return [
    ...promisesOf(offer).flatMap(({ reward, coupon, amountCents, earning, once }) => {
      const type = coupons.types.find(({ id }) => id === coupon);
      if (!type) return [];
      const terms = { ...type, ...(amountCents !== undefined && { amountCents }) };
      const named = `${reward} ${coupon}`;
      // In a series, each loan earns a coupon and uses the previous one. A coupon granted once needs one loan to earn it and one to use it.
      if (earning && !once) return [farmedCoupon(named, terms, loans(earning))];
      return [farmedCoupon(named, terms, loans({ minDays: 0 }), earning && cheapest(loans(earning)))];
    }),
    ...limits.growth.map(({ on }, index) =>
      farmedLimit(`limits.json /growth/${index}`, limits, index, cheapest(loans({ minDays: minLoanDays, how: on }))),
    ),
  ];
}

/** A coupon that the configuration promises. */
interface Promised {
  reward: string;
  coupon: string;
  /** Overrides the amount of the coupon type. */
  amountCents?: number;
  /** The loan that earns it; absent if no loan is needed. */
  earning?: Requirements;
  once?: boolean;
}

function promisesOf({ coupons, rewards, minLoanDays: minDays }: Offer): Promised[] {
  const earnings = {
    firstAcceptance: undefined,
    acceptance: undefined,
    settled: { minDays },
    settledOnTime: { minDays, how: 'settledOnTime' },
    calendar: undefined,
  } as const;
  const grants = coupons.grants.map(({ on, coupon, once }, index): Promised => {
    const earning = earnings[on];
    return { reward: `coupons.json /grants/${index}`, coupon, once, ...(earning && { earning }) };
  });
  if (!rewards) return grants;
  const { activation, streak } = rewards.easyReloan;
  return [
    ...grants,
    { reward: 'rewards.json /easyReloan/activation', coupon: activation.coupon },
    ...streak.amountsCents.map((amountCents, index) => ({
      reward: `rewards.json /easyReloan/streak/amountsCents/${index}`,
      coupon: streak.coupon,
      amountCents,
      earning: { minDays },
    })),
    { reward: 'rewards.json /homescreen', coupon: rewards.homescreen.coupon },
  ];
}

const cheapest = (loans: readonly Loan[]): Loan | undefined => loans.toSorted((a, b) => a.costCents - b.costCents)[0];

/** Every offered amount and term, repaid as soon as the requirements are met. */
function loansOf(products: readonly Product[], today: Day, { minDays, how }: Requirements): Loan[] {
  return products
    .filter((product) => isOffered(product, today))
    .flatMap(atEachPrice)
    .flatMap((product) =>
      product.terms.flatMap((term) =>
        amountsOf(product).flatMap((amountCents): Loan[] => {
          const terms = toLoanTerms(product, term, amountCents);
          const origination = originate(terms);
          if ('refused' in origination) return [];
          const balance = disbursed(terms, today, 0);
          const isLate = (days: number) => overdueDays(balance, addDays(today, days)) > terms.parameters.graceDays;
          const latest = term.termDays + terms.parameters.graceDays + 1;
          const days = how === 'settledLate' ? firstFrom(minDays, latest, isLate) : minDays;
          if (how === 'settledOnTime' && isLate(days)) return [];
          const payoffCents = payoffOn(balance, addDays(today, days)).totalCents;
          const { deductionCents, receivedCents } = origination;
          const way = { productId: product.id, amountCents, termDays: term.termDays, days, costCents: payoffCents - receivedCents };
          return [{ ...way, deductionCents, payoffCents }];
        }),
      ),
    );
}

function firstFrom(from: number, latest: number, holds: (days: number) => boolean): number {
  let days = from;
  while (days < latest && !holds(days)) days += 1;
  return days;
}

/** @param earned the loan that earned the coupon, unless the same loan uses it */
function farmedCoupon(reward: string, type: CouponType, loans: readonly Loan[], earned?: Way): FarmedReward {
  const best = loans
    .map((loan) => ({ loan, worthCents: saved(type, loan), costCents: loan.costCents + (earned?.costCents ?? 0) }))
    .filter(({ worthCents }) => worthCents > 0)
    .toSorted((a, b) => b.worthCents - b.costCents - (a.worthCents - a.costCents))[0];
  if (!best) return { reward, worthCents: type.amountCents, isFarmable: false };
  const { loan, worthCents, costCents } = best;
  return { reward, worthCents, costCents, way: wayOf(loan), isFarmable: worthCents > costCents };
}

const wayOf = ({ productId, amountCents, termDays, days, costCents }: Way): Way => ({ productId, amountCents, termDays, days, costCents });

/** Amount that a coupon saves on a loan, computed by the functions that apply it. */
function saved(coupon: CouponTerms, { amountCents, deductionCents, payoffCents }: Loan): number {
  if (coupon.kind === 'withdrawal')
    return checkWithdrawalCoupon(coupon, amountCents) ? 0 : applyWithdrawalCoupon(coupon.amountCents, deductionCents).couponCents;
  const used = checkRepaymentCoupon(coupon, { kind: 'full', amountCents: payoffCents });
  return 'refused' in used ? 0 : used.couponCents;
}

/** Grows a limit loan by loan, starting at the loan's amount, until it grows no further. */
function farmedLimit(reward: string, { growth, maximumCents, stepCents }: Limits, index: number, way: Loan | undefined): FarmedReward {
  const rule = growth[index];
  if (!way || !rule) return { reward, worthCents: 0, isFarmable: false };
  const raises: number[] = [];
  for (let grantedCents = way.amountCents; ;) {
    const raiseCents = growthCents([rule], rule.on, { grantedCents, boostCents: 0, totalCents: grantedCents }, { maximumCents, stepCents });
    if (raiseCents === 0) break;
    raises.push(raiseCents);
    grantedCents += raiseCents;
  }
  const worthCents = Math.max(0, ...raises);
  return { reward, worthCents, costCents: way.costCents, way: wayOf(way), loans: raises.length, isFarmable: worthCents > way.amountCents };
}
