import type { Day } from './types.ts';
import { ceil } from './rounding.ts';
import { daysBetween } from './days.ts';

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
  return Math.max(discountedRatePpm(receivedCents, flows), linearRatePpm(receivedCents, flows));
}

/** Whether the effective rate, rounded up, is above a ceiling; cheap unless it is very close to it. */
export function exceedsRate(receivedCents: number, flows: readonly CashFlow[], ceilingPpm: number): boolean {
  const ceiling = Math.floor(ceilingPpm / stepPpm) * stepPpm;
  if (linearRatePpm(receivedCents, flows) > ceiling) return true;
  const growth = 1 + ceiling / 1_000_000;
  const worthCents = flows.reduce((sum, { cents, afterDays }) => sum + cents * growth ** (-afterDays / periodDays), 0);
  if (Math.abs(worthCents - receivedCents) > floatError * receivedCents) return worthCents > receivedCents;
  return discountedRatePpm(receivedCents, flows) > ceiling;
}

/** Cost in proportion to what was received and to the days until the last payment. */
function linearRatePpm(receivedCents: number, flows: readonly CashFlow[]): number {
  const paidCents = flows.reduce((sum, { cents }) => sum + cents, 0);
  const lastDay = flows.at(-1)?.afterDays ?? periodDays;
  const perStep = BigInt(1_000_000 / stepPpm) * BigInt(periodDays);
  return Number(ceil(BigInt(paidCents - receivedCents) * perStep, BigInt(receivedCents) * BigInt(lastDay))) * stepPpm;
}

/** The smallest step at which what is paid back is worth no more than what was received: Σ C_j × (1+r)^(−t_j/30) ≤ received. */
function discountedRatePpm(receivedCents: number, flows: readonly CashFlow[]): number {
  const paidCents = flows.reduce((sum, { cents }) => sum + cents, 0);
  if (paidCents <= receivedCents) return 0;
  const inMonth = power(dailyDiscount(receivedCents, flows), periodDays, (product) => product);
  const steps = one ** BigInt(periodDays) * stepsPerWhole;
  return Number(ceil(steps * (roundingParts - 1n), inMonth * roundingParts) - stepsPerWhole) * stepPpm;
}

/**
 * The largest d in (0, 1] with Σ C_j × d^(t_j) ≤ received, by bisection: each step gives one binary digit, so the number of
 * steps is fixed, however high the rate.
 */
function dailyDiscount(receivedCents: number, flows: readonly CashFlow[]): bigint {
  const received = BigInt(receivedCents) << digits;
  const worth = (discount: bigint) =>
    flows.reduce((sum, { cents, afterDays }) => sum + BigInt(cents) * power(discount, afterDays, (product) => product >> digits), 0n);
  let discount = 0n;
  for (let bit = one; bit > 0n; bit >>= 1n) if (worth(discount | bit) <= received) discount |= bit;
  return discount === 0n ? 1n : discount;
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
