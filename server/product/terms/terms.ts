import { Check } from 'typebox/value';
import type { LoanCost, TermField, Terms } from '../../contract/staff/studioTerms.ts';
import { capOn, disclose } from '../../lending/index.ts';
import type { LegalCap } from '../../lending/caps.ts';
import { LegalCaps } from '../../lending/kinds/legalCaps.ts';
import { Limits } from '../../lending/kinds/limits.ts';
import { Product } from '../../lending/kinds/product.ts';
import { toLoanTerms } from '../../lending/offer.ts';
import { changeSources } from '../../platform/changes/files.ts';
import type { Deps } from '../../platform/deps.ts';
import { fail } from '../../platform/problem.ts';
import { mainApplication } from '../../platform/project.ts';
import { todayOf } from '../../platform/time.ts';
import { fieldsOf } from './fields.ts';

const capsPath = 'flows/lending/legalCaps.json';
const isProduct = (path: string): boolean => path.endsWith('.product.json');

interface Asked {
  id: string;
  path: string;
  amountCents?: number;
  termDays?: number;
  day?: string;
}

/**
 * The values of a product or of the limits, next to the legal caps, and what a loan costs before and after the change. The cost comes from
 * the function that discloses it to a borrower.
 */
export async function termsOf(deps: Deps, { id, path, ...asked }: Asked): Promise<Terms> {
  const { application, before, after } = await changeSources(deps, id);
  const schema = isProduct(path) ? Product : path === 'flows/lending/limits.json' ? Limits : undefined;
  if (application !== mainApplication || !schema) return fail('notFound');
  const read = (files: typeof after, of: string): unknown => parsed(files.find((file) => file.path === of)?.text);
  const value = read(after, path);
  if (value === undefined) fail('notFound');
  const day = asked.day ?? todayOf(deps);
  const caps = read(after, capsPath);
  const cap = Check(LegalCaps, caps) ? capOn(caps.caps, day) : undefined;
  const fields = fieldsOf(schema, value).map((field) => withCap(field, cap));
  const [old, changed] = [read(before, path), value];
  if (!isProduct(path) || !Check(Product, changed)) return { fields };
  return { fields, loan: loanOf(Check(Product, old) ? old : undefined, changed, { ...asked, day }) };
}

function parsed(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

const daysOfCap = 30;

/** The maximum of a parameter under a cap, in the parameter's own unit. */
const capOf: Readonly<Record<string, (cap: LegalCap) => number>> = {
  dailyRatePpm: ({ nominalPpm30d }) => Math.floor(nominalPpm30d / daysOfCap),
  extensionFeePpmPerDay: ({ nominalPpm30d }) => Math.floor(nominalPpm30d / daysOfCap),
  penaltyCapPpmPer30d: ({ penaltyPpm30d }) => penaltyPpm30d,
  totalCostCapPpm: ({ totalCostPpm }) => totalCostPpm,
};

function withCap(field: TermField, cap: LegalCap | undefined): TermField {
  const most = cap && capOf[field.pointer.slice(field.pointer.lastIndexOf('/') + 1)]?.(cap);
  return most === undefined || !cap ? field : { ...field, cap: { ppm: most, source: cap.source, ...cap.covers } };
}

/** The chosen loan, or the nearest one that the changed product offers. */
function loanOf(
  old: Product | undefined,
  changed: Product,
  { amountCents, termDays, day }: Pick<Asked, 'amountCents' | 'termDays'> & { day: string },
): NonNullable<Terms['loan']> {
  const { minCents, maxCents, stepCents } = changed.amounts;
  const offered =
    stepCents > 0 && maxCents >= minCents
      ? minCents + Math.round((within(amountCents ?? 0, minCents, maxCents) - minCents) / stepCents) * stepCents
      : minCents;
  const terms = [...new Set(changed.terms.map((term) => term.termDays))];
  const chosen = termDays !== undefined && terms.includes(termDays) ? termDays : (terms[0] ?? 0);
  const cost = (product: Product | undefined) => costOf(product, { amountCents: offered, termDays: chosen, day });
  const [before, after] = [cost(old), cost(changed)];
  return {
    amountCents: offered,
    termDays: chosen,
    day,
    terms,
    minCents,
    maxCents,
    stepCents,
    ...(before && { before }),
    ...(after && { after }),
  };
}

const within = (value: number, least: number, most: number): number => Math.max(least, Math.min(value, most));

function costOf(
  product: Product | undefined,
  { amountCents, termDays, day }: { amountCents: number; termDays: number; day: string },
): LoanCost | undefined {
  const term = product?.terms.find((each) => each.termDays === termDays);
  if (!product || !term) return undefined;
  const disclosed = disclose(toLoanTerms(product, term, amountCents), { payoutDay: day, couponCents: 0 });
  if ('refused' in disclosed) return undefined;
  const {
    serviceFeeCents,
    creditScoreFeeCents,
    gstCents,
    interestCents,
    receivedCents,
    totalDueCents,
    financeChargeCents,
    effectiveRatePpm30d,
    schedule,
  } = disclosed;
  return {
    serviceFeeCents,
    creditScoreFeeCents,
    gstCents,
    interestCents,
    receivedCents,
    totalDueCents,
    financeChargeCents,
    effectiveRatePpm30d,
    schedule: schedule.map((row) => ({
      dueDate: row.dueDate,
      principalCents: row.principalCents,
      interestCents: row.interestCents,
      totalCents: row.totalCents,
    })),
  };
}
