import Type from 'typebox';
import { Id, none } from './units.ts';
import { operationsOf, type WrittenOperation } from './operation.ts';
import { object } from '../../engine/config/object.ts';
import { SignedAddress } from './schemas.ts';
import { AgreementText, SignatureInput } from './agreements.ts';
import { Coupon } from './coupons.ts';
import { Disclosure } from './disclosure.ts';
import { Loan } from './loans.ts';
import { LoanFigures } from './figures.ts';
import { LoanDraft, LoanOffer } from './offers.ts';
import { Repayment, RepaymentOptions, RepaymentProjection, repaymentStates } from './repayments.ts';

const AmountCents = Type.Integer({ minimum: 1, maximum: 100_000_000 });
const TermDays = Type.Integer({ minimum: 1, maximum: 3650 });

/** Operations for loans, repayments, coupons and agreements. Part of `operations`. */
export const lendingOperations = operationsOf({
  /** Figures that visitors may see before they log in. */
  'loans.figures': { route: 'GET /api/loans/figures', noCheck: true, input: none, output: LoanFigures },
  'loans.offer': { route: 'GET /api/loans/offer', input: none, output: LoanOffer },
  'loans.quote': {
    route: 'GET /api/loans/quote',
    input: object({ productId: Id, amountCents: AmountCents, termDays: TermDays, couponId: Type.Optional(Id) }),
    output: Disclosure,
  },
  'loans.prepare': {
    route: 'POST /api/loans',
    repeatable: true,
    input: object({ productId: Id, amountCents: AmountCents, termDays: TermDays, couponId: Type.Optional(Id) }),
    output: LoanDraft,
  },
  /** Sets or removes the coupon of a disclosed loan. Returns a new disclosure, hash and nonce. */
  'loans.chooseCoupon': {
    route: 'PUT /api/loans/:loanId/coupon',
    input: object({ loanId: Id, couponId: Type.Optional(Id) }),
    output: LoanDraft,
  },
  'loans.draft': { route: 'GET /api/loans/draft', input: none, output: LoanDraft },
  /** Accepts the disclosure and requests the payout. `signature` is required until a valid one is on file. */
  'loans.withdraw': {
    route: 'POST /api/loans/:loanId/withdrawal',
    repeatable: true,
    fresh: true,
    input: object({
      loanId: Id,
      disclosureHash: Type.String({ maxLength: 100 }),
      nonce: Type.String({ maxLength: 100 }),
      signature: Type.Optional(SignatureInput),
    }),
    output: Loan,
  },
  'loans.current': { route: 'GET /api/loans/current', input: none, output: Loan },
  'loans.get': { route: 'GET /api/loans/:loanId', input: object({ loanId: Id }), output: Loan },
  /** Asks customer service to cancel the loan. The time of the request decides whether it is in time. */
  'loans.requestCancellation': {
    route: 'POST /api/loans/:loanId/cancellation-request',
    repeatable: true,
    input: object({ loanId: Id }),
    output: Loan,
  },
  'loans.list': { route: 'GET /api/loans', input: none, output: object({ open: Type.Array(Loan), closed: Type.Array(Loan) }) },
  'repayments.options': { route: 'GET /api/repayments/options', input: none, output: RepaymentOptions },
  'repayments.projection': { route: 'GET /api/repayments/projection', input: none, output: RepaymentProjection },
  'repayments.create': {
    route: 'POST /api/repayments',
    repeatable: true,
    input: object({
      loanId: Id,
      kind: Type.Enum(['full', 'extension']),
      expectedCents: Type.Integer({
        minimum: 0,
        maximum: 1_000_000_000,
        description: 'Amount due that the borrower saw, before the coupon. If it has changed, the server answers 409 amountChanged.',
      }),
      couponId: Type.Optional(Id),
    }),
    output: Repayment,
  },
  /** Abandons a repayment without reported money, so that the borrower can start another. Money that arrives later still counts. */
  'repayments.abandon': {
    route: 'POST /api/repayments/:repaymentId/abandonment',
    repeatable: true,
    input: object({ repaymentId: Id }),
    output: Repayment,
  },
  'repayments.get': { route: 'GET /api/repayments/:repaymentId', input: object({ repaymentId: Id }), output: Repayment },
  /** Repayments of the last `constants.historyMonths` months, newest first. */
  'repayments.list': {
    route: 'GET /api/repayments',
    input: object({ loanId: Type.Optional(Id) }),
    output: object({ repayments: Type.Array(Repayment), since: Type.String() }),
  },
  /** Returns only the state, because the result screen has no session. */
  'repayments.result': {
    route: 'GET /api/repayment-results/:repaymentId',
    noCheck: true,
    input: object({ repaymentId: Id }),
    output: object({ state: Type.Enum(['unknown', ...repaymentStates, 'held']) }),
  },
  'coupons.list': {
    route: 'GET /api/coupons',
    input: none,
    output: object({
      platform: Type.Array(Coupon, { description: 'Repayment coupons.' }),
      withdrawal: Type.Array(Coupon),
      used: Type.Array(Coupon),
      expired: Type.Array(Coupon),
      invalid: Type.Array(Coupon, { description: 'Revoked coupons, and coupons that cannot be used now.' }),
    }),
  },
  'agreements.draft': { route: 'GET /api/agreements/draft', input: none, output: AgreementText },
  'agreements.latest': {
    route: 'GET /api/agreements/latest',
    input: none,
    output: object({ agreement: AgreementText, sanctionLetter: AgreementText }),
  },
  /** Returns a short-lived URL of the PDF. */
  'agreements.download': { route: 'GET /api/agreements/:agreementId/address', input: object({ agreementId: Id }), output: SignedAddress },
  'account.get': {
    route: 'GET /api/account',
    input: none,
    output: object({
      method: Type.Optional(Type.Enum(['bank', 'wallet', 'remittance'])),
      institution: Type.Optional(Type.String()),
      masked: Type.Optional(Type.String()),
      mayChange: Type.Boolean(),
      refusal: Type.Optional(
        Type.Enum(['notReloan', 'disbursing', 'maintenance', 'noAccount'], { description: 'Reason why mayChange is false.' }),
      ),
    }),
  },
  /** Replaces the payout account with the one collected by the flow `changeBank`. */
  'account.change': {
    route: 'POST /api/account',
    repeatable: true,
    fresh: true,
    input: object({ flow: Type.Optional(Id) }),
    output: object({ masked: Type.String() }),
  },
} as const satisfies Record<string, WrittenOperation>);
