import { daysBetween } from '../../engine/config/days.ts';
import { effectiveRatePpm30d, rateCeiling } from './effectiveRate.ts';
import { originate } from './origination.ts';
import { ceil } from './rounding.ts';
import { periodsOf, scheduler, totalOf } from './schedule.ts';
import type { Day, Instalment, LendingParameters, LoanTerms } from './types.ts';

/** A legal cap in force from a given day (SEC MC 3 s.2022, SEC MC 14 s.2025). Rates are per 30 days. */
export interface LegalCap {
  from: Day;
  /** The circular that sets the cap. */
  source: string;
  /** The cap does not cover loans above either limit. */
  covers: { maxPrincipalCents: number; maxTermDays: number };
  effectivePpm30d: number;
  nominalPpm30d: number;
  penaltyPpm30d: number;
  /** Maximum total charges, as a share of the principal. */
  totalCostPpm: number;
}

export type CapMeasure = 'effective' | 'nominal' | 'extensionFee' | 'penalty' | 'totalCost';

export interface CapFinding {
  measure: CapMeasure;
  actualPpm: number;
  capPpm: number;
}

/** The cap in force on a day: the latest one that has started. */
export const capOn = (caps: readonly LegalCap[], day: Day): LegalCap | undefined =>
  caps.reduce<LegalCap | undefined>((newest, cap) => (cap.from <= day && (!newest || cap.from > newest.from) ? cap : newest), undefined);

/** Every cap that applies to loans paid out between two days: the one in force and the later ones. */
export function capsFrom(caps: readonly LegalCap[], from: Day, until?: Day): LegalCap[] {
  const inForce = capOn(caps, from);
  return caps.filter((cap) => cap === inForce || (cap.from > from && (until === undefined || cap.from <= until)));
}

export const isCovered = ({ covers }: LegalCap, { principalCents, termDays }: Pick<LoanTerms, 'principalCents' | 'termDays'>): boolean =>
  principalCents <= covers.maxPrincipalCents && termDays <= covers.maxTermDays;

/** Caps that a loan without a coupon would exceed if paid out on a day. Empty if it complies with them or no cap covers it. */
export function capFindingsOn(terms: LoanTerms, caps: readonly LegalCap[], day: Day): CapFinding[] {
  const cap = capOn(caps, day);
  return cap ? capFindings(terms, cap, day) : [];
}

/** Limits of a cap that a loan would exceed. A loan with nothing to pay out is skipped, because `originate` refuses it. */
export function capFindings(terms: LoanTerms, cap: LegalCap, startDate: Day): CapFinding[] {
  if (!isCovered(cap, terms)) return [];
  const days = paymentDays(terms, startDate);
  const costs = costsOf(terms, scheduler(terms, startDate));
  const passes = rateCeiling(days, cap.effectivePpm30d);
  const isTooDear = costs !== undefined && passes(costs.receivedCents, costs.payments);
  return [
    ...(isTooDear ? above('effective', effectivePpm30d(costs, days), cap.effectivePpm30d) : []),
    ...above('totalCost', costs?.chargedPpm ?? 0, cap.totalCostPpm),
    ...parameterFindings(terms, cap),
  ];
}

/** Limits of a cap that the parameters alone exceed, for any amount and term. */
export const parameterFindings = ({ parameters }: Pick<LoanTerms, 'parameters'>, cap: LegalCap): CapFinding[] => [
  ...above('nominal', parameters.dailyRatePpm * 30, cap.nominalPpm30d),
  ...above('extensionFee', parameters.extensionDays === 0 ? 0 : parameters.extensionFeePpmPerDay * 30, cap.nominalPpm30d),
  ...above('penalty', penaltyPpm30d(parameters), cap.penaltyPpm30d),
  ...above('totalCost', parameters.totalCostCapPpm, cap.totalCostPpm),
];

const above = (measure: CapMeasure, actualPpm: number, capPpm: number): CapFinding[] =>
  actualPpm > capPpm ? [{ measure, actualPpm, capPpm }] : [];

/** Payout, payments and charges of a loan that is paid on time. */
export interface Costs {
  receivedCents: number;
  /** One per instalment. */
  payments: readonly number[];
  /** Fees, GST and interest for the whole term, as a share of the principal, rounded up. */
  chargedPpm: number;
}

/** @param schedule schedule for an amount. @returns undefined for a loan with nothing to pay out */
export function costsOf(terms: LoanTerms, schedule: (principalCents: number) => readonly Instalment[]): Costs | undefined {
  const origination = originate(terms);
  if ('refused' in origination) return undefined;
  const rows = schedule(terms.principalCents);
  const chargedCents = origination.deductionCents + totalOf(rows, 'interestCents');
  return {
    receivedCents: origination.receivedCents,
    payments: rows.map(({ totalCents }) => totalCents),
    chargedPpm: Number(ceil(BigInt(chargedCents) * 1_000_000n, BigInt(terms.principalCents))),
  };
}

/** Days from payout to each payment. */
export const paymentDays = (terms: Pick<LoanTerms, 'termDays' | 'instalments'>, startDate: Day): number[] =>
  periodsOf(terms, startDate).map(({ dueDate }) => daysBetween(startDate, dueDate));

export const effectivePpm30d = ({ receivedCents, payments }: Costs, days: readonly number[]): number =>
  effectiveRatePpm30d(
    receivedCents,
    payments.map((cents, index) => ({ cents, afterDays: days[index] ?? 0 })),
  );

/** Late charge and penalty never exceed the product's own cap. Without a late charge, the daily rate may stay below it. */
function penaltyPpm30d({ lateChargeCents, penaltyPpmPerDay, penaltyCapPpmPer30d }: LendingParameters): number {
  return lateChargeCents > 0 ? penaltyCapPpmPer30d : Math.min(penaltyCapPpmPer30d, penaltyPpmPerDay * 30);
}
