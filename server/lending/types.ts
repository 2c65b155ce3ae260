/**
 * The vocabulary of the lending core. All of it is JSON: terms, postings and disclosures are stored as they are.
 * Amounts are integer centavos (`…Cents`), rates parts per million (`…Ppm`), days `YYYY-MM-DD`.
 */

import type { Day } from '../../engine/config/days.ts';

export type { Day };

/** Every number by which a loan is reckoned (lending.md, "Parameters"). */
export interface LendingParameters {
  dailyRatePpm: number;
  serviceFeePpm: number;
  creditScoreFeeCents: number;
  gstPpm: number;
  /** What GST is taken of: the service fee, or the credit-score fee as well (the specification says both). */
  gstBase: 'serviceFee' | 'allFees';
  /** Interest is paid with the principal, or kept back at payout. */
  interestTiming: 'atMaturity' | 'upfront';
  /** Who pays early owes interest for the days so far, or for the whole term. */
  earlyRepayment: 'actualDays' | 'fullTerm';
  /** Days after the due date without any charge. */
  graceDays: number;
  /** Charged once a loan. */
  lateChargeCents: number;
  /** Of the overdue amount. */
  penaltyPpmPerDay: number;
  /** Late charge and penalty together stay under this share of the overdue amount per 30 days. */
  penaltyCapPpmPer30d: number;
  /** All charges of a loan together stay under this share of the principal. */
  totalCostCapPpm: number;
  /** Days that an extension adds; 0 where none is offered. */
  extensionDays: number;
  /** Of the principal, for each day that an extension adds. */
  extensionFeePpmPerDay: number;
  extensionWaivesAccruedPenalty: boolean;
  /** null: as many as the total cost allows. */
  maxExtensions: number | null;
}

/** How a loan of several periods is paid back. */
export interface InstalmentTerms {
  count: number;
  /** `days`: periods of equal length; `month`: the same day of each month, or the month's last. */
  every: 'days' | 'month';
  /** Equal instalments on the declining balance; equal shares of principal; or interest on the amount first borrowed. */
  method: InstalmentMethod;
  /** Instalments but the last are rounded to a multiple of this. */
  roundToCents?: number;
}
export type InstalmentMethod = 'equalInstalments' | 'equalPrincipal' | 'flat';

/** What a loan lives by from its disclosure on, whatever the product says later. */
export interface LoanTerms {
  productId: string;
  principalCents: number;
  termDays: number;
  parameters: LendingParameters;
  /** Absent for a loan that is due in one sum. */
  instalments?: InstalmentTerms;
  /**
   * Absent for the rules of today. A loan from before them was booked by the `original` ones and lives by those, so that its
   * postings replay to what its journals say: `rules.ts`.
   */
  rules?: 'original';
}

export interface Instalment {
  /** From 1. */
  number: number;
  dueDate: Day;
  principalCents: number;
  interestCents: number;
  totalCents: number;
  /** Principal left after it. */
  balanceCents: number;
}

/** What a loan costs, as it must be told before signing (`Disclosure` of the contract). */
export interface Disclosure {
  productId: string;
  principalCents: number;
  termDays: number;
  dailyRatePpm: number;
  /** For the whole term. */
  interestCents: number;
  interestTiming: LendingParameters['interestTiming'];
  serviceFeeCents: number;
  creditScoreFeeCents: number;
  gstCents: number;
  /** What the coupon takes off the deduction. */
  couponCents: number;
  deductionCents: number;
  receivedCents: number;
  /** What the loan costs its borrower when paid on time: all that is paid back, less what was received. */
  financeChargeCents: number;
  totalDueCents: number;
  effectiveRatePpm30d: number;
  dueDate: Day;
  schedule: Instalment[];
  late: { lateChargeCents: number; penaltyPpmPerDay: number; penaltyCapPpmPer30d: number; graceDays: number };
  /** What postponing the due date costs before it has come, by the function that charges it; `days` is 0 where it is not offered. */
  extension: {
    days: number;
    feeCents: number;
    /** Interest of the whole term, however early. Absent from disclosures of before it was told. */
    interestCents?: number;
    /** Both. */
    totalCents?: number;
  };
}

/** What happened to a loan, in the order in which it happened. All else follows from these and the terms. */
export type Posting =
  | { type: 'disbursed'; day: Day; /** What the coupon took off the deduction. */ couponCents: number }
  | Payment
  | ({ type: 'extension' } & Paid)
  | { type: 'cancellation'; day: Day }
  | /** What was due before `dueDay` is due then, and being late until then costs nothing. */ { type: 'deferral'; day: Day; dueDay: Day }
  | { type: 'writeOff'; day: Day };

