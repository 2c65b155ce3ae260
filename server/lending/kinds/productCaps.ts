import type { KindFinding } from '../../../engine/config/definitions.ts';
import type { LendingRule } from './rules.ts';
import { capFindings, capsFrom, isCovered, type CapFinding, type CapMeasure, type LegalCap } from '../caps.ts';
import { daysBetween, laterOf } from '../days.ts';
import { amountsOf, toLoanTerms } from '../offer.ts';
import { periodsOf } from '../schedule.ts';
import type { Day, LendingParameters, LoanTerms } from '../types.ts';
import type { Product, ProductTerm } from './product.ts';
import { pesos, percent } from './words.ts';

/** A pair of amount and term, and the cap that it passes. */
interface Excess extends CapFinding {
  terms: LoanTerms;
  cap: LegalCap;
}

/**
 * Every offered amount × term, under every cap in force from the first day of the offer on. For each ceiling the worst pair
 * is told, at the term, or at the parameter that alone decides it.
 */
export function capCheck(product: Product, caps: readonly LegalCap[]): KindFinding<LendingRule>[] {
  const binding = capsFrom(caps, product.offeredFrom, product.offeredUntil);
  const found = product.terms.flatMap((term, index) =>
    worstOf(excessesOf(product, term, binding)).map((excess) => toFinding(product, term, index, excess)),
  );
  // A parameter that all terms share is told once.
  return found.filter(({ pointer }, index) => found.findIndex((each) => each.pointer === pointer) === index);
}

function excessesOf(product: Product, term: ProductTerm, caps: readonly LegalCap[]): Excess[] {
  const offered = amountsOf(product).map((amountCents) => toLoanTerms(product, term, amountCents));
  return caps.flatMap((cap) => {
    // Only a rate above the worst one so far matters: reckoning a rate is dear, comparing it with a ceiling is cheap.
    let effectivePpm30d = cap.effectivePpm30d;
    const starts = startsOf(term, laterOf(cap.from, product.offeredFrom));
    return offered
      .filter((terms) => isCovered(cap, terms))
      .flatMap((terms) => starts.map((start) => ({ terms, start })))
      .flatMap(({ terms, start }) => {
        const findings = capFindings(terms, { ...cap, effectivePpm30d }, start);
        effectivePpm30d = findings.find(({ measure }) => measure === 'effective')?.actualPpm ?? effectivePpm30d;
        return findings.map((finding): Excess => ({ ...finding, capPpm: capPpmOf(cap, finding), terms, cap }));
      });
  });
}

const capPpmOf = (cap: LegalCap, { measure, capPpm }: CapFinding): number => (measure === 'effective' ? cap.effectivePpm30d : capPpm);

/**
 * Days on which a loan may begin, one for each sequence of period lengths. Months differ in length, and the first and the last
 * day of each month meet the shortest and the longest periods. Each loan is checked again when it is disclosed.
 */
function startsOf(term: Pick<LoanTerms, 'termDays' | 'instalments'>, from: Day): Day[] {
  if (term.instalments?.every !== 'month') return [from];
  const year = Number(from.slice(0, 4));
  const starts = Array.from({ length: 12 }, (_, month) => [dayOf(year, month, 1), dayOf(year, month + 1, 0)]).flat();
  const lengthsOf = (start: Day) => String(periodsOf(term, start).map(({ fromDate, dueDate }) => daysBetween(fromDate, dueDate)));
  return [...new Map(starts.map((start) => [lengthsOf(start), start])).values()];
}

const dayOf = (year: number, month: number, day: number): Day => new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10);

/** Of each ceiling the pair that passes it by most. */
function worstOf(excesses: readonly Excess[]): Excess[] {
  const worst = new Map<CapMeasure, Excess>();
  for (const excess of excesses) {
    const known = worst.get(excess.measure);
    if (!known || excess.actualPpm * known.capPpm > known.actualPpm * excess.capPpm) worst.set(excess.measure, excess);
  }
  return [...worst.values()];
}

/** What alone decides a ceiling, whatever the amount. */
const decidedBy: Record<CapMeasure, keyof LendingParameters | undefined> = {
  effective: undefined,
  nominal: 'dailyRatePpm',
  extensionFee: 'extensionFeePpmPerDay',
  penalty: 'penaltyCapPpmPer30d',
  totalCost: undefined,
};

const measured: Record<CapMeasure, string> = {
  effective: 'an effective rate per 30 days',
  nominal: 'interest per 30 days',
  extensionFee: 'an extension fee per 30 days',
  penalty: 'late charge and penalty per 30 days overdue',
  totalCost: 'all charges, of the amount borrowed,',
};

function toFinding(product: Product, term: ProductTerm, index: number, excess: Excess): KindFinding<LendingRule> {
  const { measure, actualPpm, capPpm, terms, cap } = excess;
  const parameter =
    decidedBy[measure] ?? (terms.parameters.totalCostCapPpm === actualPpm && measure === 'totalCost' ? 'totalCostCapPpm' : undefined);
  const pair = `${pesos(terms.principalCents)} for ${terms.termDays} days`;
  return {
    code: 'over-cap',
    pointer: parameter === undefined ? `/terms/${index}` : `${ownerOf(term, index, parameter)}/${parameter}`,
    message: `${pair}: ${measured[measure]} of ${percent(actualPpm)}; ${cap.source} allows ${percent(capPpm)} from ${cap.from} on.`,
    fix: measure === 'effective' ? 'Lower the rate or the fees, lengthen the term, or offer larger amounts.' : 'Lower it.',
  };
}

/** Where a parameter of a term stands: with the term, or with the product. */
const ownerOf = ({ parameters = {} }: ProductTerm, index: number, parameter: string): string =>
  Object.hasOwn(parameters, parameter) ? `/terms/${index}/parameters` : '/parameters';
