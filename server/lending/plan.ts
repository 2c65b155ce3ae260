import { fraction, inverse, plus, times, type Fraction } from './fraction.ts';
import { halfEven, halfUp } from './rounding.ts';
import type { InstalmentMethod } from './types.ts';

/** One period of a plan, without dates. */
export interface PlanRow {
  principalCents: number;
  interestCents: number;
  totalCents: number;
  balanceCents: number;
}

/** A plan without its amount. */
export interface PlanShape {
  /** f_j: interest of a period as a share of its opening balance, e.g. daily rate × days. */
  periodRates: readonly Fraction[];
  method: InstalmentMethod;
  roundToCents?: number;
}

interface PlanInput extends PlanShape {
  principalCents: number;
}

/**
 * Computes a repayment plan of several periods (lending.md, "repayment plan").
 *
 * Equal instalments on the declining balance: instalment = halfEven(P / Σ_k Π_{j≤k} 1/(1+f_j)) in exact fractions; each period's interest =
 * halfEven(balance × f_j); the last row takes the remainder; then one smoothing step. Tests compare it with Apache Fineract's own
 * expectations (vectors/fineract.json). `equalPrincipal` splits the principal instead. `flat` charges every period's interest on the
 * original principal.
 *
 * @returns a function of the amount; everything independent of the amount is computed once
 */
export function planner(shape: PlanShape): (principalCents: number) => PlanRow[] {
  const share = instalmentShare(shape);
  return (principalCents) => {
    const input = { ...shape, principalCents };
    const eachCents = rounded(times(fraction(principalCents), share), shape.roundToCents);
    if (shape.method === 'equalPrincipal') return rowsOf(input, { principalCents: eachCents });
    const rows = rowsOf(input, { totalCents: eachCents });
    return shape.roundToCents === undefined ? smoothed(input, rows, eachCents) : rows;
  };
}

const one = fraction(1);

/** Share of the principal that each instalment pays: its total, or with `equalPrincipal` its principal. */
function instalmentShare({ periodRates, method }: PlanShape): Fraction {
  const equal = fraction(1, periodRates.length);
  if (method === 'equalPrincipal') return equal;
  if (method === 'flat') return times(plus(one, periodRates.reduce(plus, fraction(0))), equal);
  // Horner's scheme keeps the denominators short: v1(1 + v2(1 + …)) instead of v1 + v1v2 + ….
  return inverse(periodRates.reduceRight((rest, rate) => times(inverse(plus(one, rate)), plus(one, rest)), fraction(0)));
}

function rounded({ numerator, denominator }: Fraction, multipleCents: number | undefined): number {
  if (multipleCents === undefined) return Number(halfEven(numerator, denominator));
  return Number(halfUp(numerator, denominator * BigInt(multipleCents))) * multipleCents;
}

/** Amount of each row except the last, which takes the remainder: a total, or a share of the principal. */
type Each = { totalCents: number } | { principalCents: number };

function rowsOf({ principalCents, periodRates, method }: PlanInput, each: Each): PlanRow[] {
  let balanceCents = principalCents;
  return periodRates.map(({ numerator, denominator }, index) => {
    const baseCents = method === 'flat' ? principalCents : balanceCents;
    const interestCents = Number(halfEven(BigInt(baseCents) * numerator, denominator));
    const shareCents = 'totalCents' in each ? each.totalCents - interestCents : each.principalCents;
    // If amounts are rounded up to a multiple, the balance can reach zero before the last instalment.
    const paidCents = index === periodRates.length - 1 ? balanceCents : Math.max(0, Math.min(shareCents, balanceCents));
    balanceCents -= paidCents;
    return { principalCents: paidCents, interestCents, totalCents: paidCents + interestCents, balanceCents };
  });
}

/**
 * Fineract's smoothing step: if the last instalment is more than n/2 centavos off, spread the gap over all instalments, and keep the result
 * if the gap shrinks (ProgressiveEMICalculator).
 */
function smoothed(input: PlanInput, rows: PlanRow[], instalmentCents: number): PlanRow[] {
  const count = rows.length;
  const gapCents = gapOf(rows);
  if (count < 2 || 2 * Math.abs(gapCents) <= count) return rows;
  const shifted = rowsOf(input, { totalCents: instalmentCents + Number(halfEven(BigInt(gapCents), BigInt(count))) });
  return Math.abs(gapOf(shifted)) < Math.abs(gapCents) ? shifted : rows;
}

const gapOf = (rows: readonly PlanRow[]): number => (rows.at(-1)?.totalCents ?? 0) - (rows.at(-2)?.totalCents ?? 0);
