import type { Day } from './types.ts';
import { ceil } from './rounding.ts';
import { daysBetween } from '../../engine/config/days.ts';

/** A repayment, some days after the payout. */
export interface CashFlow {
  afterDays: number;
  cents: number;
}

/** Rates are disclosed in steps of 0.01 %. */
const stepPpm = 100;
const periodDays = 30;

const stepsPerWhole = BigInt(1_000_000 / stepPpm);

/** Binary digits of the fixed-point numbers: about 60 decimals. */
const digits = 200n;
const one = 1n << digits;

/**
 * Fixed-point rounding changes a rate by less than one part in this number. The tolerance keeps an exact rate from being rounded up a step.
 */
const roundingParts = 10n ** 40n;

/** Upper bound of the floating-point error. Values closer than this are compared exactly. */
const floatError = 1e-6;

/**
 * Returns the effective rate per 30 days in ppm: the higher of the discounted and the linear rate, rounded up to 0.01 %
 * (lending.md, "disclosure"; SEC MC 3 s.2022 and BSP Circular 1133 s.2021 define the effective rate by discounting).
 */
export function effectiveRatePpm30d(receivedCents: number, flows: readonly CashFlow[]): number {
  const paidCents = sumOf(flows.map(({ cents }) => cents));
  const lastDay = flows.at(-1)?.afterDays ?? periodDays;
  return Math.max(discountedRatePpm(receivedCents, flows), linearRatePpm(receivedCents, paidCents, lastDay));
}

/** Payments in centavos, in the order of their days. */
type Payments = readonly number[];

/**
 * Returns a predicate: does a loan with payments on these days exceed a cap on its effective rate, rounded up? Everything that does not
 * depend on the amounts is computed once, so that many loans can be checked against one cap.
 */
export function rateCeiling(afterDays: readonly number[], ceilingPpm: number): (receivedCents: number, payments: Payments) => boolean {
  const steps = Math.floor(ceilingPpm / stepPpm);
  const discounts = afterDays.map((days) => (1 + (steps * stepPpm) / 1_000_000) ** (-days / periodDays));
  const lastDay = afterDays.at(-1) ?? periodDays;
  let exact: bigint[] | undefined;
  return (receivedCents, payments) => {
    const paidCents = sumOf(payments);
    if (linearRatePpm(receivedCents, paidCents, lastDay) > steps * stepPpm) return true;
    const worthCents = discounts.reduce((sum, discount, index) => sum + discount * (payments[index] ?? 0), 0);
    if (Math.abs(worthCents - receivedCents) > floatError * receivedCents) return worthCents > receivedCents;
    exact ??= exactDiscounts(afterDays, steps);
    return exact.reduce((sum, discount, index) => sum + BigInt(payments[index] ?? 0) * discount, 0n) > BigInt(receivedCents) << digits;
  };
}

const sumOf = (payments: Payments): number => payments.reduce((sum, cents) => sum + cents, 0);

/** Present value of one centavo after so many days, at the lowest daily discount whose rate stays within the steps. */
function exactDiscounts(afterDays: readonly number[], steps: number): bigint[] {
  const numerator = one ** BigInt(periodDays) * stepsPerWhole * (roundingParts - 1n);
  const denominator = (stepsPerWhole + BigInt(steps)) * roundingParts;
  const daily = monthlyRoot((numerator + denominator - 1n) / denominator);
  return afterDays.map((days) => power(daily, days, (product) => product >> digits));
}

/** The smallest integer whose 30th power is at least the value. Newton's method descends to it from `one`, the largest discount. */
function monthlyRoot(value: bigint): bigint {
  const degree = BigInt(periodDays);
  let root = one;
  for (;;) {
    const next = ((degree - 1n) * root + value / root ** (degree - 1n)) / degree;
    if (next >= root) return root ** degree < value ? root + 1n : root;
    root = next;
  }
}

/** Cost in proportion to the amount received and the days until the last payment. */
function linearRatePpm(receivedCents: number, paidCents: number, lastDay: number): number {
  const perStep = stepsPerWhole * BigInt(periodDays);
  return Number(ceil(BigInt(paidCents - receivedCents) * perStep, BigInt(receivedCents) * BigInt(lastDay))) * stepPpm;
}

/** The smallest step at which the present value of the payments is at most the amount received: Σ C_j × (1+r)^(−t_j/30) ≤ received. */
function discountedRatePpm(receivedCents: number, flows: readonly CashFlow[]): number {
  if (sumOf(flows.map(({ cents }) => cents)) <= receivedCents) return 0;
  const inMonth = power(dailyDiscount(receivedCents, flows), periodDays, (product) => product);
  const steps = one ** BigInt(periodDays) * stepsPerWhole;
  return Number(ceil(steps * (roundingParts - 1n), inMonth * roundingParts) - stepsPerWhole) * stepPpm;
}

/**
 * Finds d in (0, 1] with Σ C_j × d^(t_j) = received. The sum is convex in d, so Newton's method descends from 1 without passing d by more
 * than the rounding error: a few steps while far away, then twice the digits per step.
 */
function dailyDiscount(receivedCents: number, flows: readonly CashFlow[]): bigint {
  const received = BigInt(receivedCents) << digits;
  let discount = one;
  for (;;) {
    const worths = flows.map(({ cents, afterDays }) => BigInt(cents) * power(discount, afterDays, (product) => product >> digits));
    const excess = worths.reduce((sum, worth) => sum + worth, -received);
    const slope = worths.reduce((sum, worth, index) => sum + worth * BigInt(flows[index]?.afterDays ?? 0), 0n);
    const step = excess <= 0n ? 0n : (excess * discount) / slope;
    if (step === 0n) return discount;
    discount -= step;
  }
}

/** @param scaled rescales the product of two fixed-point numbers */
function power(base: bigint, exponent: number, scaled: (product: bigint) => bigint): bigint {
  let result: bigint | undefined;
  let square = base;
  for (let rest = exponent; rest > 0; rest = Math.floor(rest / 2)) {
    if (rest % 2 === 1) result = result === undefined ? square : scaled(result * square);
    square = scaled(square * square);
  }
  return result ?? one;
}

export const flowsOf = (schedule: readonly { dueDate: Day; totalCents: number }[], startDate: Day): CashFlow[] =>
  schedule.map(({ dueDate, totalCents }) => ({ afterDays: daysBetween(startDate, dueDate), cents: totalCents }));
