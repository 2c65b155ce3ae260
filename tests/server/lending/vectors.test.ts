import { manilaDay } from '../../support/manila.ts';
import { describe, expect, test } from 'vitest';
import {
  addDays,
  addMonths,
  capFindingsOn,
  capOn,
  dueLabel,
  isCovered,
  journalOf,
  payoffOn,
  replay,
  scheduleOf,
} from '../../../server/lending/index.ts';
import type { Day, LoanTerms } from '../../../server/lending/index.ts';
import { effectiveRatePpm30d, flowsOf } from '../../../server/lending/effectiveRate.ts';
import { interestFor } from '../../../server/lending/interest.ts';
import { planner } from '../../../server/lending/plan.ts';
import { halfUp } from '../../../server/lending/rounding.ts';
import { disclosed, loan, originated, start, termsOf } from './support/terms.ts';
import { caps, file, inputOf, ppmOfPercent, text, vector, type Json } from './support/vectors.ts';
import { fraction } from '../../../server/lending/fraction.ts';

const termsIn = (id: string): LoanTerms => termsOf(inputOf(vector(id).input));
const couponIn = (id: string) => Number(vector(id).input['coupon'] ?? 0);

/** Our figures under the vectors' names. */
function figuresOf(terms: LoanTerms, coupon = 0) {
  const origination = originated(terms, coupon);
  const disclosure = disclosed(terms, coupon);
  const undisbursed = replay(terms, []);
  const entries = journalOf({ type: 'disbursed', day: start, couponCents: origination.couponCents }, undisbursed);
  return {
    serviceFee: origination.serviceFeeCents,
    scoreFee: origination.creditScoreFeeCents,
    gst: origination.gstCents,
    interest: disclosure.interestCents,
    couponUsed: origination.couponCents,
    couponForfeited: origination.couponForfeitedCents,
    totalDeduction: origination.deductionCents,
    received: origination.receivedCents,
    dueAtMaturity: disclosure.totalDueCents,
    // Accounts without an amount have no entry.
    journal: { 'expense.voucher': 0, ...Object.fromEntries(entries.map(({ account, cents }) => [account, cents])) },
    startDate: start,
    dueDate: disclosure.dueDate,
  };
}

function expectFigures(id: string) {
  const { eirMonthly: _rate, cap: _cap, ...expected } = vector(id).expected;
  expect(figuresOf(termsIn(id), couponIn(id))).toMatchObject(expected);
}

function expectRate(id: string) {
  const { bindingPct } = vector(id).expected['eirMonthly'] as { bindingPct: number };
  expect(disclosed(termsIn(id)).effectiveRatePpm30d).toBe(ppmOfPercent(bindingPct));
}

/** Our verdict on a day, in the vectors' words. */
function capVerdict(terms: LoanTerms, day: Day): Json {
  const cap = capOn(caps, day);
  if (!cap) return null;
  return {
    covered: isCovered(cap, terms),
    cap: cap.source,
    eirCapPct: cap.effectivePpm30d / 10_000,
    eirPct: disclosed(terms).effectiveRatePpm30d / 10_000,
    nominalPpm30d: terms.parameters.dailyRatePpm * 30,
    ok: capFindingsOn(terms, caps, day).length === 0,
  };
}

const dates = (value: Json | undefined) => (value as string[]).map((each) => manilaDay(new Date(each)));

