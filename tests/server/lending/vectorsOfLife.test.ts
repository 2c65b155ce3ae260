import { describe, expect, test } from 'vitest';
import {
  addDays,
  allocate,
  applyPayment,
  applyPosting,
  chargesSoFarCents,
  checkRepaymentCoupon,
  dueLabel,
  extensionQuote,
  nextDueDate,
  noRewards,
  payoffOn,
  reward,
} from '../../../server/lending/index.ts';
import type { Allocation, CouponTerms, Day, LoanBalance, RewardEvent, RewardState } from '../../../server/lending/index.ts';
import { extension, granted, loan, payment } from './support/terms.ts';
import { inputOf, text, vector, type Json } from './support/vectors.ts';

const dueDate = '2026-06-15';
const ceilings = { penaltyPer30Days: 'penalty_5pct_month', totalCost: 'total_cost_100pct' } as const;

/** A payoff under the vectors' names. */
function payoff(balance: LoanBalance, day: Day): Json {
  const due = payoffOn(balance, day);
  const label = dueLabel(nextDueDate(balance) ?? day, day);
  return {
    onDate: day,
    overdueDays: due.overdueDays,
    principal: due.principalCents,
    interest: due.interestCents,
    lateCharge: due.lateChargeCents,
    penalty: due.penaltyCents,
    capped: due.capped ? ceilings[due.capped] : null,
    total: due.totalCents,
    status: label.label === 'overdue' ? `overdue ${label.overdueDays} days` : label.label,
  };
}

const partsOf = ({ penaltyCents, lateChargeCents, interestCents, principalCents, overpaidCents }: Allocation) => ({
  penalty: penaltyCents,
  lateCharge: lateChargeCents,
  interest: interestCents,
  principal: principalCents,
  overpaid: overpaidCents,
});

describe('being late', () => {
  test.each(['LV-10', 'LV-11'])('%s', (id) => {
    const { input, expected } = vector(id);
    expect(payoff(loan(inputOf(input)), addDays(dueDate, Number(input['overdueDays'])))).toEqual(expected);
  });

  test('LV-13 charges stop growing when the total cost is reached', () => {
    const { input, expected } = vector('LV-13');
    const balance = loan(inputOf(input));
    const days = input['overdueDays'] as number[];
    expect(days.map((each) => payoff(balance, addDays(dueDate, each)))).toEqual(expected['payoffs']);
    const { lateChargeCents, penaltyCents } = payoffOn(balance, addDays(dueDate, 2000));
    expect(chargesSoFarCents(balance) + lateChargeCents + penaltyCents).toBe(expected['ceilingAllCharges']);
  });

  test('LV-14 a partial payment, and the penalty on the rest', () => {
    const { input, expected } = vector('LV-14');
    const before = loan();
    const day = '2026-06-25';
    expect(payoff(before, day)).toEqual(expected['due']);
    expect(payoffOn(before, day).totalCents).toBe(input['payoffBefore']);
    const { balance, parts } = applyPayment(before, { day, cashCents: Number(input['payment']), couponCents: 0 });
    expect(partsOf(parts)).toEqual(expected['allocation']);
    expect(payoffOn(balance, day).totalCents).toBe(expected['outstandingScheduledAfter']);
    expect(payoffOn(balance, addDays(day, 5)).penaltyCents).toBe(expected['penaltyFor5MoreDays']);
  });
});

describe('extension', () => {
  test('LV-15 L07 one day before due', () => {
    const { input, expected } = vector('LV-15');
    const quote = granted(extensionQuote(loan(), text(input['on'])));
    const { balance } = granted(applyPosting(loan(), extension(text(input['on']), quote.amountCents)));
    expect({
      amount: quote.amountCents,
      parts: {
        interest: quote.parts.interestCents,
        overdueCharges: quote.parts.lateChargeCents + quote.parts.penaltyCents,
        extensionFee: quote.parts.extensionFeeCents,
      },
      newDueDate: quote.newDueDate,
      principalAfter: payoffOn(balance, quote.newDueDate).principalCents,
      payoffAtNewDue: payoffOn(balance, quote.newDueDate).totalCents,
    }).toEqual(expected);
    expect(nextDueDate(balance)).toBe(quote.newDueDate);
    expect(quote.payoffThenCents).toBe(expected['payoffAtNewDue']);
  });

  test('LV-17 twice', () => {
    const { input, expected } = vector('LV-17');
    const [first = '', second = ''] = input['on'] as string[];
    const quote = granted(extensionQuote(loan(), first));
    const once = loan({}, extension(first, quote.amountCents));
    const again = granted(extensionQuote(once, second));
    const twice = loan({}, extension(first, quote.amountCents), extension(second, again.amountCents));
    expect({
      amounts: [quote.amountCents, again.amountCents],
      dueDates: [quote.newDueDate, again.newDueDate],
      principal: payoffOn(twice, second).principalCents,
      chargesPaidOrDueSoFar: chargesSoFarCents(twice),
      withMaxExtensions1: 'MAX_EXTENSIONS',
    }).toEqual(expected);
    const limited = loan({ maxExtensions: 1 }, extension(first, quote.amountCents));
    expect(extensionQuote(limited, second)).toEqual({ refused: expected['withMaxExtensions1'] });
  });
});

