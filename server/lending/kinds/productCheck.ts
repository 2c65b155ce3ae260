import type { KindFinding, ProjectView } from '../../../engine/config/definitions.ts';
import type { LendingRule } from './rules.ts';
import type { LegalCap } from '../caps.ts';
import { amountCount, amountsOf, atEachPrice, toLoanTerms } from '../offer.ts';
import { originate } from '../origination.ts';
import { capCheck, paymentsToCheck } from './productCaps.ts';
import type { Product, ProductTerm } from './product.ts';
import { fractions, vanishingRates } from './orders.ts';
import { productIds } from './products.ts';
import { pesos, unnamed } from './words.ts';

/** A slider with more amounts than this has indistinguishable steps. */
const maxAmounts = 1000;

/**
 * Checking this many payments takes well under a second. Realistic products have far fewer: every ₱100 up to ₱10,000 for two, three and
 * four months, under two caps, makes 40,000.
 */
const maxPayments = 200_000;

/** Checks that every amount, term and day from `offeredFrom` on is possible and lawful. */
export function checkProduct(product: Product, project: ProjectView): KindFinding<LendingRule>[] {
  const shape = [...amounts(product), ...days(product), ...terms(product)];
  const name: KindFinding<LendingRule>[] = project.isBroken('enum', 'product')
    ? []
    : unnamed(productIds(project), [{ id: product.id, pointer: '/id' }], 'product');
  if (shape.length > 0) return [...name, ...shape];
  name.push(...figures(product), ...extension(product, project));
  const caps = project.get('legalCaps')?.caps;
  if (!caps) return [...name, ...tooSmall(product), ...missingCaps(project)];
  const tooMany = tooManyPayments(product, caps);
  const costs = [...tooSmall(product), ...(tooMany.length > 0 ? tooMany : capCheck(product, caps))];
  // A mistyped term is often out of order as well as unlawful, so report the order only if there is no other finding.
  return [...name, ...(costs.length > 0 ? costs : unordered(product))];
}

function figures({ parameters, terms: offered, prices = [], amounts: { minCents } }: Product): KindFinding<LendingRule>[] {
  const places = [
    { parameters, pointer: '/parameters' },
    ...offered.map((term, index) => ({ parameters: term.parameters ?? {}, pointer: `/terms/${index}/parameters` })),
    ...prices.map((price, index) => ({ parameters: price.parameters, pointer: `/prices/${index}/parameters` })),
  ];
  return places.flatMap(({ parameters: given, pointer }) => [
    ...vanishingRates(given, minCents, pointer),
    ...fractions([
      { pointer: `${pointer}/creditScoreFeeCents`, cents: given.creditScoreFeeCents },
      { pointer: `${pointer}/lateChargeCents`, cents: given.lateChargeCents },
    ]),
  ]);
}

/** Texts name a single extension length for every product and term: the constant's. */
function extension({ enabled, parameters, terms: offered, prices = [] }: Product, project: ProjectView): KindFinding<LendingRule>[] {
  const promised = project.get('settings')?.constants['extensionDays'];
  if (!enabled || promised === undefined) return [];
  const places = [
    { days: parameters.extensionDays, at: '' },
    ...offered.map((term, index) => ({ days: term.parameters?.extensionDays, at: `/terms/${index}` })),
    ...prices.map((price, index) => ({ days: price.parameters.extensionDays, at: `/prices/${index}` })),
  ];
  return places.flatMap(({ days = 0, at }): KindFinding<LendingRule>[] => {
    if (days === 0 || promised === days) return [];
    const message = `extensionDays is ${days}, but constants.extensionDays of flows/settings.json says ${JSON.stringify(promised)}.`;
    return [
      {
        code: 'extension-promise',
        pointer: `${at}/parameters/extensionDays`,
        message,
        fix: 'Texts name one length for every loan. Set the same one here.',
      },
    ];
  });
}

function tooManyPayments(product: Product, caps: readonly LegalCap[]): KindFinding<LendingRule>[] {
  const count = paymentsToCheck(product, caps);
  if (count <= maxPayments) return [];
  const message = `Amounts, terms and legal caps make ${count} payments to check. The maximum is ${maxPayments}.`;
  return [{ code: 'too-many-payments', pointer: '/amounts/stepCents', message, fix: 'Make the steps larger, or offer fewer terms.' }];
}

function missingCaps(project: ProjectView): KindFinding<LendingRule>[] {
  if (project.isBroken('legalCaps')) return [];
  const message = 'This product cannot be checked against the law: flows/lending/legalCaps.json is missing.';
  return [{ code: 'missing-file', pointer: '', message }];
}

