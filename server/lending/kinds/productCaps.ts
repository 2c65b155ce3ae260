import type { KindFinding } from '../../../engine/config/definitions.ts';
import type { LendingRule } from './rules.ts';
import {
  capsFrom,
  costsOf,
  effectivePpm30d,
  isCovered,
  parameterFindings,
  paymentDays,
  type CapFinding,
  type CapMeasure,
  type Costs,
  type LegalCap,
} from '../caps.ts';
import { addDays, addMonths, laterOf } from '../../../engine/config/days.ts';
import { rateCeiling } from '../effectiveRate.ts';
import { amountsOf, atEachPrice, toLoanTerms } from '../offer.ts';
import { scheduler } from '../schedule.ts';
import type { Day, Instalment, LendingParameters, LoanTerms } from '../types.ts';
import type { Product, ProductTerm } from './product.ts';
import { pesos, percent } from './words.ts';

/** A loan whose amount and term exceed a cap. */
interface Excess extends CapFinding {
  terms: LoanTerms;
  cap: LegalCap;
}

/**
 * Checks every offered amount × term × price against every cap in force from the first day of the offer, regardless of conditions. For each
 * limit it reports the worst pair, and points to the term or price or to the parameter that alone exceeds the limit.
 */
export function capCheck(product: Product, caps: readonly LegalCap[]): KindFinding<LendingRule>[] {
  const binding = bindingCaps(product, caps);
  const [usual = [], ...priced] = atEachPrice(product).map((priced, place) =>
    product.terms.map((term, index) =>
      worstPerLimit(excessesOf(priced, term, binding)).map((excess) => toFinding({ product, term, index, price: place - 1 }, excess)),
    ),
  );
  // If a term exceeds a cap at the usual price, do not report it for the other prices too.
  const found = [...usual.flat(), ...priced.flatMap((terms) => terms.flatMap((each, index) => (usual[index]?.length ? [] : each)))];
  // Report a parameter shared by all terms once.
  return found.filter(({ pointer }, index) => found.findIndex((each) => each.pointer === pointer) === index);
}

const bindingCaps = ({ offeredFrom, offeredUntil }: Product, caps: readonly LegalCap[]): LegalCap[] =>
  capsFrom(caps, offeredFrom, offeredUntil);

/** First days per year that are checked for loans with monthly instalments. */
const monthlyStarts = 24;

/**
 * Upper bound on the number of payments that `capCheck` computes: for each covered amount, term and price, on each first day that is
 * checked.
 */
export function paymentsToCheck(product: Product, caps: readonly LegalCap[]): number {
  const amounts = amountsOf(product);
  const ofTerms = product.terms.map(({ termDays, instalments: { count, every } = { count: 1, every: 'days' } }) => ({
    termDays,
    payments: every === 'month' ? count * monthlyStarts : count,
  }));
  const ofPairs = bindingCaps(product, caps).flatMap((cap) =>
    ofTerms.map(
      ({ termDays, payments }) => payments * amounts.filter((principalCents) => isCovered(cap, { principalCents, termDays })).length,
    ),
  );
  return ofPairs.reduce((sum, count) => sum + count, 0) * atEachPrice(product).length;
}

function excessesOf(product: Product, term: ProductTerm, caps: readonly LegalCap[]): Excess[] {
  const offered = amountsOf(product).map((amountCents) => toLoanTerms(product, term, amountCents));
  const known: Calendars = new Map();
  return caps.flatMap((cap) => {
    const covered = offered.filter((terms) => isCovered(cap, terms));
    const [first] = covered;
    if (!first) return [];
    const calendars = calendarsFrom(first, laterOf(cap.from, product.offeredFrom), known);
    const ofParameters = parameterFindings(first, cap).map((finding) => ({ ...finding, terms: first, cap }));
    return [...highestEffectiveRate(covered, calendars, cap), ...ofParameters, ...highestTotalCost(covered, calendars, cap)];
  });
}

/** Loans of all amounts whose payments fall on the same days after payout. */
interface Calendar {
  days: readonly number[];
  costsOf: (terms: LoanTerms) => Costs | undefined;
}

/** Calendars, keyed by the days that distinguish them. A loan's cost does not depend on the cap, so it is computed once for all caps. */
type Calendars = Map<string, Calendar>;

/**
 * Returns the calendars of loans that start within a year. Months differ in length, and the shortest and longest periods begin on the first
 * and last days of a month. Each loan is checked again when it is disclosed.
 */
function calendarsFrom(terms: LoanTerms, from: Day, known: Calendars): Calendar[] {
  const found = startsOf(terms, from).map((start) => {
    const days = paymentDays(terms, start);
    const key = String(days);
    const calendar = known.get(key) ?? { days, costsOf: costsBy(scheduler(terms, start)) };
    known.set(key, calendar);
    return calendar;
  });
  return [...new Set(found)];
}

