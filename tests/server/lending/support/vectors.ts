import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LegalCap } from '../../../../server/lending/index.ts';
import { root } from '../../../support/root.ts';
import type { TermsInput } from './terms.ts';

export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

export interface Vector {
  id: string;
  title: string;
  input: Record<string, Json>;
  expected: Record<string, Json>;
}

const read = <T>(name: string): T => JSON.parse(readFileSync(join(root, 'tests/cases/lending', name), 'utf8')) as T;

interface VectorFile {
  vectors: Vector[];
  defaults: Record<string, Json>;
  caps: { from: string; nominalPpm30d: number; eirPct: number; source: string }[];
}
export const file = read<VectorFile>('lending.json');

export function vector(id: string): Vector {
  const found = file.vectors.find((each) => each.id === id);
  if (!found) throw new Error(`no vector ${id}`);
  return found;
}

export const fineract = read<{ count: number; vectors: FineractVector[] }>('fineract.json');

export interface FineractRow {
  n: number;
  from?: string;
  due: string;
  days?: number;
  total_cents: number;
  interest_cents: number;
  principal_cents: number;
  balance_cents: number;
  rate_factor?: string;
  penalty_cents?: number;
}

export interface FineractVector {
  id: string;
  note: string;
  input: {
    principal_cents: number;
    annual_rate_percent: string;
    days_in_year: string;
    method: string;
    engine: string;
    periods: number;
    first_due?: string;
    installment_multiple_of: string | null;
    days_in_year_effective?: number;
    paid?: [day: string, cents: number][];
    disbursed_on?: string;
  };
  expected: FineractRow[];
  expected_due_dates: string[];
}

/** Their names → ours. */
const words: Record<string, string> = {
  service_fee: 'serviceFee',
  all_fees: 'allFees',
  at_maturity: 'atMaturity',
  actual_days: 'actualDays',
  full_term: 'fullTerm',
};
const renamed: Record<string, string> = {
  creditScoreFee: 'creditScoreFeeCents',
  lateCharge: 'lateChargeCents',
  principal: 'principalCents',
};
const parameterNames = new Set(Object.keys(file.defaults));

/** Terms from the input of a vector; the test handles inputs that are not parameters. */
export function inputOf(input: Record<string, Json>): TermsInput {
  const known = Object.entries(input).filter(([key]) => parameterNames.has(key) || key === 'principal' || key === 'termDays');
  const entries = known.map(([key, value]) => [renamed[key] ?? key, typeof value === 'string' ? (words[value] ?? value) : value]);
  return Object.fromEntries(entries) as TermsInput;
}

/** The vectors' caps, with what lending.md adds to them. */
export const caps: LegalCap[] = file.caps.map(({ from, source, nominalPpm30d, eirPct }) => ({
  from,
  source,
  covers: { maxPrincipalCents: 1_000_000, maxTermDays: 123 },
  effectivePpm30d: eirPct * 10_000,
  nominalPpm30d,
  penaltyPpm30d: 50_000,
  totalCostPpm: 1_000_000,
}));

export const ppmOfPercent = (percent: number): number => Math.round(percent * 10_000);

/** A text value of a case. */
export const text = (value: Json | undefined): string => value as string;
