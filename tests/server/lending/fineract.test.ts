import { describe, expect, test } from 'vitest';
import { addDays, addMonths, daysBetween, extensionQuote, payoffOn } from '../../../server/lending/index.ts';
import type { InstalmentMethod } from '../../../server/lending/index.ts';
import { fraction, times, type Fraction } from '../../../server/lending/fraction.ts';
import { overdueCharges } from '../../../server/lending/overdue.ts';
import { planner } from '../../../server/lending/plan.ts';
import { halfEven } from '../../../server/lending/rounding.ts';
import { granted, loan } from './support/terms.ts';
import { fineract, type FineractRow, type FineractVector } from './support/vectors.ts';

/** '9.4822' → 94822/10000, without a float. */
function decimal(text: string): Fraction {
  const [whole = '0', decimals = ''] = text.split('.');
  return fraction(BigInt(whole + decimals), 10n ** BigInt(decimals.length));
}

const yearly = (input: FineractVector['input']) => times(decimal(input.annual_rate_percent), fraction(1, 100));
const monthly = (input: FineractVector['input']) => times(yearly(input), fraction(1, 12));

/** The cost of a period relative to its balance, as calculated by the engine that produced the case. */
function periodRates({ input, expected }: FineractVector): Fraction[] {
  return expected.map((row) => {
    if (row.rate_factor !== undefined) return decimal(row.rate_factor);
    const isDaily = input.days_in_year_effective !== undefined;
    return isDaily ? times(yearly(input), fraction(row.days ?? 0, input.days_in_year_effective)) : monthly(input);
  });
}

const methodOf = ({ method }: FineractVector['input']): InstalmentMethod =>
  method.startsWith('flat') ? 'flat' : method.includes('equal principal') ? 'equalPrincipal' : 'equalInstalments';

const rowOf = ({ total_cents, interest_cents, principal_cents, balance_cents }: FineractRow) => ({
  totalCents: total_cents,
  interestCents: interest_cents,
  principalCents: principal_cents,
  balanceCents: balance_cents,
});

function planOfVector(vector: FineractVector, rates = periodRates(vector)) {
  const { principal_cents: principalCents, installment_multiple_of: multiple } = vector.input;
  return planner({ periodRates: rates, method: methodOf(vector.input), ...(multiple && { roundToCents: 100 }) })(principalCents);
}

const byId = (id: string): FineractVector => {
  const found = fineract.vectors.find((each) => each.id === id);
  if (!found) throw new Error(`no vector ${id}`);
  return found;
};

/** Cases that are not plain plans. They have their own tests below. */
const others = new Set(['FV-08', 'FV-16', 'FV-17', 'FV-18', 'FV-19', 'FV-20', 'FV-22', 'FV-23']);

describe("plans of Apache Fineract's own tests", () => {
  test.each(fineract.vectors.filter(({ id }) => !others.has(id)))('$id $note', (vector) => {
    expect(planOfVector(vector)).toEqual(vector.expected.map(rowOf));
  });

  test('all cases are here', () => {
    expect(fineract.vectors).toHaveLength(fineract.count);
  });

  test('FV-08 a broken first period: 17 of 31 days of a month', () => {
    const vector = byId('FV-08');
    const [, ...rest] = periodRates(vector);
    expect(planOfVector(vector, [times(monthly(vector.input), fraction(17, 31)), ...rest])).toEqual(vector.expected.map(rowOf));
  });
});

describe('changes of a plan', () => {
  test('FV-16 paid off early: interest to the day of the payment', () => {
    const { input, expected } = byId('FV-16');
    const [day, paidCents] = input.paid?.[1] ?? ['', 0];
    const [, running] = expected;
    const balanceCents = expected[0]?.balance_cents ?? 0;
    const from = running?.from ?? '';
    // 30/360: a month costs a twelfth of the year, and a day costs its share of the month.
    const { numerator, denominator } = times(monthly(input), fraction(daysBetween(from, day), running?.days ?? 1));
    const interestCents = Number(halfEven(BigInt(balanceCents) * numerator, denominator));
    expect(interestCents).toBe(running?.interest_cents);
    expect(balanceCents + interestCents).toBe(paidCents);
  });

  test('FV-17 is a different policy: we charge no interest on overdue amounts', () => {
    const theirs = byId('FV-17').expected.map((row) => row.interest_cents);
    const ours = planOfVector(byId('FV-15')).map((row) => row.interestCents);
    expect(new Set(theirs).size).toBe(1);
    expect(ours).toEqual(byId('FV-15').expected.map((row) => row.interest_cents));
    const unpaid = loan({ principalCents: 10_000, termDays: 180, instalments: { count: 6, every: 'month', method: 'equalInstalments' } });
    const late = payoffOn(unpaid, '2027-06-01');
    const later = payoffOn(unpaid, '2027-12-01');
    expect(later.interestCents).toBe(late.interestCents);
  });

  test.each(['FV-18', 'FV-19'])('%s a penalty once on the overdue amount', (id) => {
    const { expected, input } = byId(id);
    const ratePpm = 15_000;
    const plan = planOfVector(byId(id)).map(({ principalCents, interestCents }, index) => {
      const cents = input.method.includes('principal+interest') ? principalCents + interestCents : principalCents;
      const parameters = { penaltyPpmPerDay: ratePpm, penaltyCapPpmPer30d: 30 * ratePpm };
      const { penaltyCents } = overdueCharges([{ cents, days: 1 }], parameters, 0, Number.MAX_SAFE_INTEGER);
      return { due: expected[index]?.due, penalty: penaltyCents, total: principalCents + interestCents + penaltyCents };
    });
    expect(plan).toEqual(expected.map((row) => ({ due: row.due, penalty: row.penalty_cents, total: row.total_cents })));
  });

  test('FV-20 moving a due date without a fee leaves the principal unchanged', () => {
    const [row] = byId('FV-20').expected;
    const due = '2023-07-31';
    const free = {
      principalCents: row?.principal_cents ?? 0,
      termDays: daysBetween('2026-06-01', addDays('2026-06-01', daysBetween('2023-07-01', due))),
      dailyRatePpm: 0,
      extensionFeePpmPerDay: 0,
      extensionDays: daysBetween(due, row?.due ?? ''),
    };
    const quote = granted(extensionQuote(loan(free), '2026-06-01'));
    expect(quote).toMatchObject({ amountCents: row?.interest_cents, payoffThenCents: row?.total_cents });
    expect(daysBetween('2026-06-01', quote.newDueDate)).toBe(row?.days);
  });
});

test.each(['FV-22', 'FV-23'])('%s monthly due dates keep their anchor', (id) => {
  const { input, expected_due_dates } = byId(id);
  const first = input.first_due ?? '';
  expect(Array.from({ length: input.periods ?? 0 }, (_, index) => addMonths(first, index))).toEqual(expected_due_dates);
});
