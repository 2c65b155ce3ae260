import Type, { type Static } from 'typebox';
import { Coupon } from './coupons.ts';
import { Disclosure } from './disclosure.ts';
import { closed } from './schemas.ts';
import { Cents, Day } from './units.ts';

export const PayoutAccount = Type.Object(
  {
    method: Type.Enum(['bank', 'wallet', 'remittance']),
    institution: Type.String({ description: 'Code of the bank, wallet or shop.' }),
    masked: Type.String({ description: 'Account or number, masked: •••• 1234.' }),
  },
  closed,
);

export const LoanOffer = Type.Object(
  {
    canBorrow: Type.Boolean(),
    refusal: Type.Optional(
      Type.Enum(['notAccepted', 'underReview', 'refill', 'openLoan', 'nothingAvailable', 'paused'], {
        description: 'Why not, when canBorrow is false.',
      }),
    ),
    limit: Type.Object({ grantedCents: Cents(), boostCents: Cents(), outstandingCents: Cents(), availableCents: Cents() }, closed),
    products: Type.Array(
      Type.Object(
        {
          id: Type.String({ description: 'Its name is enums.product.<id>.' }),
          minCents: Cents(),
          maxCents: Cents('Of the product and of what is available, whichever is less.'),
          stepCents: Cents(),
          terms: Type.Array(
            Type.Object({ termDays: Type.Integer(), dailyRatePpm: Type.Integer(), instalments: Type.Integer(), dueDate: Day() }, closed),
          ),
        },
        closed,
      ),
    ),
    coupons: Type.Array(Coupon, { description: 'Withdrawal coupons.' }),
    signature: Type.Enum(['none', 'valid']),
    account: Type.Optional(PayoutAccount),
  },
  closed,
);
export type LoanOffer = Static<typeof LoanOffer>;

export const LoanDraft = Type.Object(
  {
    loanId: Type.Optional(Type.String({ description: 'Absent when nothing was chosen yet.' })),
    disclosure: Type.Optional(Disclosure),
    disclosureHash: Type.Optional(Type.String()),
    nonce: Type.Optional(Type.String({ description: 'Binds the consent to this loan; good once.' })),
    signature: Type.Enum(['none', 'valid']),
    account: Type.Optional(PayoutAccount),
    coupons: Type.Array(Coupon),
    couponId: Type.Optional(Type.String()),
  },
  closed,
);
export type LoanDraft = Static<typeof LoanDraft>;
