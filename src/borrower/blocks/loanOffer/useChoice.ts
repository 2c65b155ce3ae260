import { useState } from 'react';
import type { LoanOffer } from '../../contract.ts';
import { type AmountProblem, problemOf, type Product, startOf } from './amounts.ts';
import type { LoanChoice, LoanStart } from './definition.ts';

type Term = Product['terms'][number];

export interface Choosing {
  product: Product;
  term: Term;
  /** Undefined while the typed text is not an amount. */
  amountCents: number | undefined;
  problem: AmountProblem | undefined;
  /** The valid choice; undefined while there is a problem. */
  choice: LoanChoice | undefined;
  setProduct: (id: string) => void;
  setTerm: (termDays: number) => void;
  setAmount: (amountCents: number | undefined) => void;
}

/**
 * Product, term and amount, starting with the earlier choice (`start`). When the offer changes, the parts of the choice that are still
 * offered stay. Undefined if nothing is offered.
 */
export function useChoice({ products }: LoanOffer, mode: 'all' | 'part', start: LoanStart = {}): Choosing | undefined {
  const [productId, setProduct] = useState<string>();
  const [termDays, setTerm] = useState<number>();
  const [picked, setPicked] = useState<{ amountCents: number | undefined }>();
  const product = products.find(({ id }) => id === (productId ?? start.productId)) ?? products[0];
  const term = product?.terms.find((each) => each.termDays === (termDays ?? start.termDays)) ?? product?.terms[0];
  if (!product || !term) return undefined;
  const amountCents = mode === 'all' ? product.maxCents : picked ? picked.amountCents : startOf(product, start.amountCents);
  const problem = amountCents === undefined ? 'tooLow' : problemOf(product, amountCents);
  const isRight = problem === undefined && amountCents !== undefined;
  return {
    product,
    term,
    amountCents,
    problem,
    choice: isRight ? { productId: product.id, amountCents, termDays: term.termDays } : undefined,
    setProduct,
    setTerm,
    setAmount: (amount) => setPicked({ amountCents: amount }),
  };
}
