export type { Coupon, Disclosure, LoanOffer, RepaymentOptions, RepaymentProjection } from '../../server/contract/lending.ts';
export type { EasyReloanView } from '../../server/contract/standing.ts';
export type { ScreenTicket } from '../../server/contract/schemas.ts';
export type { HomescreenClaim } from '../../server/contract/serviceOperations.ts';
