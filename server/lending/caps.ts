import { effectiveRatePpm30d, exceedsRate, flowsOf } from './effectiveRate.ts';
import { originate } from './origination.ts';
import { ceil } from './rounding.ts';
import { scheduleOf, totalOf } from './schedule.ts';
import type { Day, Instalment, LoanTerms } from './types.ts';

/** A legal ceiling from a day on (SEC MC 3 s.2022, SEC MC 14 s.2025). Rates are per 30 days. */
export interface LegalCap {
  from: Day;
  /** The rule it comes from. */
  source: string;
  /** Loans above either are not covered. */
  covers: { maxPrincipalCents: number; maxTermDays: number };
  effectivePpm30d: number;
  nominalPpm30d: number;
  penaltyPpm30d: number;
  /** All charges, of the amount borrowed. */
  totalCostPpm: number;
}

export type CapMeasure = 'effective' | 'nominal' | 'extensionFee' | 'penalty' | 'totalCost';

export interface CapFinding {
  measure: CapMeasure;
  actualPpm: number;
  capPpm: number;
}

/** The cap in force on a day: the newest that has begun. */
export const capOn = (caps: readonly LegalCap[], day: Day): LegalCap | undefined =>
  caps.reduce<LegalCap | undefined>((newest, cap) => (cap.from <= day && (!newest || cap.from > newest.from) ? cap : newest), undefined);

/** All caps under which a loan may be given from a day on, until another: the one in force, and those to come. */
export function capsFrom(caps: readonly LegalCap[], from: Day, until?: Day): LegalCap[] {
  const inForce = capOn(caps, from);
  return caps.filter((cap) => cap === inForce || (cap.from > from && (until === undefined || cap.from <= until)));
}

export const isCovered = ({ covers }: LegalCap, { principalCents, termDays }: LoanTerms): boolean =>
  principalCents <= covers.maxPrincipalCents && termDays <= covers.maxTermDays;

/** Where a loan, given on a day and without a coupon, would pass the cap in force; empty where it does not, or none covers it. */
export function capFindingsOn(terms: LoanTerms, caps: readonly LegalCap[], day: Day): CapFinding[] {
  const cap = capOn(caps, day);
  return cap ? capFindings(terms, cap, day) : [];
}

/** Where a loan would pass a cap. A loan that gives nothing is not looked at: `originate` refuses it. */
export function capFindings(terms: LoanTerms, cap: LegalCap, startDate: Day): CapFinding[] {
  if (!isCovered(cap, terms)) return [];
  const { parameters } = terms;
  const origination = originate(terms);
  const loan = 'refused' in origination ? undefined : { ...origination, schedule: scheduleOf(terms, startDate) };
  const chargedPpm = loan ? chargedPpmOf(terms, loan) : 0;
  return [
    ...(loan ? effectiveFinding(loan, cap, startDate) : []),
    ...above('nominal', parameters.dailyRatePpm * 30, cap.nominalPpm30d),
    ...above('extensionFee', parameters.extensionDays === 0 ? 0 : parameters.extensionFeePpmPerDay * 30, cap.nominalPpm30d),
    ...above('penalty', penaltyPpm30d(terms), cap.penaltyPpm30d),
    ...above('totalCost', Math.max(parameters.totalCostCapPpm, chargedPpm), cap.totalCostPpm),
  ];
}

const above = (measure: CapMeasure, actualPpm: number, capPpm: number): CapFinding[] =>
  actualPpm > capPpm ? [{ measure, actualPpm, capPpm }] : [];

interface Costs {
  receivedCents: number;
  deductionCents: number;
  schedule: readonly Instalment[];
}

function effectiveFinding({ receivedCents, schedule }: Costs, { effectivePpm30d }: LegalCap, startDate: Day): CapFinding[] {
  const flows = flowsOf(schedule, startDate);
  if (!exceedsRate(receivedCents, flows, effectivePpm30d)) return [];
  return [{ measure: 'effective', actualPpm: effectiveRatePpm30d(receivedCents, flows), capPpm: effectivePpm30d }];
}

/** Late charge and penalty never pass the product's own ceiling; without a late charge the daily rate may stay below it. */
function penaltyPpm30d({ parameters }: LoanTerms): number {
  const { lateChargeCents, penaltyPpmPerDay, penaltyCapPpmPer30d } = parameters;
  return lateChargeCents > 0 ? penaltyCapPpmPer30d : Math.min(penaltyCapPpmPer30d, penaltyPpmPerDay * 30);
}

/** Fees, GST and interest of the whole term, of the amount borrowed; rounded up. */
function chargedPpmOf({ principalCents }: LoanTerms, { deductionCents, schedule }: Costs): number {
  const chargedCents = deductionCents + totalOf(schedule, 'interestCents');
  return Number(ceil(BigInt(chargedCents) * 1_000_000n, BigInt(principalCents)));
}
