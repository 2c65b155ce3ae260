import { grantCouponsOnSettlement } from '../../coupons/grant.ts';
import { growLimit } from '../../limits/limits.ts';
import { earnedBy } from '../earned.ts';
import { operationOf, type LoanEffect } from '../types.ts';

const markReloan: LoanEffect = {
  name: 'markReloan',
  description: 'Marks the borrower as a re-loan borrower, from the first settled loan on (P02).',
  events: ['settled'],
  always: true,
  run: async ({ tx, subject }) =>
    void (await tx.updateTable('customers').set({ is_reloan: true }).where('id', '=', subject.customer_id).execute()),
};

const grow: LoanEffect = {
  name: 'growLimit',
  description: 'Raises the limit by how the loan was repaid (flows/lending/limits.json), if it ran long enough.',
  events: ['settled'],
  async run({ tx, deps, subject: loan }) {
    const how = await earnedBy(tx, deps, loan);
    if (how) await growLimit(tx, deps, { loanId: loan.id, customerId: loan.customer_id, how });
  },
};

const grantCoupons: LoanEffect = {
  name: 'grantSettlementCoupons',
  description: 'Grants the coupons that flows/lending/coupons.json promises for how the loan was repaid, if it ran long enough.',
  events: ['settled'],
  async run({ tx, deps, subject: loan }) {
    const how = await earnedBy(tx, deps, loan);
    if (how) await grantCouponsOnSettlement(tx, deps, loan.customer_id, operationOf(loan), how);
  },
};

export const settlementEffects: readonly LoanEffect[] = [markReloan, grow, grantCoupons];
