import { useState } from 'react';
import type { LoanOffer } from '../../../api/contract.ts';
import { type AmountProblem, middleOf, problemOf, type Product } from './amounts.ts';
import type { LoanChoice } from './definition.ts';

type Term = Product['terms'][number];

export interface Choosing {
  product: Product;
  term: Term;
  /** Undefined while what is typed is no amount. */
  amountCents: number | undefined;
  problem: AmountProblem | undefined;
  /** What can be asked for; undefined while something is wrong. */
  choice: LoanChoice | undefined;
  setProduct: (id: string) => void;
  setTerm: (termDays: number) => void;
  setAmount: (amountCents: number | undefined) => void;
}

/** Product, term and amount. When the offer changes what was chosen stays where it can; undefined when nothing is offered. */
export function useChoice({ products }: LoanOffer, mode: 'all' | 'part'): Choosing | undefined {
  const [productId, setProduct] = useState<string>();
  const [termDays, setTerm] = useState<number>();
  const [picked, setPicked] = useState<{ amountCents: number | undefined }>();
  const product = products.find(({ id }) => id === productId) ?? products[0];
  const term = product?.terms.find((each) => each.termDays === termDays) ?? product?.terms[0];
  if (!product || !term) return undefined;
  const amountCents = mode === 'all' ? product.maxCents : picked ? picked.amountCents : middleOf(product);
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
