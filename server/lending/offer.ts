import { toLendingParameters } from './kinds/parameters.ts';
import type { Product, ProductTerm } from './kinds/product.ts';
import type { Day, LoanTerms, Refused } from './types.ts';

/** Whether a product is offered on a day. */
export const isOffered = ({ enabled, offeredFrom, offeredUntil }: Product, today: Day): boolean =>
  enabled && offeredFrom <= today && (offeredUntil === undefined || today <= offeredUntil);

/**
 * The product as offered to one borrower: the terms and the price whose conditions hold. The result has no conditions left.
 *
 * @returns undefined if the borrower is offered no term
 */
export function productFor(product: Product, holds: (when: string) => boolean): Product | undefined {
  const { when: _own, prices = [], terms: all, ...rest } = product;
  const isFor = ({ when }: { when?: string }) => when === undefined || holds(when);
  if (!isFor(product)) return undefined;
  const offered = all.filter(isFor);
  const terms = offered.filter(({ termDays }, index) => offered.findIndex((each) => each.termDays === termDays) === index);
  const price = prices.find(isFor);
  return terms.length === 0 ? undefined : { ...rest, terms, parameters: { ...rest.parameters, ...price?.parameters } };
}

/** All conditions of a product. */
export const conditionsOf = ({ when, terms, prices = [] }: Product): string[] =>
  [when, ...terms.map((term) => term.when), ...prices.map((price) => price.when)].flatMap((each) => each ?? []);

/** The product at each of its prices, with every term. What any borrower is offered is part of one of these. */
export const atEachPrice = ({ prices = [], ...product }: Product): Product[] => [
  product,
  ...prices.map(({ parameters }) => ({ ...product, parameters: { ...product.parameters, ...parameters } })),
];

/** Returns the terms of a loan of this product. The loan keeps them once they are stored. */
export function toLoanTerms(
  { id, parameters }: Product,
  { termDays, instalments, parameters: own }: ProductTerm,
  principalCents: number,
): LoanTerms {
  return {
    productId: id,
    principalCents,
    termDays,
    parameters: toLendingParameters({ ...parameters, ...own }),
    ...(instalments && { instalments }),
  };
}

/**
 * Returns the terms of a borrower's choice.
 *
 * @returns a refusal if the product, amount or term is not offered
 */
export function chosenTerms(
  product: Product,
  choice: { amountCents: number; termDays: number },
  today: Day,
): LoanTerms | Refused<'PRODUCT_NOT_OFFERED' | 'AMOUNT_NOT_OFFERED' | 'TERM_NOT_OFFERED'> {
  const { minCents, maxCents, stepCents } = product.amounts;
  const { amountCents, termDays } = choice;
  const term = product.terms.find((each) => each.termDays === termDays);
  if (!isOffered(product, today)) return { refused: 'PRODUCT_NOT_OFFERED' };
  if (amountCents < minCents || amountCents > maxCents || (amountCents - minCents) % stepCents !== 0)
    return { refused: 'AMOUNT_NOT_OFFERED' };
  return term ? toLoanTerms(product, term, amountCents) : { refused: 'TERM_NOT_OFFERED' };
}

/** The largest amount of a product within a limit; undefined if the limit is below the smallest amount. */
export function largestAmountCents({ amounts: { minCents, maxCents, stepCents } }: Product, availableCents: number): number | undefined {
  const steps = Math.floor((Math.min(maxCents, availableCents) - minCents) / stepCents);
  return steps < 0 ? undefined : minCents + steps * stepCents;
}

export const amountCount = ({ amounts: { minCents, maxCents, stepCents } }: Product): number =>
  Math.floor((maxCents - minCents) / stepCents) + 1;

/** Every offered amount, in ascending order. */
export const amountsOf = (product: Product): number[] =>
  Array.from({ length: amountCount(product) }, (_, index) => product.amounts.minCents + index * product.amounts.stepCents);
