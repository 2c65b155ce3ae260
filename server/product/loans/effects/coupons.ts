import { releaseCoupon, reserveCoupon, restoreCoupon, useCoupon } from '../../coupons/hold.ts';
import { operationOf, type LoanEffect } from '../types.ts';

const reserve: LoanEffect = {
  name: 'reserveCoupon',
  description: 'Reserves the coupon that the borrower chose for the loan, if any.',
  events: ['signed'],
  always: true,
  fails: ['couponUnavailable'],
  async run({ tx, deps, subject: loan }) {
    if (loan.coupon_id === null) return;
    await reserveCoupon(tx, deps, { couponId: loan.coupon_id, customerId: loan.customer_id, operation: operationOf(loan) });
  },
};

const release: LoanEffect = {
  name: 'releaseCoupon',
  description: 'Releases the coupon of the loan, because no money was paid out.',
  events: ['identityProblem', 'payoutGivenUp'],
  always: true,
  run: async ({ tx, deps, subject }) => void (await releaseCoupon(tx, deps, operationOf(subject))),
};

const use: LoanEffect = {
  name: 'useCoupon',
  description: 'Marks the coupon of the loan as used.',
  events: ['payoutPaid'],
  always: true,
  run: async ({ tx, deps, subject }) => void (await useCoupon(tx, deps, operationOf(subject))),
};

const restore: LoanEffect = {
  name: 'restoreCoupon',
  description: 'Makes the coupon of a cancelled loan available again.',
  events: ['cancelled'],
  always: true,
  run: async ({ tx, deps, subject }) => void (await restoreCoupon(tx, deps, operationOf(subject))),
};

export const couponEffects: readonly LoanEffect[] = [reserve, release, use, restore];
