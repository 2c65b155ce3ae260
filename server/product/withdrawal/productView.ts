import type { LoanOffer } from '../../contract/offers.ts';
import type { Product } from '../../lending/kinds/product.ts';
import { largestAmountCents, toLoanTerms } from '../../lending/offer.ts';
import { scheduleOf } from '../../lending/schedule.ts';
import type { Day } from '../../lending/types.ts';

type ProductView = LoanOffer['products'][number];

/** A product within the available limit; undefined if not even the smallest amount fits. */
export function productView(product: Product, availableCents: number, today: Day): ProductView | undefined {
  const maxCents = largestAmountCents(product, availableCents);
  if (maxCents === undefined) return undefined;
  const { minCents, stepCents } = product.amounts;
  const terms = product.terms.map((term) => {
    const loan = toLoanTerms(product, term, maxCents);
    return {
      termDays: term.termDays,
      dailyRatePpm: loan.parameters.dailyRatePpm,
      instalments: term.instalments?.count ?? 1,
      dueDate: scheduleOf(loan, today).at(-1)?.dueDate ?? today,
    };
  });
  return { id: product.id, minCents, maxCents, stepCents, terms };
}
