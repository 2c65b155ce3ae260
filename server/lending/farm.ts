import { disbursed } from './balance.ts';
import { applyWithdrawalCoupon, checkRepaymentCoupon, checkWithdrawalCoupon, type CouponTerms } from './coupons.ts';
import { addDays } from '../../engine/config/days.ts';
import { payoffOn } from './due.ts';
import type { Coupons, CouponType } from './kinds/coupons.ts';
import type { Limits } from './kinds/limits.ts';
import type { Product } from './kinds/product.ts';
import type { Rewards } from './kinds/rewards.ts';
import { growthCents, type SettledHow } from './limit.ts';
import { amountsOf, isOffered, toLoanTerms } from './offer.ts';
import { originate } from './origination.ts';
import { overdueDays } from './overdue.ts';
import type { Day } from './types.ts';

/** A loan that is paid back in full, and what it costs its borrower: fees, interest, and what being late draws. */
export interface Way {
  productId: string;
  amountCents: number;
  termDays: number;
  /** From payout to settlement. */
  days: number;
  costCents: number;
}

export interface FarmedReward {
  /** Where it stands: a file of flows/lending, and the place in it. */
  reward: string;
  /** What it is worth: what the coupon pays, or by how much the limit grows at most. */
  worthCents: number;
  /** What it costs to get it, and to use it, in the way that is best for who wants nothing else. */
  costCents?: number;
  /** That way; absent where no loan leads to it. */
  way?: Way;
  /** Of a limit: loans from the smallest limit to the highest. */
  loans?: number;
  /** Whether it is worth more than it costs; of a limit, whether it grows by more than was borrowed. */
  isFarmable: boolean;
}

interface Offer {
  products: readonly Product[];
  coupons: Coupons;
  limits: Limits;
  rewards: Rewards | undefined;
  minLoanDays: number;
}

/** What a loan must be to earn or to take a reward. */
interface Wanted {
  minDays: number;
  how?: SettledHow;
}

interface Loan extends Way {
  deductionCents: number;
  payoffCents: number;
}

/** Each reward that loans earn or use, by the cheapest loans of a day's offer: what staff should know before they publish it. */
export function farm(offer: Offer, today: Day): FarmedReward[] {
  const { coupons, limits, minLoanDays } = offer;
  const loans = (wanted: Wanted) => loansOf(offer.products, today, wanted);
  return [
    ...promisesOf(offer).flatMap(({ reward, coupon, amountCents, earning, once }) => {
      const type = coupons.types.find(({ id }) => id === coupon);
      if (!type) return [];
      const terms = { ...type, ...(amountCents !== undefined && { amountCents }) };
      const named = `${reward} ${coupon}`;
      // Of loans in a row each earns a coupon, and uses that of the loan before; a coupon that comes once takes a loan for either.
      if (earning && !once) return [farmedCoupon(named, terms, loans(earning))];
      return [farmedCoupon(named, terms, loans({ minDays: 0 }), earning && cheapest(loans(earning)))];
    }),
    ...limits.growth.map(({ on }, index) =>
      farmedLimit(`limits.json /growth/${index}`, limits, index, cheapest(loans({ minDays: minLoanDays, how: on }))),
    ),
  ];
}

/** A coupon that is promised. */
interface Promised {
  reward: string;
  coupon: string;
  /** Instead of the amount of its type. */
  amountCents?: number;
  /** The loan that brings it; absent where it needs none. */
  earning?: Wanted;
  once?: boolean;
}

function promisesOf({ coupons, rewards, minLoanDays: minDays }: Offer): Promised[] {
  const earnings = {
    firstAcceptance: undefined,
    acceptance: undefined,
    settled: { minDays },
    settledOnTime: { minDays, how: 'settledOnTime' },
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

/** Every amount and term that is offered, paid back as soon as what is wanted of the loan is met. */
function loansOf(products: readonly Product[], today: Day, { minDays, how }: Wanted): Loan[] {
  return products
    .filter((product) => isOffered(product, today))
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

/** @param earned the loan that brought it, where it is not the one that uses it */
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

/** What a coupon saves on a loan, by the functions that take it. */
function saved(coupon: CouponTerms, { amountCents, deductionCents, payoffCents }: Loan): number {
  if (coupon.kind === 'withdrawal')
    return checkWithdrawalCoupon(coupon, amountCents) ? 0 : applyWithdrawalCoupon(coupon.amountCents, deductionCents).couponCents;
  const used = checkRepaymentCoupon(coupon, { kind: 'full', amountCents: payoffCents });
  return 'refused' in used ? 0 : used.couponCents;
}

/** From a limit as large as the loan, loan by loan, to where it grows no further. */
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
