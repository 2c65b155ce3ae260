/**
 * The vocabulary of the lending core. Every type is JSON: terms, postings and disclosures are stored unchanged.
 * Amounts are integer centavos (`…Cents`), rates parts per million (`…Ppm`), days `YYYY-MM-DD`.
 */

import type { Day } from '../../engine/config/days.ts';

export type { Day };

/** Every number that determines a loan's amounts (lending.md, "Parameters"). */
export interface LendingParameters {
  dailyRatePpm: number;
  serviceFeePpm: number;
  creditScoreFeeCents: number;
  gstPpm: number;
  /** Fees that GST applies to: the service fee, or also the credit-score fee (the specification says both). */
  gstBase: 'serviceFee' | 'allFees';
  /** Interest is paid with the principal, or withheld at payout. */
  interestTiming: 'atMaturity' | 'upfront';
  /** Interest on early repayment: for the days so far, or for the whole term. */
  earlyRepayment: 'actualDays' | 'fullTerm';
  /** Days after the due date without charges. */
  graceDays: number;
  /** Charged once per loan. */
  lateChargeCents: number;
  /** Share of the overdue amount. */
  penaltyPpmPerDay: number;
  /** Cap on late charge plus penalty, as a share of the overdue amount per 30 days. */
  penaltyCapPpmPer30d: number;
  /** Cap on all charges of a loan, as a share of the principal. */
  totalCostCapPpm: number;
  /** Days that an extension adds; 0 disables extensions. */
  extensionDays: number;
  /** Share of the principal for each day that an extension adds. */
  extensionFeePpmPerDay: number;
  extensionWaivesAccruedPenalty: boolean;
  /** null: only the total cost limits extensions. */
  maxExtensions: number | null;
}

/** Repayment in several periods. */
export interface InstalmentTerms {
  count: number;
  /** `days`: periods of equal length. `month`: the same day of each month, or the month's last day. */
  every: 'days' | 'month';
  /** Equal instalments on the declining balance, equal shares of principal, or interest on the original principal. */
  method: InstalmentMethod;
  /** Every instalment except the last is rounded to a multiple of this. */
  roundToCents?: number;
}
export type InstalmentMethod = 'equalInstalments' | 'equalPrincipal' | 'flat';

/** Terms of a loan, fixed at disclosure. Later changes to the product do not affect them. */
export interface LoanTerms {
  productId: string;
  principalCents: number;
  termDays: number;
  parameters: LendingParameters;
  /** Absent for a loan with one payment. */
  instalments?: InstalmentTerms;
  /**
   * Absent for the current rules. An older loan was booked under the `original` rules and keeps them, so that its postings replay to what
   * its journals say (`rules.ts`).
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
  /** Principal left after this instalment. */
  balanceCents: number;
}

/** The cost of a loan. The law requires its disclosure before signing (`Disclosure` in the contract). */
export interface Disclosure {
  productId: string;
  principalCents: number;
  termDays: number;
  dailyRatePpm: number;
  /** Interest for the whole term. */
  interestCents: number;
  interestTiming: LendingParameters['interestTiming'];
  serviceFeeCents: number;
  creditScoreFeeCents: number;
  gstCents: number;
  /** Amount that the coupon takes off the deduction. */
  couponCents: number;
  deductionCents: number;
  receivedCents: number;
  /** Total cost if paid on time: the amount repaid minus the amount received. */
  financeChargeCents: number;
  totalDueCents: number;
  effectiveRatePpm30d: number;
  dueDate: Day;
  schedule: Instalment[];
  late: { lateChargeCents: number; penaltyPpmPerDay: number; penaltyCapPpmPer30d: number; graceDays: number };
  /** Cost of an extension before the due date, from the function that charges it. `days` is 0 if extensions are disabled. */
  extension: {
    days: number;
    feeCents: number;
    /** Interest for the whole term, however early the extension is. Absent from older disclosures. */
    interestCents?: number;
    /** Fee plus interest. */
    totalCents?: number;
  };
}

/** An event in the life of a loan. Everything else follows from the postings, in order, and the terms. */
export type Posting =
  | { type: 'disbursed'; day: Day; /** What the coupon took off the deduction. */ couponCents: number }
  | Payment
  | ({ type: 'extension' } & Paid)
  | { type: 'cancellation'; day: Day }
  | /** Moves earlier due dates to `dueDay`. Being late until then costs nothing. */ { type: 'deferral'; day: Day; dueDay: Day }
  | ({ type: 'waiver'; day: Day } & Waived)
  | { type: 'writeOff'; day: Day };