function startsOf({ instalments }: LoanTerms, from: Day): Day[] {
  if (instalments?.every !== 'month') return [from];
  const january = `${from.slice(0, 4)}-01-01`;
  return Array.from({ length: monthlyStarts / 2 }, (_, month) => [
    addMonths(january, month),
    addDays(addMonths(january, month + 1), -1),
  ]).flat();
}

function costsBy(schedule: (principalCents: number) => readonly Instalment[]): Calendar['costsOf'] {
  const known = new Map<LoanTerms, Costs | undefined>();
  return (terms) => {
    if (!known.has(terms)) known.set(terms, costsOf(terms, schedule));
    return known.get(terms);
  };
}

/**
 * The loan with the highest effective rate above the cap. Comparing with a rate is cheap but solving for one is not, so it solves only for
 * loans above the worst rate so far.
 */
function highestEffectiveRate(offered: readonly LoanTerms[], calendars: readonly Calendar[], cap: LegalCap): Excess[] {
  const capPpm = cap.effectivePpm30d;
  const ceilingsAt = (ppm: number) => calendars.map(({ days }) => rateCeiling(days, ppm));
  let ceilings = ceilingsAt(capPpm);
  let worst: Excess | undefined;
  for (const terms of offered)
    for (const [index, { days, costsOf: costsFor }] of calendars.entries()) {
      const costs = costsFor(terms);
      if (!costs || !ceilings[index]?.(costs.receivedCents, costs.payments)) continue;
      const actualPpm = effectivePpm30d(costs, days);
      worst = { measure: 'effective', actualPpm, capPpm, terms, cap };
      ceilings = ceilingsAt(actualPpm);
    }
  return worst ? [worst] : [];
}

/** The loan above the cap whose charges are the largest share of its amount. */
function highestTotalCost(offered: readonly LoanTerms[], calendars: readonly Calendar[], cap: LegalCap): Excess[] {
  const worst = { actualPpm: cap.totalCostPpm, terms: undefined as LoanTerms | undefined };
  for (const terms of offered)
    for (const calendar of calendars) {
      const actualPpm = calendar.costsOf(terms)?.chargedPpm ?? 0;
      if (actualPpm > worst.actualPpm) Object.assign(worst, { actualPpm, terms });
    }
  const { actualPpm, terms } = worst;
  return terms ? [{ measure: 'totalCost', actualPpm, capPpm: cap.totalCostPpm, terms, cap }] : [];
}

/** The worst pair for each limit; the first one in a tie. */
function worstPerLimit(excesses: readonly Excess[]): Excess[] {
  return (Object.keys(measured) as CapMeasure[]).flatMap((measure) => {
    const passed = excesses.filter((each) => each.measure === measure);
    return passed.length === 0
      ? []
      : [passed.reduce((worst, each) => (each.actualPpm * worst.capPpm > worst.actualPpm * each.capPpm ? each : worst))];
  });
}

/** The parameter that alone determines a measure, for any amount. */
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

interface Place {
  product: Product;
  term: ProductTerm;
  index: number;
  /** Index of the price; -1 for the product's own parameters. */
  price: number;
}

function toFinding(place: Place, excess: Excess): KindFinding<LendingRule> {
  const { measure, actualPpm, capPpm, terms, cap } = excess;
  const parameter =
    decidedBy[measure] ?? (terms.parameters.totalCostCapPpm === actualPpm && measure === 'totalCost' ? 'totalCostCapPpm' : undefined);
  const pair = `${pesos(terms.principalCents)} for ${terms.termDays} days`;
  return {
    code: 'over-cap',
    pointer: parameter === undefined ? costOf(place) : `${ownerOf(place, parameter)}/${parameter}`,
    message: `${pair}: ${measured[measure]} of ${percent(actualPpm)}; ${cap.source} allows ${percent(capPpm)} from ${cap.from} on.`,
    fix: measure === 'effective' ? 'Lower the rate or the fees, lengthen the term, or offer larger amounts.' : 'Lower it.',
  };
}

const costOf = ({ index, price }: Place): string => (price < 0 ? `/terms/${index}` : `/prices/${price}`);

/** Pointer to a parameter: at the term, at the price or at the product. */
function ownerOf({ product, term, index, price }: Place, parameter: string): string {
  if (Object.hasOwn(term.parameters ?? {}, parameter)) return `/terms/${index}/parameters`;
  return Object.hasOwn(product.prices?.[price]?.parameters ?? {}, parameter) ? `/prices/${price}/parameters` : '/parameters';
}
