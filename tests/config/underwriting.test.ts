import { beforeAll, describe, expect, test } from 'vitest';
import { decide } from '../../engine/flow/decide.ts';
import type { Expressions } from '../../engine/flow/load.ts';
import { reasonsFor, type Corrections } from '../../engine/config/corrections.ts';
import type { DecisionTable, LifeCycle } from '../../engine/config/flow.ts';
import type { EnumSchema } from '../../engine/config/form.ts';
import { idPhotoUnclear } from '../../server/product/application/outcome.ts';
import { partOf, shipped, shippedRelease } from './shipped.ts';

const table = shipped<DecisionTable>('flows/decisions/underwriting.decisions.json');
const today = '2026-03-01';
let expressions: Expressions;
let constants: Record<string, unknown>;

beforeAll(async () => {
  const { parts, manifest, ...rest } = await shippedRelease();
  const compiled = manifest.decisionTables['underwriting'];
  if (!compiled) throw new Error('no underwriting');
  ({ expressions } = await partOf<{ expressions: Expressions }>({ parts, manifest, ...rest }, compiled.expressions));
  ({ constants } = manifest.settings);
});

interface Applicant {
  birthDate?: string;
  jobType?: string;
  income?: string;
  workYears?: number;
  businessYears?: number;
}

function outcomeOf({ birthDate = '1994-06-12', jobType = 'contractWorker', income = '18001-25000', ...years }: Applicant) {
  const work = { jobType, income, ...(jobType === 'contractWorker' ? { workYears: 3 } : {}), ...years };
  const { outcome, broken } = decide(table, expressions, { personalBasic: { birthDate }, work, facts: {}, today, constants });
  expect(broken).toEqual([]);
  return outcome;
}

describe('underwriting as shipped', () => {
  const rejected: [name: string, applicant: Applicant, reason: string][] = [
    ['one day too young', { birthDate: '2008-03-02' }, 'age'],
    ['too old', { birthDate: '1960-02-28' }, 'age'],
    ['without work or income', { jobType: 'unemployed', income: 'under12000' }, 'noIncome'],
  ];
  test.each(rejected)('L01 rejects a borrower who is %s, and says when to retry', (_name, applicant, reason) => {
    expect(outcomeOf(applicant)).toMatchObject({ decision: 'rejected', reason, retryAfterDays: expect.any(Number) });
  });

  test('accepts on the eighteenth birthday', () => {
    expect(outcomeOf({ birthDate: '2008-03-01' })['decision']).toBe('accepted');
  });

  const referred: [name: string, applicant: Applicant, reason: string][] = [
    ['a student', { jobType: 'student' }, 'student'],
    ['without work but with an income', { jobType: 'unemployed', income: '12001-18000' }, 'incomeToConfirm'],
    ['new in business', { jobType: 'selfEmployed', businessYears: 0 }, 'newBusiness'],
    ['of an income nobody foresaw', { income: 'unknown' }, 'manualReview'],
  ];
  test.each(referred)('refers a borrower who is %s', (_name, applicant, reason) => {
    expect(outcomeOf(applicant)).toEqual({ decision: 'referred', reason });
  });

  test('L02 C03 accepts with a limit that grows with the income', () => {
    const bands = shipped<EnumSchema>('schemas/enums/income.schema.json').enum;
    const limits = bands.map((income) => Number(outcomeOf({ income })['limitCents']));
    expect(limits).toEqual([...limits].sort((a, b) => a - b));
    expect(limits.every((limit) => limit > 0 && Number.isSafeInteger(limit))).toBe(true);
  });

  test('every reason has a text for the borrower', () => {
    const reasons = table.rows.flatMap(({ outcome: { reason } }) => (typeof reason === 'string' ? [reason] : []));
    expect(shipped<EnumSchema>('schemas/enums/decisionReason.schema.json').enum).toEqual(expect.arrayContaining(reasons));
  });

  test('the reason of the document check is allowed for the photo', () => {
    const requests = idPhotoUnclear({}).corrections ?? [];
    const corrections = shipped<Corrections>('flows/corrections.json');
    expect(requests.map(({ form, field, reason }) => reasonsFor(corrections, form, field).includes(reason))).toEqual([true]);
  });

  test('every decision is an event of the life cycle', () => {
    const { states, initial } = shipped<LifeCycle>('flows/lifecycles/application.lifecycle.json');
    const decisions = table.rows.map(({ outcome: { decision } }) => String(decision));
    expect(Object.keys(states[initial]?.on ?? {})).toEqual(expect.arrayContaining(decisions));
  });
});