test('LV-18 E14 E15 a repayment coupon', () => {
  const { input, expected } = vector('LV-18');
  const { amount, minAmount } = input['coupon'] as { amount: number; minAmount: number };
  const addDesktop: CouponTerms = { kind: 'addDesktop', amountCents: amount, minAmountCents: minAmount };
  const ordinary: CouponTerms = { kind: 'repayment', amountCents: 5000, minAmountCents: 200_000 };
  const use = (coupon: CouponTerms, kind: 'full' | 'partial' | 'extension', amountCents: number) => {
    const result = checkRepaymentCoupon(coupon, { kind, amountCents });
    if ('refused' in result) return { error: result.refused };
    return { couponUsed: result.couponCents, cash: result.cashCents, forfeited: result.forfeitedCents };
  };
  expect({
    full: use(addDesktop, 'full', Number(input['total'])),
    partial: use(addDesktop, 'partial', Number(input['total'])),
    extension: use(addDesktop, 'extension', 22_000),
    belowMinimum: use(addDesktop, 'full', minAmount - 1),
    largerThanDue: use({ kind: 'repayment', amountCents: amount }, 'full', 15_000),
    ordinaryPartialBelowMinimum: use(ordinary, 'partial', 199_999),
    ordinaryPartialAboveMinimum: use(ordinary, 'partial', 300_000),
  }).toEqual(expected);
});

test('LV-19 early repayment: actual days, at least one, or the full term', () => {
  const { input, expected } = vector('LV-19');
  const [sameDay = '', day5 = ''] = input['on'] as string[];
  expect({
    sameDay: payoffOn(loan(), sameDay).totalCents,
    day5: payoffOn(loan(), day5).totalCents,
    day5FullTermPolicy: payoffOn(loan({ earlyRepayment: 'fullTerm' }), day5).totalCents,
  }).toEqual(expected);
});

describe('Easy Re-loan', () => {
  const policy = { activationCents: 20_000, streakCents: [5000, 7000, 9000, 11_000] };
  const events: Record<string, RewardEvent> = {
    on: { type: 'on' },
    off: { type: 'off' },
    ok: { type: 'success' },
    fail: { type: 'failure' },
    use: { type: 'use' },
  };

  /** What a step did, in the vectors' words. */
  function logged(name: string, before: RewardState, after: RewardState): string {
    const used = after.vouchers.find(
      ({ id, state }) => state === 'used' && before.vouchers.find((each) => each.id === id)?.state !== 'used',
    );
    if (name === 'ok') return `ok+${(after.vouchers.at(-1)?.amountCents ?? 0) / 100}`;
    if (name === 'fail') return `fail:streak=${after.streak}`;
    return name === 'use' ? `use#${used?.id}` : name;
  }

  test.each(['LV-29', 'LV-30', 'LV-32'])('%s', (id) => {
    const { input, expected } = vector(id);
    let state = noRewards;
    const log = (input['events'] as string[]).map((name) => {
      const next = reward(state, events[name] ?? { type: 'on' }, policy);
      if ('refused' in next) return `${name}:REFUSED_${next.refused}`;
      const line = logged(name, state, next);
      state = next;
      return line;
    });
    const vouchers = state.vouchers.map(({ amountCents, ...voucher }) => ({ ...voucher, amount: amountCents }));
    expect({ on: state.isOn, streak: state.streak, vouchers, log }).toEqual(expected);
  });
});

test('LV-34 paid twice: the second payment is owed to the borrower', () => {
  const { input, expected } = vector('LV-34');
  const [first = 0, second = 0] = input['payments'] as number[];
  const once = applyPayment(loan(), { day: dueDate, cashCents: first, couponCents: 0 });
  const twice = applyPayment(once.balance, { day: dueDate, cashCents: second, couponCents: 0 });
  expect({ first: partsOf(once.parts), second: partsOf(twice.parts) }).toEqual(expected);
  expect(once.balance.state).toBe('settled');
  expect(loan({}, payment(dueDate, first), payment(dueDate, second)).paid.overpaidCents).toBe(second);
  expect(allocate(first, []).parts.overpaidCents).toBe(first);
});
