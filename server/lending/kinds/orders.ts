import type { KindFinding } from '../../../engine/config/definitions.ts';
import type { LendingRule } from './rules.ts';
import type { Parameters } from './parameters.ts';
import type { Product } from './product.ts';
import { pesos } from './words.ts';

/** Relations that hold between any sensible figures. A figure in the wrong unit usually breaks one. */

type Found = KindFinding<LendingRule>[];

/** The products on offer whose amounts are consistent. Other products have their own findings. */
const offered = (products: readonly Product[]): Product[] =>
  products.filter(
    ({ enabled, amounts: { minCents, maxCents, stepCents } }) => enabled && maxCents >= minCents && (maxCents - minCents) % stepCents === 0,
  );

/** The largest amount that any product lends; undefined without products. */
export const largestAmount = (products: readonly Product[]): number | undefined =>
  most(offered(products).map(({ amounts }) => amounts.maxCents));

/** The smallest amount that any product lends. */
export const smallestAmount = (products: readonly Product[]): number | undefined =>
  least(offered(products).map(({ amounts }) => amounts.minCents));

/** The smallest step between amounts. */
export const smallestStep = (products: readonly Product[]): number | undefined =>
  least(offered(products).map(({ amounts }) => amounts.stepCents));

export const shortestTerm = (products: readonly Product[]): number | undefined =>
  least(offered(products).flatMap(({ terms }) => terms.map(({ termDays }) => termDays)));

const least = (values: readonly number[]): number | undefined => (values.length > 0 ? Math.min(...values) : undefined);
const most = (values: readonly number[]): number | undefined => (values.length > 0 ? Math.max(...values) : undefined);

/** One unit of the currency. */
const unitCents = 100;

/** A fixed amount with a fraction of the currency's unit was probably typed in whole units. */
export function fractions(amounts: readonly { pointer: string; cents: number | undefined }[]): Found {
  return amounts.flatMap(({ pointer, cents = 0 }): Found => {
    if (cents % unitCents === 0) return [];
    const message = `${pesos(cents)} is not a whole amount. Amounts are in hundredths: 5000 is ${pesos(5000)}.`;
    return [{ code: 'fraction-amount', pointer, message, fix: `If ${pesos(cents * unitCents)} is meant, write ${cents * unitCents}.` }];
  });
}

const million = 1_000_000;
const rates = ['dailyRatePpm', 'serviceFeePpm', 'penaltyPpmPerDay', 'extensionFeePpmPerDay'] as const;

/** A rate that comes to less than the smallest coin on the smallest loan was probably typed in percent. */
export function vanishingRates(parameters: Partial<Parameters>, minCents: number, pointer: string): Found {
  const of = (name: keyof Parameters, baseCents: number): Found => {
    const ppm = Number(parameters[name] ?? 0);
    if (ppm === 0 || (baseCents * ppm) / million >= 1) return [];
    const message = `${ppm} parts per million of ${pesos(baseCents)} round to zero.`;
    return [{ code: 'vanishing-rate', pointer: `${pointer}/${name}`, message, fix: 'Write 10000 for each percent.' }];
  };
  const { serviceFeePpm = 0, creditScoreFeeCents = 0 } = parameters;
  const feesCents = Math.floor((minCents * serviceFeePpm) / million) + creditScoreFeeCents;
  return [...rates.flatMap((name) => of(name, minCents)), ...(feesCents > 0 ? of('gstPpm', feesCents) : [])];
}
