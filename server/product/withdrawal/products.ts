import { judge } from '../../../engine/form/context.ts';
import { conditionOf, type Expressions } from '../../../engine/flow/load.ts';
import { capFindingsOn, disclose } from '../../lending/index.ts';
import type { Product } from '../../lending/kinds/product.ts';
import { chosenTerms, conditionsOf, isOffered, productFor } from '../../lending/offer.ts';
import type { Day, Disclosure, LoanTerms, Refused } from '../../lending/types.ts';
import type { LegalCap } from '../../lending/caps.ts';
import type { Deps } from '../../platform/deps.ts';
import { brokenExpression } from '../../platform/alarms/brokenExpression.ts';
import type { Reader } from '../../platform/customer/viewer.ts';
import { fail } from '../../platform/problem.ts';
import { todayOf } from '../../platform/time.ts';
import type { BorrowerFacts } from '../borrower.ts';
import { borrowerFacts } from '../borrowerFacts.ts';
import { lendingOf } from '../lendingConfig.ts';
import type { LoadedRelease } from '../../platform/release/types.ts';

export interface Choice {
  productId: string;
  amountCents: number;
  termDays: number;
  couponId?: string;
}

/** The lending configuration of the active release, as of today. */
export interface LendingNow {
  release: LoadedRelease;
  /** Products that are available today. */
  products: Product[];
  caps: LegalCap[];
  /** Upper bound of every limit. */
  maximumCents: number;
  /** The products' conditions, by product id. */
  conditions: Readonly<Record<string, Expressions>>;
}

/** The offer for one borrower: products without conditions. */
export interface LendingFor extends LendingNow {
  /** Minimum amount of a loan. */
  smallestCents: number;
}

/** Call it before a transaction begins, because it may load parts of the release. */
export async function lendingNow(deps: Pick<Deps, 'releases' | 'clock'>): Promise<LendingNow> {
  const release = deps.releases.active();
  const { products: all, caps, limits } = lendingOf(release);
  const products = all.filter((product) => isOffered(product, todayOf(deps)));
  const conditions = await Promise.all(products.map(async ({ id }) => [id, await release.expressionsOf('product', id)] as const));
  return { release, products, caps, maximumCents: limits.maximumCents, conditions: Object.fromEntries(conditions) };
}

/** Chooses the products, terms and prices for one borrower. Offer, quote, disclosure and withdrawal all start from this choice. */
export async function lendingFor(reader: Reader, lending: LendingNow): Promise<LendingFor> {
  const hasConditions = lending.products.some((product) => conditionsOf(product).length > 0);
  const customer = hasConditions ? await borrowerFacts(reader, lending.maximumCents) : undefined;
  const products = productsFor(reader.deps, lending, customer);
  return { ...lending, products, smallestCents: Math.min(...products.map(({ amounts }) => amounts.minCents)) };
}

/** The products, terms and prices whose conditions hold. @param customer undefined if no product has a condition */
export function productsFor(
  deps: Pick<Deps, 'alarms' | 'clock' | 'releases'>,
  lending: LendingNow,
  customer: BorrowerFacts | undefined,
): Product[] {
  const { constants, features } = lending.release.manifest.settings;
  const context = { customer, today: todayOf(deps), constants, features };
  return lending.products.flatMap((product) => {
    const conditions = lending.conditions[product.id] ?? {};
    const holds = (when: string) =>
      judge(conditionOf(when, conditions), context, `product ${product.id}`, brokenExpression(deps)) === 'yes';
    return productFor(product, holds) ?? [];
  });
}

/** Which part of the input is invalid if a loan is not offered. */
const faults = {
  PRODUCT_NOT_OFFERED: { code: 'enum', path: '/productId' },
  AMOUNT_NOT_OFFERED: { code: 'multipleOf', path: '/amountCents' },
  TERM_NOT_OFFERED: { code: 'enum', path: '/termDays' },
  DEDUCTION_EXCEEDS_PRINCIPAL: { code: 'minimum', path: '/amountCents' },
} as const;

const refuse = ({ refused }: Refused<keyof typeof faults>): never => fail('badRequest', { problems: [faults[refused]] });

/**
 * The cost of a choice if it is paid out today. Refuses with `badRequest` if it is not offered. Refuses with `unavailable` and raises an
 * alarm if it exceeds a legal cap, which the compiler should have caught.
 */
export function discloseOffer(
  deps: Pick<Deps, 'alarms'>,
  { products, caps }: LendingFor,
  { productId, amountCents, termDays }: Choice,
  today: Day,
  couponCents: number,
): { terms: LoanTerms; disclosure: Disclosure } {
  const product = products.find(({ id }) => id === productId);
  const terms = product ? chosenTerms(product, { amountCents, termDays }, today) : { refused: 'PRODUCT_NOT_OFFERED' as const };
  if ('refused' in terms) return refuse(terms);
  const findings = capFindingsOn(terms, caps, today);
  if (findings.length > 0) {
    const detail = { amountCents, termDays, findings };
    deps.alarms.raise({ kind: 'overCap', subject: `product:${productId}`, detail }, 'an offer exceeds a legal cap');
    fail('unavailable');
  }
  const disclosure = disclose(terms, { payoutDay: today, couponCents });
  return 'refused' in disclosure ? refuse(disclosure) : { terms, disclosure };
}
