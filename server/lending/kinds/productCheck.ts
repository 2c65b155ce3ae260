import type { KindFinding, ProjectView } from '../../../engine/config/definitions.ts';
import type { LendingRule } from './rules.ts';
import type { LegalCap } from '../caps.ts';
import { amountCount, amountsOf, toLoanTerms } from '../offer.ts';
import { originate } from '../origination.ts';
import { capCheck, paymentsToCheck } from './productCaps.ts';
import type { Product, ProductTerm } from './product.ts';
import { productIds } from './products.ts';
import { pesos, unnamed } from './words.ts';

/** More amounts than a person could tell apart. */
const mostAmounts = 1000;

/** So many payments are reckoned well within a second. A product of use has far fewer: every ₱100 up to ₱10,000 for two, three and four months, under two caps, has 40,000. */
const mostPayments = 200_000;

/** What a product promises must be possible and lawful: each amount, for each term, on each day from `offeredFrom` on. */
export function checkProduct(value: unknown, project: ProjectView): KindFinding<LendingRule>[] {
  const product = value as Product;
  const shape = [...amounts(product), ...days(product), ...terms(product)];
  const name = project.isBroken('enum', 'product') ? [] : unnamed(productIds(project), [{ id: product.id, pointer: '/id' }], 'product');
  if (shape.length > 0) return [...name, ...shape];
  const caps = (project.get('legalCaps') as { caps: LegalCap[] } | undefined)?.caps;
  if (!caps) return [...name, ...tooSmall(product), ...missingCaps(project)];
  const tooMany = tooManyPayments(product, caps);
  return [...name, ...tooSmall(product), ...(tooMany.length > 0 ? tooMany : capCheck(product, caps))];
}

function tooManyPayments(product: Product, caps: readonly LegalCap[]): KindFinding<LendingRule>[] {
  const count = paymentsToCheck(product, caps);
  if (count <= mostPayments) return [];
  const message = `Amounts, terms and legal caps make ${count} payments to check; at most ${mostPayments} can be.`;
  return [{ code: 'too-many-payments', pointer: '/amounts/stepCents', message, fix: 'Make the steps larger, or offer fewer terms.' }];
}

function missingCaps(project: ProjectView): KindFinding<LendingRule>[] {
  if (project.isBroken('legalCaps')) return [];
  const message = 'Nobody can tell whether this product is lawful: there is no flows/lending/legalCaps.json.';
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
  if (count <= mostAmounts) return [];
  return [{ code: 'amount-step', pointer: '/amounts/stepCents', message: `${count} amounts are too many: make the steps larger.` }];
}

function days({ offeredFrom, offeredUntil }: Product): KindFinding<LendingRule>[] {
  if (offeredUntil === undefined || offeredUntil >= offeredFrom) return [];
  return [{ code: 'day-range', pointer: '/offeredUntil', message: `${offeredUntil} is before ${offeredFrom}.` }];
}

function terms(product: Product): KindFinding<LendingRule>[] {
  const lengths = product.terms.map(({ termDays }) => termDays);
  return product.terms.flatMap((term, index): KindFinding<LendingRule>[] => {
    const pointer = `/terms/${index}`;
    const twice = lengths.indexOf(term.termDays) !== index;
    return [
      ...(twice
        ? [{ code: 'duplicate-term' as const, pointer: `${pointer}/termDays`, message: `${term.termDays} days stand here already.` }]
        : []),
      ...instalments(product, term, pointer),
    ];
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
      message: `${term.termDays} days cannot be cut into ${count} equal periods.`,
    });
  }
  if (every === 'month' && term.termDays !== count * 30) {
    const message = `${count} months count as ${count * 30} days, not ${term.termDays}.`;
    found.push({ code: 'instalment-days', pointer: `${pointer}/termDays`, message });
  }
  if ({ ...product.parameters, ...term.parameters }.interestTiming === 'upfront') {
    const message = 'Interest can be kept at payout only of a loan that is paid back in one sum.';
    found.push({ code: 'upfront-instalments', pointer: at, message });
  }
  return found;
}

/** The smallest amount suffers most from fees that do not shrink with it. */
function tooSmall(product: Product): KindFinding<LendingRule>[] {
  return product.terms.flatMap((term, index): KindFinding<LendingRule>[] => {
    const amountCents = amountsOf(product).find((each) => 'refused' in originate(toLoanTerms(product, term, each)));
    if (amountCents === undefined) return [];
    const message = `${pesos(amountCents)} for ${term.termDays} days: what is kept at payout leaves nothing.`;
    return [{ code: 'deduction-exceeds-principal', pointer: `/terms/${index}`, message, fix: 'Offer larger amounts, or lower the fees.' }];
  });
}