/** Money that came in, and what a coupon paid on top of it (the part that was used). */
export interface Paid {
  day: Day;
  cashCents: number;
  couponCents: number;
}
export type Payment = {
  type: 'payment';
  /** It came in on its day and is booked later: it counts before what was booked since (`replay.ts`). */
  placedBack?: true;
} & Paid;

/** Where a payment went; the parts add up to it. */
export interface Allocation {
  principalCents: number;
  /** Below zero when interest that was taken upfront is given back on paying early. */
  interestCents: number;
  lateChargeCents: number;
  penaltyCents: number;
  extensionFeeCents: number;
  /** Owed to the borrower. */
  overpaidCents: number;
}

/** Which ceiling cut late charge and penalty. */
export type Ceiling = 'penaltyPer30Days' | 'totalCost';

/** What is to be paid on a day. */
export interface Due {
  principalCents: number;
  /** Below zero when interest that was taken upfront is given back. */
  interestCents: number;
  lateChargeCents: number;
  penaltyCents: number;
  totalCents: number;
  overdueDays: number;
  capped?: Ceiling;
}

/** An instalment as it stands: what is left of it. */
export interface OpenItem {
  number: number;
  fromDate: Day;
  /** The end of its period. What is left of it may be due later: `dueDateOf`. */
  dueDate: Day;
  /** The end of its period where a deferral moved the due date: interest ends here. */
  interestTo?: Day;
  /** Principal not yet paid. */
  principalCents: number;
  /** Interest of this period that no later event changes any more, exact: rounded once, when it is told. */
  fixedInterestMillionths: bigint;
  /** Beyond the fixed interest it runs from this day to the end of its period. */
  interestFrom: Day;
  interestPaidCents: number;
}

/** States of a loan whose money went out: only these have postings. */
export const paidOutStates = ['active', 'settled', 'cancelled', 'writtenOff'] as const;
export type LoanState = 'undisbursed' | (typeof paidOutStates)[number];

/** A loan after its postings. */
export interface LoanBalance {
  state: LoanState;
  terms: LoanTerms;
  /** Day of the confirmed payout. */
  startDate: Day;
  /** Day of the last posting: nothing is reckoned for a day before it, so a clock that goes back lowers no charge. */
  asOfDay: Day;
  items: OpenItem[];
  /** What led to it, each posting where it counts. */
  postings: readonly Posting[];
  /** Fees and GST kept at payout. */
  feesCents: number;
  couponCents: number;
  extensions: number;
  /** Late charge and penalty reckoned by earlier postings: what has been charged, and what of it is unpaid. */
  charged: { lateChargeCents: number; penaltyCents: number; extensionFeeCents: number };
  unpaid: { lateChargeCents: number; penaltyCents: number };
  /** Of what was charged, what an extension waived. */
  waivedCents: number;
  /** All payments so far. */
  paid: Allocation;
}

/** What a ledger calls a place where money is. Debit is positive, credit negative. */
export type Account =
  | 'receivable.principal'
  | 'clearing.disbursement'
  | 'clearing.collection'
  | 'clearing.refund'
  | 'income.interest'
  | 'income.service_fee'
  | 'income.score_fee'
  | 'income.late_charge'
  | 'income.penalty'
  | 'income.extension_fee'
  | 'liability.gst'
  | 'liability.overpayment'
  | 'liability.suspense'
  | 'expense.voucher'
  | 'expense.write_off';

export interface Entry {
  account: Account;
  /** Debit positive, credit negative; never zero. */
  cents: number;
}

/** Why the core does not do what it was asked; the caller turns it into a problem. */
export type Refusal =
  | 'DEDUCTION_EXCEEDS_PRINCIPAL'
  | 'MAX_EXTENSIONS'
  | 'TOTAL_COST_CAP'
  | 'EXTENSION_NOT_OFFERED'
  | 'AMOUNT_MISMATCH'
  | 'NOT_ACTIVE'
  | 'NOT_CANCELLABLE'
  | 'NOT_RECKONED_ANEW'
  | 'COUPON_KIND'
  | 'COUPON_MIN_AMOUNT'
  | 'COUPON_FULL_REPAYMENT_ONLY'
  | 'AMOUNT_NOT_OFFERED'
  | 'TERM_NOT_OFFERED'
  | 'PRODUCT_NOT_OFFERED';

export interface Refused<Why extends Refusal = Refusal> {
  refused: Why;
}

/** Whether the core refused. */
export const isRefused = (result: object): result is Refused => 'refused' in result;
