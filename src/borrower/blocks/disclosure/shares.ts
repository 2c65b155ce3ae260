import type { Disclosure } from '../../contract.ts';

export type ShareName = 'received' | 'fees' | 'gst' | 'interest';
export interface Share {
  name: ShareName;
  amountCents: number;
}

type Costs = Pick<
  Disclosure,
  'receivedCents' | 'serviceFeeCents' | 'creditScoreFeeCents' | 'gstCents' | 'interestCents' | 'couponCents' | 'totalDueCents'
>;

/**
 * Shares of the money repaid. They sum to the total due. A coupon covers fees first, then GST, then interest, in the order in which it
 * reduces the deduction.
 */
export function sharesOf(costs: Costs): Share[] {
  let coupon = costs.couponCents;
  const lessCoupon = (amountCents: number) => {
    const off = Math.min(coupon, amountCents);
    coupon -= off;
    return amountCents - off;
  };
  const fees = lessCoupon(costs.serviceFeeCents + costs.creditScoreFeeCents);
  const gst = lessCoupon(costs.gstCents);
  const interest = lessCoupon(costs.interestCents);
  const shares: Share[] = [
    { name: 'received', amountCents: costs.receivedCents },
    { name: 'fees', amountCents: fees },
    { name: 'gst', amountCents: gst },
    { name: 'interest', amountCents: interest },
  ];
  return shares.filter(({ amountCents }) => amountCents > 0);
}
