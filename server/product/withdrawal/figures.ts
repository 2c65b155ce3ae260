import type { LoanFigures } from '../../contract/figures.ts';
import { disclose } from '../../lending/index.ts';
import type { Product } from '../../lending/kinds/product.ts';
import { largestAmountCents, toLoanTerms } from '../../lending/offer.ts';
import type { Day } from '../../lending/types.ts';
import type { Deps } from '../../platform/deps.ts';
import type { LoadedRelease } from '../../platform/release/types.ts';
import { todayOf } from '../../platform/time.ts';
import { underwritingTable } from '../application/outcome.ts';
import { newcomer } from '../borrower.ts';
import { lendingNow, productsFor, type LendingNow } from './products.ts';

interface Known {
  day: Day;
  figures: Promise<LoanFigures>;
}

/** Caches the figures of one day for each release, so that they are computed once for all visitors. */
const known = new WeakMap<LoadedRelease, Known>();

/** The offer for a new borrower today. */
export function loanFigures(deps: Deps): Promise<LoanFigures> {
  const release = deps.releases.active();
  const day = todayOf(deps);
  const found = known.get(release);
  if (found?.day === day) return found.figures;
  const figures = lendingNow(deps).then((lending) => figuresOf(deps, lending, day));
  known.set(release, { day, figures });
  // Do not cache a failure.
  figures.catch(() => known.delete(release));
  return figures;
}

function figuresOf(deps: Deps, lending: LendingNow, day: Day): LoanFigures {
  const firstLimitCents = firstLimitOf(lending);
  const limitCents = firstLimitCents ?? lending.maximumCents;
  const products = productsFor(deps, lending, newcomer(limitCents)).flatMap((product) => productFigures(product, limitCents, day));
  const example = products[0]?.terms[0];
  return {
    maximumCents: lending.maximumCents,
    ...(firstLimitCents === undefined ? {} : { firstLimitCents }),
    products,
    ...(example ? { example } : {}),
  };
}

/** The largest limit that the decision table grants. */
function firstLimitOf({ release, maximumCents }: LendingNow): number | undefined {
  const rows = release.manifest.decisionTables[underwritingTable]?.table.rows ?? [];
  const limits = rows.flatMap(({ outcome: { limitCents } }) => (typeof limitCents === 'number' ? limitCents : []));
  return limits.length === 0 ? undefined : Math.min(maximumCents, Math.max(...limits));
}

function productFigures(product: Product, limitCents: number, day: Day): LoanFigures['products'] {
  const { id, amounts } = product;
  const maxCents = largestAmountCents(product, limitCents);
  if (maxCents === undefined) return [];
  const terms = product.terms.flatMap((term) => {
    const disclosed = disclose(toLoanTerms(product, term, amounts.minCents), { payoutDay: day, couponCents: 0 });
    if ('refused' in disclosed) return [];
    const { principalCents: amountCents, termDays, receivedCents, totalDueCents, financeChargeCents, effectiveRatePpm30d } = disclosed;
    return [{ amountCents, termDays, receivedCents, totalDueCents, financeChargeCents, effectiveRatePpm30d }];
  });
  return [{ id, minCents: amounts.minCents, maxCents, terms }];
}
