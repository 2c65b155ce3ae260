import { fraction, inverse, plus, times, type Fraction } from './fraction.ts';
import { halfEven, halfUp } from './rounding.ts';
import type { InstalmentMethod } from './types.ts';

/** One period of a plan, without its days. */
export interface PlanRow {
  principalCents: number;
  interestCents: number;
  totalCents: number;
  balanceCents: number;
}

export interface PlanInput {
  principalCents: number;
  /** f_j: what a period costs of the balance at its start, e.g. daily rate × days. */
  periodRates: readonly Fraction[];
  method: InstalmentMethod;
  roundToCents?: number;
}

/**
 * A repayment plan of several periods (lending.md, "repayment plan").
 *
 * Equal instalments on the declining balance: instalment = halfEven(P / Σ_k Π_{j≤k} 1/(1+f_j)) in exact fractions; each
 * period's interest = halfEven(balance × f_j); the last row takes the remainder; then one smoothing step. Compared with
 * Apache Fineract's own expectations (vectors/fineract.json). `equalPrincipal` shares the principal instead, `flat` takes the
 * interest of every period of the amount first borrowed.
 */
export function planOf(input: PlanInput): PlanRow[] {
  if (input.method === 'equalPrincipal') return rowsOf(input, { principalCents: shareOfPrincipal(input) });
  const totalCents = rounded(exactInstalment(input), input.roundToCents);
  const rows = rowsOf(input, { totalCents });
  return input.roundToCents === undefined ? smoothed(input, rows, totalCents) : rows;
}

const one = fraction(1);

function exactInstalment({ principalCents, periodRates, method }: PlanInput): Fraction {
  const principal = fraction(principalCents);
  if (method === 'flat') {
    const rates = periodRates.reduce(plus, fraction(0));
    return times(times(principal, plus(one, rates)), fraction(1, periodRates.length));
  }
  // Horner's scheme keeps the denominators short: v1(1 + v2(1 + …)) instead of v1 + v1v2 + ….
  const sum = periodRates.reduceRight((rest, rate) => times(inverse(plus(one, rate)), plus(one, rest)), fraction(0));
  return times(principal, inverse(sum));
}

function rounded({ numerator, denominator }: Fraction, multipleCents: number | undefined): number {
  if (multipleCents === undefined) return Number(halfEven(numerator, denominator));
  return Number(halfUp(numerator, denominator * BigInt(multipleCents))) * multipleCents;
}

const shareOfPrincipal = ({ principalCents, periodRates, roundToCents }: PlanInput): number =>
  rounded(fraction(principalCents, periodRates.length), roundToCents);

/** What each row is but the last, which takes the remainder: of one total, or of one share of the principal. */
type Each = { totalCents: number } | { principalCents: number };

function rowsOf({ principalCents, periodRates, method }: PlanInput, each: Each): PlanRow[] {
  let balanceCents = principalCents;
  return periodRates.map(({ numerator, denominator }, index) => {
    const baseCents = method === 'flat' ? principalCents : balanceCents;
    const interestCents = Number(halfEven(BigInt(baseCents) * numerator, denominator));
    const shareCents = 'totalCents' in each ? each.totalCents - interestCents : each.principalCents;
    // Rounded up to a multiple, instalments may pay all before the last one.
    const paidCents = index === periodRates.length - 1 ? balanceCents : Math.max(0, Math.min(shareCents, balanceCents));
    balanceCents -= paidCents;
    return { principalCents: paidCents, interestCents, totalCents: paidCents + interestCents, balanceCents };
  });
}

/**
 * Fineract's one step of smoothing: if the last instalment is more than n/2 centavos off, the gap is spread over all, and
 * kept so if that makes it smaller (ProgressiveEMICalculator).
 */
function smoothed(input: PlanInput, rows: PlanRow[], instalmentCents: number): PlanRow[] {
  const count = rows.length;
  const gapCents = gapOf(rows);
  if (count < 2 || 2 * Math.abs(gapCents) <= count) return rows;
  const shifted = rowsOf(input, { totalCents: instalmentCents + Number(halfEven(BigInt(gapCents), BigInt(count))) });
  return Math.abs(gapOf(shifted)) < Math.abs(gapCents) ? shifted : rows;
}

const gapOf = (rows: readonly PlanRow[]): number => (rows.at(-1)?.totalCents ?? 0) - (rows.at(-2)?.totalCents ?? 0);
