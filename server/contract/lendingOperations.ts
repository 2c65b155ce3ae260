import Type from 'typebox';
import type { OperationDefinition } from '../../engine/config/definitions.ts';
import { closed, SignedAddress } from './schemas.ts';
import { AgreementText, SignatureInput } from './agreements.ts';
import { Coupon } from './coupons.ts';
import { Disclosure } from './disclosure.ts';
import { Loan } from './loans.ts';
import { LoanDraft, LoanOffer } from './offers.ts';
import { Repayment, RepaymentOptions, RepaymentProjection, repaymentStates } from './repayments.ts';

const Id = Type.String({ minLength: 1, maxLength: 64 });
const AmountCents = Type.Integer({ minimum: 1, maximum: 100_000_000 });
const TermDays = Type.Integer({ minimum: 1, maximum: 3650 });
const none = Type.Object({}, closed);

/** Operations for loans, repayments, coupons and agreements. Part of `operations`. */
export const lendingOperations = {
  'loans.offer': { id: 'loans.offer', method: 'GET', path: '/api/loans/offer', input: none, output: LoanOffer },
  'loans.quote': {
    id: 'loans.quote',
    method: 'GET',
    path: '/api/loans/quote',
    input: Type.Object({ productId: Id, amountCents: AmountCents, termDays: TermDays, couponId: Type.Optional(Id) }, closed),
    output: Disclosure,
  },
  'loans.prepare': {
    id: 'loans.prepare',
    method: 'POST',
    path: '/api/loans',
    repeatable: true,
    input: Type.Object({ productId: Id, amountCents: AmountCents, termDays: TermDays, couponId: Type.Optional(Id) }, closed),
    output: LoanDraft,
  },
  /** Sets or removes the coupon of a disclosed loan. Returns a new disclosure, hash and nonce. */
  'loans.chooseCoupon': {
    id: 'loans.chooseCoupon',
    method: 'PUT',
    path: '/api/loans/:loanId/coupon',
    input: Type.Object({ loanId: Id, couponId: Type.Optional(Id) }, closed),
    output: LoanDraft,
  },
  'loans.draft': { id: 'loans.draft', method: 'GET', path: '/api/loans/draft', input: none, output: LoanDraft },
  /** Accepts the disclosure and requests the payout. `signature` is required until a valid one is on file. */
  'loans.withdraw': {
    id: 'loans.withdraw',
    method: 'POST',
    path: '/api/loans/:loanId/withdrawal',
    repeatable: true,
    fresh: true,
    input: Type.Object(
      {
        loanId: Id,
        disclosureHash: Type.String({ maxLength: 100 }),
        nonce: Type.String({ maxLength: 100 }),
        signature: Type.Optional(SignatureInput),
      },
      closed,
    ),
    output: Loan,
  },
  'loans.current': { id: 'loans.current', method: 'GET', path: '/api/loans/current', input: none, output: Loan },
  'loans.get': { id: 'loans.get', method: 'GET', path: '/api/loans/:loanId', input: Type.Object({ loanId: Id }, closed), output: Loan },
  /** Asks customer service to cancel the loan. The time of the request decides whether it is in time. */
  'loans.requestCancellation': {
    id: 'loans.requestCancellation',
    method: 'POST',
    path: '/api/loans/:loanId/cancellation-request',
    repeatable: true,
    input: Type.Object({ loanId: Id }, closed),
    output: Loan,
  },
  'loans.list': {
    id: 'loans.list',
    method: 'GET',
    path: '/api/loans',
    input: none,
    output: Type.Object({ open: Type.Array(Loan), closed: Type.Array(Loan) }, closed),
  },
  'repayments.options': {
    id: 'repayments.options',
    method: 'GET',
    path: '/api/repayments/options',
    input: none,
    output: RepaymentOptions,
  },
  'repayments.projection': {
    id: 'repayments.projection',
    method: 'GET',
    path: '/api/repayments/projection',
    input: none,
    output: RepaymentProjection,
  },
  'repayments.create': {
    id: 'repayments.create',
    method: 'POST',
    path: '/api/repayments',
    repeatable: true,
    input: Type.Object(
      {
        loanId: Id,
        kind: Type.Enum(['full', 'extension']),
        expectedCents: Type.Integer({
          minimum: 0,
          maximum: 1_000_000_000,
          description: 'Amount due that the borrower saw, before the coupon. If it has changed, the server answers 409 amountChanged.',
        }),
        couponId: Type.Optional(Id),
      },
      closed,
    ),
    output: Repayment,
  },
  /** Abandons a repayment without reported money, so that the borrower can start another. Money that arrives later still counts. */
  'repayments.abandon': {
    id: 'repayments.abandon',
    method: 'POST',
    path: '/api/repayments/:repaymentId/abandonment',
    repeatable: true,
    input: Type.Object({ repaymentId: Id }, closed),
    output: Repayment,
  },
  'repayments.get': {
    id: 'repayments.get',
    method: 'GET',
    path: '/api/repayments/:repaymentId',
    input: Type.Object({ repaymentId: Id }, closed),
    output: Repayment,
  },
  /** Repayments of the last `constants.historyMonths` months, newest first. */
  'repayments.list': {
    id: 'repayments.list',
    method: 'GET',
    path: '/api/repayments',
    input: Type.Object({ loanId: Type.Optional(Id) }, closed),
    output: Type.Object({ repayments: Type.Array(Repayment), since: Type.String() }, closed),
  },
  /** Returns only the state, because the result screen has no session. */
  'repayments.result': {
    id: 'repayments.result',
    method: 'GET',
    path: '/api/repayment-results/:repaymentId',
    noCheck: true,
    input: Type.Object({ repaymentId: Id }, closed),
    output: Type.Object({ state: Type.Enum(['unknown', ...repaymentStates, 'held']) }, closed),
  },
  'coupons.list': {
    id: 'coupons.list',
    method: 'GET',
    path: '/api/coupons',
    input: none,
    output: Type.Object(
      {
        platform: Type.Array(Coupon, { description: 'Repayment coupons.' }),
        withdrawal: Type.Array(Coupon),
        used: Type.Array(Coupon),
        expired: Type.Array(Coupon),
        invalid: Type.Array(Coupon, { description: 'Revoked coupons, and coupons that cannot be used now.' }),
      },
      closed,
    ),
  },
  'agreements.draft': {
    id: 'agreements.draft',
    method: 'GET',
    path: '/api/agreements/draft',
    input: none,
    output: AgreementText,
  },
  'agreements.latest': {
    id: 'agreements.latest',
    method: 'GET',
    path: '/api/agreements/latest',
    input: none,
    output: Type.Object({ agreement: AgreementText, sanctionLetter: AgreementText }, closed),
  },
  /** Returns a short-lived URL of the PDF. */
  'agreements.download': {
    id: 'agreements.download',
    method: 'GET',
    path: '/api/agreements/:agreementId/address',
    input: Type.Object({ agreementId: Id }, closed),
    output: SignedAddress,
  },
  'account.get': {
    id: 'account.get',
    method: 'GET',
    path: '/api/account',
    input: none,
    output: Type.Object(
      {
        method: Type.Optional(Type.Enum(['bank', 'wallet', 'remittance'])),
        institution: Type.Optional(Type.String()),
        masked: Type.Optional(Type.String()),
        mayChange: Type.Boolean(),
        refusal: Type.Optional(
          Type.Enum(['notReloan', 'disbursing', 'maintenance', 'noAccount'], { description: 'Reason why mayChange is false.' }),
        ),
      },
      closed,
    ),
  },
  /** Replaces the payout account with the one collected by the flow `changeBank`. */
  'account.change': {
    id: 'account.change',
    method: 'POST',
    path: '/api/account',
    repeatable: true,
    fresh: true,
    input: Type.Object({ flow: Type.Optional(Id) }, closed),
    output: Type.Object({ masked: Type.String() }, closed),
  },
} as const satisfies Record<string, OperationDefinition>;
