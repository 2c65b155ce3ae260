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

/**
 * Fixed point with 40 decimals. Every step rounds down, so that a rate that is met exactly is not told as the next one; what
 * that takes off a loan's worth is less than 10^-30 of a centavo.
 */
const scale = 10n ** 40n;

/**
 * The effective rate per 30 days in ppm: the higher of the discounted and the linear one, rounded up to 0.01 %
 * (lending.md, "disclosure"; SEC MC 3 s.2022 and BSP Circular 1133 s.2021 define the effective rate by discounting).
 */
export function effectiveRatePpm30d(receivedCents: number, flows: readonly CashFlow[]): number {
  return Math.max(discountedRatePpm(receivedCents, flows), linearRatePpm(receivedCents, flows));
}

/** Whether the effective rate, rounded up, is above a ceiling; cheaper than reckoning it. */
export function exceedsRate(receivedCents: number, flows: readonly CashFlow[], ceilingPpm: number): boolean {
  const steps = Math.floor(ceilingPpm / stepPpm);
  return linearRatePpm(receivedCents, flows) > steps * stepPpm || !isWorthAtMost(receivedCents, flows, steps);
}

/** Cost in proportion to what was received and to the days until the last payment. */
function linearRatePpm(receivedCents: number, flows: readonly CashFlow[]): number {
  const paidCents = flows.reduce((sum, { cents }) => sum + cents, 0);
  const lastDay = flows.at(-1)?.afterDays ?? periodDays;
  const perStep = BigInt(1_000_000 / stepPpm) * BigInt(periodDays);
  return Number(ceil(BigInt(paidCents - receivedCents) * perStep, BigInt(receivedCents) * BigInt(lastDay))) * stepPpm;
}

/** The smallest step at which what is paid back is worth no more than what was received. */
function discountedRatePpm(receivedCents: number, flows: readonly CashFlow[]): number {
  let high = 1;
  while (!isWorthAtMost(receivedCents, flows, high)) high *= 2;
  let low = -1;
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (isWorthAtMost(receivedCents, flows, middle)) high = middle;
    else low = middle;
  }
  return high * stepPpm;
}

/** Σ C_j × (1+r)^(−t_j/30) ≤ received, at a rate of so many steps. */
function isWorthAtMost(receivedCents: number, flows: readonly CashFlow[], steps: number): boolean {
  const daily = dailyDiscount(steps);
  const worth = flows.reduce((sum, { cents, afterDays }) => sum + BigInt(cents) * power(daily, afterDays), 0n);
  return worth <= BigInt(receivedCents) * scale;
}

const discounts = new Map<number, bigint>();

/** (1+r)^(−1/30) in fixed point. The steps that occur are few: they are kept. */
function dailyDiscount(steps: number): bigint {
  const known = discounts.get(steps);
  if (known !== undefined) return known;
  const whole = BigInt(1_000_000 / stepPpm);
  const discount = root((scale * whole) / (whole + BigInt(steps)), periodDays);
  if (discounts.size > 10_000) discounts.clear();
  discounts.set(steps, discount);
  return discount;
}

/** The nth root of a fixed-point number in (0, 1], by bisection: each step gives one binary digit. */
function root(value: bigint, degree: number): bigint {
  let low = 0n;
  let high = scale + 1n;
  while (high - low > 1n) {
    const middle = (low + high) / 2n;
    if (power(middle, degree) <= value) low = middle;
    else high = middle;
  }
  return low;
}

function power(base: bigint, exponent: number): bigint {
  let result = scale;
  let square = base;
  for (let rest = exponent; rest > 0; rest = Math.floor(rest / 2)) {
    if (rest % 2 === 1) result = (result * square) / scale;
    square = (square * square) / scale;
  }
  return result;
}

export const flowsOf = (schedule: readonly { dueDate: Day; totalCents: number }[], startDate: Day): CashFlow[] =>
  schedule.map(({ dueDate, totalCents }) => ({ afterDays: daysBetween(startDate, dueDate), cents: totalCents }));