function amounts(product: Product): KindFinding<LendingRule>[] {
  const { minCents, maxCents, stepCents } = product.amounts;
  if (maxCents < minCents) {
    const message = `The largest amount, ${pesos(maxCents)}, is below the smallest, ${pesos(minCents)}.`;
    return [{ code: 'amount-range', pointer: '/amounts/maxCents', message }];
  }
  if ((maxCents - minCents) % stepCents !== 0) {
    const message = `Steps of ${pesos(stepCents)} from ${pesos(minCents)} do not lead to ${pesos(maxCents)}.`;
    return [{ code: 'amount-step', pointer: '/amounts/stepCents', message }];
  }
  const count = amountCount(product);
  if (count <= maxAmounts) return [];
  return [{ code: 'amount-step', pointer: '/amounts/stepCents', message: `${count} amounts are too many: make the steps larger.` }];
}

function days({ offeredFrom, offeredUntil }: Product): KindFinding<LendingRule>[] {
  if (offeredUntil === undefined || offeredUntil >= offeredFrom) return [];
  return [{ code: 'day-range', pointer: '/offeredUntil', message: `${offeredUntil} is before ${offeredFrom}.` }];
}

function terms(product: Product): KindFinding<LendingRule>[] {
  return product.terms.flatMap((term, index): KindFinding<LendingRule>[] => {
    const pointer = `/terms/${index}`;
    return [...duplicate(product, term, index), ...instalments(product, term, pointer)];
  });
}

/** Among terms of the same length, the first one whose condition holds is offered. */
function duplicate({ terms: all }: Product, { termDays, when }: ProductTerm, index: number): KindFinding<LendingRule>[] {
  const earlier = all.slice(0, index).find((each) => each.termDays === termDays && (each.when === undefined || each.when === when));
  if (!earlier) return [];
  const isForAll = earlier.when === undefined && when !== undefined;
  const message = `${termDays} days are already listed${isForAll ? ' for everybody' : ''}.`;
  const fix = isForAll ? { fix: 'Put the term with the condition first.' } : {};
  return [{ code: 'duplicate-term', pointer: `/terms/${index}/termDays`, message, ...fix }];
}

/** People see the terms in this order, and the first one is preselected. */
function unordered({ terms: all }: Product): KindFinding<LendingRule>[] {
  return all.flatMap(({ termDays }, index): KindFinding<LendingRule>[] => {
    const before = all[index - 1]?.termDays ?? 0;
    if (before <= termDays) return [];
    const message = `${termDays} days stand after ${before}.`;
    return [{ code: 'term-order', pointer: `/terms/${index}/termDays`, message, fix: 'Put the shortest term first.' }];
  });
}

function instalments(product: Product, term: ProductTerm, pointer: string): KindFinding<LendingRule>[] {
  if (!term.instalments) return [];
  const { count, every } = term.instalments;
  const at = `${pointer}/instalments`;
  const found: KindFinding<LendingRule>[] = [];
  if (every === 'days' && term.termDays % count !== 0) {
    found.push({
      code: 'instalment-days',
      pointer: `${at}/count`,
      message: `${term.termDays} days cannot be split into ${count} equal periods of whole days.`,
    });
  }
  if (every === 'month' && term.termDays !== count * 30) {
    const message = `${count} months count as ${count * 30} days, not ${term.termDays}.`;
    found.push({ code: 'instalment-days', pointer: `${pointer}/termDays`, message });
  }
  if (atEachPrice(product).some(({ parameters }) => ({ ...parameters, ...term.parameters }).interestTiming === 'upfront')) {
    const message = 'Interest can be withheld at payout only for a loan with one payment.';
    found.push({ code: 'upfront-instalments', pointer: at, message });
  }
  return found;
}

/** Reports the smallest amount that leaves nothing to pay out, because fixed fees take the largest share of small amounts. */
function tooSmall(product: Product): KindFinding<LendingRule>[] {
  return product.terms.flatMap((term, index): KindFinding<LendingRule>[] => {
    const priced = atEachPrice(product);
    const amountCents = amountsOf(product).find((each) => priced.some((at) => 'refused' in originate(toLoanTerms(at, term, each))));
    if (amountCents === undefined) return [];
    const message = `${pesos(amountCents)} for ${term.termDays} days: the deduction leaves nothing to pay out.`;
    return [{ code: 'deduction-exceeds-principal', pointer: `/terms/${index}`, message, fix: 'Offer larger amounts, or lower the fees.' }];
  });
}
