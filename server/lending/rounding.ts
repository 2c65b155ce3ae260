/**
 * Rounds exact fractions to whole centavos (vectors/lending.json, "rounding"): fees and GST half up, interest and instalments half to even,
 * penalties and caps down, disclosed rates up. Products use BigInt, because ₱80,000 times a rate times a year exceeds 2^53 before the
 * division.
 */
export type Rounding = (numerator: bigint, denominator: bigint) => bigint;

/** Rounds towards minus infinity. */
export const floor: Rounding = (numerator, denominator) => {
  const quotient = numerator / denominator;
  return quotient * denominator > numerator ? quotient - 1n : quotient;
};

/** Rounds towards plus infinity. */
export const ceil: Rounding = (numerator, denominator) => -floor(-numerator, denominator);

/** Rounds to the nearest integer, and a half up. */
export const halfUp: Rounding = (numerator, denominator) => floor(2n * numerator + denominator, 2n * denominator);

/** Rounds to the nearest integer, and a half to the even neighbour, so that many halves cancel out. */
export const halfEven: Rounding = (numerator, denominator) => {
  const up = halfUp(numerator, denominator);
  const isHalf = 2n * (up * denominator - numerator) === denominator;
  return isHalf && up % 2n !== 0n ? up - 1n : up;
};

const million = 1_000_000n;

/**
 * Returns a share of an amount in parts per million, times a number of days (or once), rounded.
 *
 * @param over extra divisor, e.g. 30 for a rate per 30 days
 */
export function ppmOf(amountCents: number, ratePpm: number, rounding: Rounding, times = 1, over = 1): number {
  return Number(rounding(BigInt(amountCents) * BigInt(ratePpm) * BigInt(times), million * BigInt(over)));
}