/** A case for each vector of origination, days, plans and caps. Those of the loan's life are in vectorsOfLife.test.ts. */
const cases: Record<string, () => void> = {
  'LV-01'() {
    expectFigures('LV-01');
    expectRate('LV-01');
    expect(manilaDay(new Date(text(vector('LV-01').input['disbursedAt'])))).toBe(start);
    expect(capVerdict(termsIn('LV-01'), '2026-06-01')).toEqual(vector('LV-01').expected['cap']);
  },
  'LV-02': () => expectFigures('LV-02'),
  'LV-03': () => expectFigures('LV-03'),
  'LV-05'() {
    expectFigures('LV-05');
    expectRate('LV-05');
  },
  'LV-06'() {
    const terms = termsIn('LV-06');
    const [leap, other] = dates(vector('LV-06').input['disbursedAt']).map((day) => scheduleOf(terms, day)[0]);
    expect({ leapDue: leap?.dueDate, nonLeapDue: other?.dueDate, interestBoth: leap?.interestCents }).toEqual(vector('LV-06').expected);
    expect(other?.interestCents).toBe(leap?.interestCents);
  },
  'LV-07'() {
    const { firstDue, count } = vector('LV-07').input;
    const dueDates = Array.from({ length: Number(count) }, (_, index) => addMonths(text(firstDue), index));
    const bullet30from31Jan = addDays('2027-01-31', 30);
    expect({ dueDates, bullet30from31Jan }).toEqual(vector('LV-07').expected);
  },
  'LV-08'() {
    const startDates = dates(vector('LV-08').input['disbursedAt']);
    const dueDates = startDates.map((day) => scheduleOf(termsIn('LV-08'), day)[0]?.dueDate);
    expect({ startDates, dueDates }).toEqual(vector('LV-08').expected);
  },
  'LV-09'() {
    const { dueDate, now } = vector('LV-09').input;
    const days = dates(now);
    const labels = days.map((day) => {
      const label = dueLabel(text(dueDate), day);
      return label.label === 'overdue' ? `overdue ${label.overdueDays} days` : 'due today';
    });
    expect(days.map((day) => dueLabel(text(dueDate), day).label)).toEqual(['dueToday', 'dueToday', 'overdue']);
    expect({ labels, payoffs: days.map((day) => payoffOn(loan(), day).totalCents) }).toEqual(vector('LV-09').expected);
  },
  'LV-20'() {
    const { expected } = vector('LV-20');
    const terms = termsOf({ principalCents: 900_000, termDays: 90, instalments: { count: 3, every: 'days', method: 'equalInstalments' } });
    const { schedule, ...disclosure } = disclosed(terms);
    const plan = schedule.map((row) => ({
      n: row.number,
      interest: row.interestCents,
      principal: row.principalCents,
      total: row.totalCents,
      balance: row.balanceCents,
      due: row.dueDate,
    }));
    expect(plan).toEqual(expected['plan']);
    expect(disclosure.interestCents).toBe(expected['totalInterest']);
    expect(disclosure.receivedCents).toBe(expected['received']);
    expect(disclosure.effectiveRatePpm30d).toBe(ppmOfPercent(Number(expected['eirMonthlyPct'])));
  },
  'LV-22'() {
    const { expected } = vector('LV-22');
    const periodRates = Array.from({ length: 3 }, () => fraction(0));
    const plan = planner({ periodRates, method: 'equalInstalments' })(Number(vector('LV-22').input['principal']));
    const theirs = (expected['plan'] as { interest: number; principal: number; total: number; balance: number }[]).map((row) => ({
      interestCents: row.interest,
      principalCents: row.principal,
      totalCents: row.total,
      balanceCents: row.balance,
    }));
    expect(plan).toEqual(theirs);
  },
  'LV-24'() {
    const terms = termsIn('LV-24');
    const { received, on20260331, on20260401 } = vector('LV-24').expected;
    expect(originated(terms).receivedCents).toBe(received);
    expectRate('LV-24');
    expect(capVerdict(terms, '2026-03-31')).toEqual(on20260331);
    expect(capVerdict(terms, '2026-04-01')).toEqual(on20260401);
  },
  'LV-25'() {
    const interest = [interestFor(25_000, 1000, 1), ...[250, 750, 1250].map((cents) => interestFor(cents, 2000, 1))];
    const halfUpForComparison = [250, 750, 1250].map((cents) => Number(halfUp(BigInt(cents) * 2000n, 1_000_000n)));
    expect({ r: interest, halfUpForComparison }).toEqual(vector('LV-25').expected);
  },
};

const inLife = new Set(['10', '11', '13', '14', '15', '17', '18', '19', '29', '30', '32', '34'].map((number) => `LV-${number}`));

describe('worked cases of lending.md', () => {
  test.each(file.vectors.filter(({ id }) => !inLife.has(id)))('$id $title', ({ id }) => {
    const prove = cases[id];
    if (!prove) throw new Error(`nothing proves ${id}`);
    expect(prove).not.toThrow();
  });

  test('the defaults match the vectors', () => {
    const { gstBase: _base, interestTiming: _timing, earlyRepayment: _policy, ...numbers } = inputOf(file.defaults);
    expect(termsOf().parameters).toMatchObject(numbers);
    expect(termsOf(inputOf(file.defaults)).parameters).toEqual(termsOf().parameters);
  });

  test('LV-01 distinguishes the discounted and the linear rate', () => {
    const { compoundPct, simplePct } = vector('LV-01').expected['eirMonthly'] as Record<string, number>;
    const { receivedCents, schedule } = disclosed(termsOf());
    expect(effectiveRatePpm30d(receivedCents, flowsOf(schedule, start))).toBe(ppmOfPercent(Number(compoundPct)));
    expect(Math.ceil(((514_000 - receivedCents) / receivedCents) * (30 / 14) * 10_000) / 100).toBe(simplePct);
  });
});
