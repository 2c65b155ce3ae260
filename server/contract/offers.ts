import Type, { type Static } from 'typebox';
import { object } from '../../engine/config/object.ts';
import { Coupon } from './coupons.ts';
import { Disclosure } from './disclosure.ts';
import { Cents, Day } from './units.ts';

export const PayoutAccount = object({
  method: Type.Enum(['bank', 'wallet', 'remittance']),
  institution: Type.String({ description: 'Code of the bank, wallet or remittance shop.' }),
  masked: Type.String({ description: 'Masked account or number: •••• 1234.' }),
});

export const LoanOffer = object({
  canBorrow: Type.Boolean(),
  refusal: Type.Optional(
    Type.Enum(['notAccepted', 'underReview', 'refill', 'openLoan', 'nothingAvailable', 'paused'], {
      description: 'Reason why canBorrow is false.',
    }),
  ),
  limit: object({ grantedCents: Cents(), boostCents: Cents(), outstandingCents: Cents(), availableCents: Cents() }),
  products: Type.Array(
    object({
      id: Type.String({ description: 'Its label is enums.product.<id>.' }),
      minCents: Cents(),
      maxCents: Cents("The product's maximum or the available limit, whichever is less."),
      stepCents: Cents(),
      terms: Type.Array(object({ termDays: Type.Integer(), dailyRatePpm: Type.Integer(), instalments: Type.Integer(), dueDate: Day() })),
    }),
  ),
  coupons: Type.Array(Coupon, { description: 'Withdrawal coupons.' }),
  signature: Type.Enum(['none', 'valid']),
  account: Type.Optional(PayoutAccount),
});
export type LoanOffer = Static<typeof LoanOffer>;

export const LoanDraft = object({
  loanId: Type.Optional(Type.String({ description: 'Absent until the borrower chooses a loan.' })),
  disclosure: Type.Optional(Disclosure),
  disclosureHash: Type.Optional(Type.String()),
  nonce: Type.Optional(Type.String({ description: 'Single-use value that binds the consent to this loan.' })),
  signature: Type.Enum(['none', 'valid']),
  account: Type.Optional(PayoutAccount),
  coupons: Type.Array(Coupon),
  couponId: Type.Optional(Type.String()),
});
export type LoanDraft = Static<typeof LoanDraft>;
