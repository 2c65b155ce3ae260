import Type, { type Static } from 'typebox';
import { object } from '../../engine/config/object.ts';
import { provinces } from './application/places.ts';

/** Province of a customer who has not applied. */
export const nowhere = 'none';

/** The `customer` that the conditions of products and coupons read. */
export const Borrower = object(
  {
    isReloan: Type.Boolean({ description: 'Has settled a loan before.' }),
    settledLoans: Type.Integer({ description: 'Loans repaid in full.' }),
    memberDays: Type.Integer({ description: 'Days since the registration.' }),
    limitCents: Type.Integer({ description: 'Limit with its boosts, in centavos, whatever of it is in use.' }),
    province: Type.Enum([nowhere, ...provinces().map(({ name }) => name)], {
      description: `Name of the province in the newest application; ${nowhere} where there is none.`,
    }),
  },
  { title: 'Borrower' },
);
export type BorrowerFacts = Static<typeof Borrower>;

/** Somebody who has done nothing yet. @param limitCents the limit shown to them */
export const newcomer = (limitCents: number): BorrowerFacts => ({
  isReloan: false,
  settledLoans: 0,
  memberDays: 0,
  limitCents,
  province: nowhere,
});