/** Charges and interest that the lender waives. */
export interface Waived {
  penaltyCents: number;
  lateChargeCents: number;
  interestCents: number;
}

/** Money received, and the used part of a coupon on top of it. */
export interface Paid {
  day: Day;
  cashCents: number;
  couponCents: number;
}
export type Payment = {
  type: 'payment';
  /** The money arrived on its day but is booked later. It counts before postings made since (`replay.ts`). */
  placedBack?: true;
} & Paid;

/** Allocation of a payment. The parts add up to its amount. */
export interface Allocation {
  principalCents: number;
  /** Negative if early repayment refunds upfront interest. */
  interestCents: number;
  lateChargeCents: number;
  penaltyCents: number;
  extensionFeeCents: number;
  /** Owed to the borrower. */
  overpaidCents: number;
}

/** The cap that limited the late charge and penalty. */
export type Ceiling = 'penaltyPer30Days' | 'totalCost';

/** Amounts to pay on a day. */
export interface Due {
  principalCents: number;
  /** Negative if upfront interest is refunded. */
  interestCents: number;
  lateChargeCents: number;
  penaltyCents: number;
  totalCents: number;
  overdueDays: number;
  capped?: Ceiling;
}

/** The unpaid rest of an instalment. */
export interface OpenItem {
  number: number;
  fromDate: Day;
  /** End of its period. The rest of the instalment may be due later: `dueDateOf`. */
  dueDate: Day;
  /** End of its interest period if a deferral moved the due date. */
  interestTo?: Day;
  principalCents: number;
  /** Interest of this period that no later event can change. Exact; it is rounded once, for display. */
  fixedInterestMillionths: bigint;
  /** Further interest accrues from this day to the end of its period. */
  interestFrom: Day;
  interestPaidCents: number;
}

/** States of a loan that was paid out. Only such loans have postings. */
export const paidOutStates = ['active', 'settled', 'cancelled', 'writtenOff'] as const;
export type LoanState = 'undisbursed' | (typeof paidOutStates)[number];

/** A loan after its postings. */
export interface LoanBalance {
  state: LoanState;
  terms: LoanTerms;
  /** Day of the confirmed payout. */
  startDate: Day;
  /** Day of the last posting. No calculation uses an earlier day, so moving the clock back reduces no charge. */
  asOfDay: Day;
  items: OpenItem[];
  /** Postings in value-date order. */
  postings: readonly Posting[];
  /** Fees and GST withheld at payout. */
  feesCents: number;
  couponCents: number;
  extensions: number;
  /** Late charge and penalty fixed by earlier postings: the charged amount and its unpaid part. */
  charged: { lateChargeCents: number; penaltyCents: number; extensionFeeCents: number };
  unpaid: { lateChargeCents: number; penaltyCents: number };
  /** Part of the charges that staff or an extension waived. */
  waivedCents: number;
  /** Sum of all payments. */
  paid: Allocation;
}

/** A ledger account. Debit is positive, credit negative. */
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
  /** Contra to the income that was waived. */
  | 'income.waived'
  | 'liability.gst'
  | 'liability.overpayment'
  | 'liability.suspense'
  | 'expense.voucher'
  | 'expense.write_off';

export interface Entry {
  account: Account;
  /** Debit is positive, credit negative. Never zero. */
  cents: number;
}

/** Why the core refuses a request. The caller maps it to a problem. */
export type Refusal =
  | 'DEDUCTION_EXCEEDS_PRINCIPAL'
  | 'MAX_EXTENSIONS'
  | 'TOTAL_COST_CAP'
  | 'EXTENSION_NOT_OFFERED'
  | 'AMOUNT_MISMATCH'
  | 'NOT_ACTIVE'
  | 'NOT_CANCELLABLE'
  | 'NOT_RECKONED_ANEW'
  | 'WAIVER_EXCEEDS_OWED'
  | 'COUPON_KIND'
  | 'COUPON_MIN_AMOUNT'
  | 'COUPON_FULL_REPAYMENT_ONLY'
  | 'COUPON_DAY'
  | 'COUPON_PAST_DUE'
  | 'AMOUNT_NOT_OFFERED'
  | 'TERM_NOT_OFFERED'
  | 'PRODUCT_NOT_OFFERED';

export interface Refused<Why extends Refusal = Refusal> {
  refused: Why;
}

export const isRefused = (result: object): result is Refused => 'refused' in result;
