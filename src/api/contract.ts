export type { Coupon } from '../../server/contract/coupons.ts';
export type { Disclosure } from '../../server/contract/disclosure.ts';
export type { LoanOffer } from '../../server/contract/offers.ts';
export type { RepaymentOptions, RepaymentProjection } from '../../server/contract/repayments.ts';
export type { EasyReloanView } from '../../server/contract/advance.ts';
export type { ScreenTicket } from '../../server/contract/schemas.ts';
export type { HomescreenClaim } from '../../server/contract/serviceOperations.ts';
