/** An exact fraction of integers. The denominator is positive. */
export interface Fraction {
  numerator: bigint;
  denominator: bigint;
}

export const fraction = (numerator: bigint | number, denominator: bigint | number = 1n): Fraction => ({
  numerator: BigInt(numerator),
  denominator: BigInt(denominator),
});

export const times = (a: Fraction, b: Fraction): Fraction => ({
  numerator: a.numerator * b.numerator,
  denominator: a.denominator * b.denominator,
});

export const plus = (a: Fraction, b: Fraction): Fraction => ({
  numerator: a.numerator * b.denominator + b.numerator * a.denominator,
  denominator: a.denominator * b.denominator,
});

export const inverse = ({ numerator, denominator }: Fraction): Fraction => ({ numerator: denominator, denominator: numerator });
