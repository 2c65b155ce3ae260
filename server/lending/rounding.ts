/**
 * Rounding of exact fractions to whole centavos (vectors/lending.json, "rounding"): fees and GST half up, interest and
 * instalments half to even, penalties and caps down, what is disclosed as a rate up. Products are taken in BigInt: a
 * principal of ₱80,000 times a rate times a year passes 2^53 long before it is divided.
 */
export type Rounding = (numerator: bigint, denominator: bigint) => bigint;

/** Towards minus infinity. */
export const floor: Rounding = (numerator, denominator) => {
  const quotient = numerator / denominator;
  return quotient * denominator > numerator ? quotient - 1n : quotient;
};

/** Towards plus infinity. */
export const ceil: Rounding = (numerator, denominator) => -floor(-numerator, denominator);

/** To the nearest; a half goes up. */
export const halfUp: Rounding = (numerator, denominator) => floor(2n * numerator + denominator, 2n * denominator);

/** To the nearest; a half goes to the even neighbour, so that many halves cancel out. */
export const halfEven: Rounding = (numerator, denominator) => {
  const up = halfUp(numerator, denominator);
  const isHalf = 2n * (up * denominator - numerator) === denominator;
  return isHalf && up % 2n !== 0n ? up - 1n : up;
};

const million = 1_000_000n;

/**
 * So many parts per million of an amount, times a number of days (or once), rounded.
 *
 * @param over divides once more, e.g. 30 for a rate per 30 days
 */
export function ppmOf(amountCents: number, ratePpm: number, rounding: Rounding, times = 1, over = 1): number {
  return Number(rounding(BigInt(amountCents) * BigInt(ratePpm) * BigInt(times), million * BigInt(over)));
}
