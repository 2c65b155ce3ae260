import type { Day } from './types.ts';
import { ceil } from './rounding.ts';
import { daysBetween } from '../../engine/config/days.ts';

/** What the borrower pays back, so many days after the payout. */
export interface CashFlow {
  afterDays: number;
  cents: number;
}

/** Rates are told in steps of 0.01 %. */
const stepPpm = 100;
const periodDays = 30;

const stepsPerWhole = BigInt(1_000_000 / stepPpm);

/** Fixed point with so many binary digits: about 60 decimals. */
const digits = 200n;
const one = 1n << digits;

/** Fixed-point rounding moves a rate by less than one part in this many. Allow for it, so that a rate met exactly does not become the next step. */
const roundingParts = 10n ** 40n;

/** Floating point is off by far less than this share. Compare closer worths exactly. */
const floatError = 1e-6;

/**
 * The effective rate per 30 days in ppm: the higher of the discounted and the linear one, rounded up to 0.01 %
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
 * Whether what is paid back on these days costs more than a ceiling allows, by the effective rate rounded up. What the amounts do
 * not change is reckoned once, so that many loans can be held against one ceiling.
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

/** What a centavo is worth that is paid after so many days, at the lowest daily discount whose rate is not above so many steps. */
function exactDiscounts(afterDays: readonly number[], steps: number): bigint[] {
  const numerator = one ** BigInt(periodDays) * stepsPerWhole * (roundingParts - 1n);
  const denominator = (stepsPerWhole + BigInt(steps)) * roundingParts;
  const daily = monthlyRoot((numerator + denominator - 1n) / denominator);
  return afterDays.map((days) => power(daily, days, (product) => product >> digits));
}

/** The smallest whole number whose 30th power is no less. Newton's method comes down to it from `one`, the largest discount. */
function monthlyRoot(value: bigint): bigint {
  const degree = BigInt(periodDays);
  let root = one;
  for (;;) {
    const next = ((degree - 1n) * root + value / root ** (degree - 1n)) / degree;
    if (next >= root) return root ** degree < value ? root + 1n : root;
    root = next;
  }
}

/** Cost in proportion to what was received and to the days until the last payment. */
function linearRatePpm(receivedCents: number, paidCents: number, lastDay: number): number {
  const perStep = stepsPerWhole * BigInt(periodDays);
  return Number(ceil(BigInt(paidCents - receivedCents) * perStep, BigInt(receivedCents) * BigInt(lastDay))) * stepPpm;
}

/** The smallest step at which what is paid back is worth no more than what was received: Σ C_j × (1+r)^(−t_j/30) ≤ received. */
function discountedRatePpm(receivedCents: number, flows: readonly CashFlow[]): number {
  if (sumOf(flows.map(({ cents }) => cents)) <= receivedCents) return 0;
  const inMonth = power(dailyDiscount(receivedCents, flows), periodDays, (product) => product);
  const steps = one ** BigInt(periodDays) * stepsPerWhole;
  return Number(ceil(steps * (roundingParts - 1n), inMonth * roundingParts) - stepsPerWhole) * stepPpm;
}

/**
 * The d in (0, 1] with Σ C_j × d^(t_j) = received. The sum is convex in d, so Newton's method comes down from 1 without passing d
 * by more than the rounding: a few steps while it is far, then twice the digits a step.
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

/** @param scaled brings the product of two numbers back to their fixed point */
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
