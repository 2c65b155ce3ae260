import type { operations } from '../../server/contract/operations.ts';
import type { platformOperations } from '../../server/contract/platformOperations.ts';

type OwnOperations = Omit<typeof operations, keyof typeof platformOperations>;

declare module '../api/client.ts' {
  interface Operations extends OwnOperations {}
}

export type { Coupon } from '../../server/contract/coupons.ts';
export type { Disclosure } from '../../server/contract/disclosure.ts';
export type { LoanOffer } from '../../server/contract/offers.ts';
export type { RepaymentOptions, RepaymentProjection } from '../../server/contract/repayments.ts';
export type { EasyReloanView } from '../../server/contract/advance.ts';
export type { HomescreenClaim } from '../../server/contract/serviceOperations.ts';
