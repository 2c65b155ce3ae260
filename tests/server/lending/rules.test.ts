import { describe, expect, test } from 'vitest';
import {
  accountChangeRefusal,
  applyWithdrawalCoupon,
  availableCents,
  capFindingsOn,
  capsFrom,
  checkRepaymentCoupon,
  checkWithdrawalCoupon,
  couponExpiresOn,
  dueLabel,
  growthCents,
  isCouponValid,
  limitOf,
  noRewards,
  originate,
  reward,
} from '../../../server/lending/index.ts';
import type { AccountChange, Disclosure, LimitGrant, RewardEvent, RewardState } from '../../../server/lending/index.ts';
import type { Disclosure as Contract } from '../../../server/contract/disclosure.ts';
import { disclosed, termsOf } from './support/terms.ts';
import { caps } from './support/vectors.ts';

test('the disclosure matches the contract', () => {
  const ours: Disclosure = disclosed(termsOf());
  const theirs: Contract = ours;
  expect(theirs).toMatchObject({
    financeChargeCents: 21_900,
    totalDueCents: 514_000,
    late: { graceDays: 0 },
    extension: { days: 8, feeCents: 8000, interestCents: 14_000, totalCents: 22_000 },
  });
});

test('a loan that would pay out nothing is refused', () => {
  expect(originate(termsOf({ principalCents: 2000 }))).toEqual({ refused: 'DEDUCTION_EXCEEDS_PRINCIPAL' });
  const refused = { refused: 'DEDUCTION_EXCEEDS_PRINCIPAL' };
  expect(originate(termsOf({ principalCents: 2000, serviceFeePpm: 0 }))).toEqual(refused);
  expect(originate(termsOf({ principalCents: 2001, serviceFeePpm: 0 }))).toMatchObject({ receivedCents: 1 });
});

describe('the effective rate', () => {
  const free = { serviceFeePpm: 0, creditScoreFeeCents: 0 };
  const rateOf = (input: Parameters<typeof termsOf>[0]) => disclosed(termsOf(input)).effectiveRatePpm30d;

  test('of 30 days without fees is the nominal one, to the last digit', () => {
    expect(rateOf({ ...free, termDays: 30 })).toBe(60_000);
    expect(rateOf({ ...free, termDays: 30, principalCents: 1_234_500 })).toBe(60_000);
  });

  test('of a longer loan is the linear one, which is higher', () => {
    // 12 % for 60 days are 6 % per 30 days; discounted they would be 5.84 %.
    expect(rateOf({ ...free, termDays: 60 })).toBe(60_000);
  });

  test('is rounded up to 0.01 %', () => {
    expect(rateOf({ ...free, termDays: 30, dailyRatePpm: 1001 })).toBe(30_100);
  });
});

test('a plan rounded to large sums ends when everything is paid', () => {
  const instalments = { count: 6, every: 'days', method: 'equalInstalments', roundToCents: 100_000 } as const;
  const { schedule } = disclosed(termsOf({ principalCents: 330_000, termDays: 60, dailyRatePpm: 0, instalments }));
  expect(schedule.map(({ principalCents }) => principalCents)).toEqual([100_000, 100_000, 100_000, 30_000, 0, 0]);
});

describe('coupons', () => {
  test('a withdrawal coupon reduces the deduction to zero at most', () => {
    expect(applyWithdrawalCoupon(10_000, 7900)).toEqual({ couponCents: 7900, forfeitedCents: 2100 });
    expect(disclosed(termsOf(), 10_000)).toMatchObject({ couponCents: 7900, deductionCents: 0, receivedCents: 500_000 });
  });

  test('a withdrawal coupon needs its minimum amount and its type', () => {
    const coupon = { kind: 'withdrawal', amountCents: 5000, minAmountCents: 200_000 } as const;
    expect(checkWithdrawalCoupon(coupon, 199_999)).toEqual({ refused: 'COUPON_MIN_AMOUNT' });
    expect(checkWithdrawalCoupon(coupon, 200_000)).toBeUndefined();
    expect(checkWithdrawalCoupon({ ...coupon, kind: 'repayment' }, 200_000)).toEqual({ refused: 'COUPON_KIND' });
  });

  test('E14 a repayment coupon works from its minimum amount', () => {
    const coupon = { kind: 'repayment', amountCents: 10_000, minAmountCents: 200_000 } as const;
    expect(checkRepaymentCoupon(coupon, { kind: 'full', amountCents: 200_000 })).toMatchObject({ cashCents: 190_000 });
    expect(checkRepaymentCoupon(coupon, { kind: 'full', amountCents: 199_999 })).toEqual({ refused: 'COUPON_MIN_AMOUNT' });
    expect(checkRepaymentCoupon({ ...coupon, kind: 'withdrawal' }, { kind: 'full', amountCents: 200_000 })).toEqual({
      refused: 'COUPON_KIND',
    });
  });

  test('a coupon works on its last day', () => {
    const last = couponExpiresOn('2026-06-01', 30);
    expect(last).toBe('2026-07-01');
    expect([isCouponValid(last, '2026-07-01'), isCouponValid(last, '2026-07-02')]).toEqual([true, false]);
  });
});

describe('limit', () => {
  const grant = (kind: LimitGrant['kind'], amountCents: number, grantedAt = '2026-06-01T00:00:00Z'): LimitGrant => ({
    kind,
    amountCents,
    grantedAt,
  });

  test('is the latest decision plus growth and boosts, up to the maximum', () => {
    const grants = [grant('application', 500_000), grant('growth', 50_000), grant('boost', 100_000)];
    expect(limitOf(grants, 8_000_000)).toEqual({ grantedCents: 550_000, boostCents: 100_000, totalCents: 650_000 });
    const decidedAnew = [...grants, grant('application', 300_000, '2026-07-01T00:00:00Z')];
    expect(limitOf(decidedAnew, 8_000_000).grantedCents).toBe(350_000);
    expect(limitOf(grants, 600_000).totalCents).toBe(600_000);
    expect(limitOf([grant('boost', 100_000)], 8_000_000).totalCents).toBe(0);
  });

  test('leaves the part that is not outstanding', () => {
    const limit = limitOf([grant('application', 500_000)], 8_000_000);
    expect([availableCents(limit, 200_000), availableCents(limit, 900_000)]).toEqual([300_000, 0]);
  });

  test('grows by its rules in round sums up to the maximum', () => {
    const rules = [{ on: 'settledOnTime', raiseCents: 50_000, raisePpm: 100_000 }] as const;
    const limit = limitOf([grant('application', 525_000)], 8_000_000);
    const bounds = { maximumCents: 8_000_000, stepCents: 50_000 };
    expect(growthCents(rules, 'settledOnTime', limit, bounds)).toBe(100_000);
    expect(growthCents(rules, 'settledLate', limit, bounds)).toBe(0);
    expect(growthCents(rules, 'settledOnTime', limit, { ...bounds, maximumCents: 550_000 })).toBe(25_000);
  });
});

describe('V11 P02 change of account', () => {
  const allowed: AccountChange = { isReloan: true, hasAccount: true, isDisbursing: false, isFresh: true, isDemanded: false };
  test.each([
    [{}, undefined],
    [{ isReloan: false }, 'notReloan'],
    [{ hasAccount: false }, 'noAccount'],
    [{ isDisbursing: true }, 'disbursing'],
    [{ isFresh: false }, 'freshCodeRequired'],
    [{ isSameAccount: true }, 'sameAccount'],
    [{ isReloan: false, isDisbursing: true, isFresh: false, isDemanded: true }, undefined],
    [{ isDemanded: true, isSameAccount: true }, 'sameAccount'],
  ] as const)('%o → %s', (change, refusal) => {
    expect(accountChangeRefusal({ ...allowed, ...change })).toBe(refusal);
  });
});

test('L04 labels follow the calendar', () => {
  expect(['2026-06-12', '2026-06-15', '2026-06-18'].map((today) => dueLabel('2026-06-15', today))).toEqual([
    { label: 'expiresIn', daysLeft: 3 },
    { label: 'dueToday', daysLeft: 0 },
    { label: 'overdue', overdueDays: 3 },
  ]);
});

describe('legal caps', () => {
  test('apply by amount and term', () => {
    const dear = { serviceFeePpm: 40_000 };
    expect(capFindingsOn(termsOf(dear), caps, '2026-06-01').map(({ measure }) => measure)).toEqual(['effective']);
    expect(capFindingsOn(termsOf({ ...dear, principalCents: 1_000_000, termDays: 14 }), caps, '2026-06-01')).toHaveLength(1);
    expect(capFindingsOn(termsOf({ ...dear, principalCents: 1_000_100 }), caps, '2026-06-01')).toEqual([]);
    expect(capFindingsOn(termsOf({ ...dear, termDays: 124 }), caps, '2026-06-01')).toEqual([]);
    expect(capFindingsOn(termsOf(dear), caps, '2022-03-02')).toEqual([]);
  });

  test('each ceiling is enforced', () => {
    const measures = (input: Parameters<typeof termsOf>[0]) =>
      capFindingsOn(termsOf(input), caps, '2026-06-01').map(({ measure }) => measure);
    expect(measures({ dailyRatePpm: 2001, serviceFeePpm: 0 })).toEqual(['nominal']);
    expect(measures({ extensionFeePpmPerDay: 2001 })).toEqual(['extensionFee']);
    expect(measures({ extensionFeePpmPerDay: 2001, extensionDays: 0 })).toEqual([]);
    expect(measures({ penaltyCapPpmPer30d: 50_001 })).toEqual(['penalty']);
    expect(measures({ penaltyCapPpmPer30d: 90_000, lateChargeCents: 0 })).toEqual([]);
    expect(measures({ totalCostCapPpm: 1_000_001 })).toEqual(['totalCost']);
  });

  test('include the cap in force on the first day of an offer and all before its end', () => {
    const sources = (from: string, until?: string) => capsFrom(caps, from, until).map((cap) => cap.from);
    expect(sources('2025-01-01')).toEqual(['2022-03-03', '2026-04-01']);
    expect(sources('2025-01-01', '2026-03-31')).toEqual(['2022-03-03']);
    expect(sources('2026-04-01')).toEqual(['2026-04-01']);
    expect(sources('2020-01-01')).toEqual(['2022-03-03', '2026-04-01']);
  });
});

describe('L09 L10 L11 Easy Re-loan', () => {
  const policy = { activationCents: 20_000, streakCents: [5000, 7000] };
  const after = (...types: Exclude<RewardEvent['type'], 'undone'>[]) =>
    types.reduce<RewardState>((state, type) => {
      const next = reward(state, { type }, policy);
      return 'refused' in next ? state : next;
    }, noRewards);

  test('a second activation gives no second voucher, and a break restarts the streak', () => {
    const state = after('on', 'success', 'off', 'on', 'success');
    expect(state.vouchers.map(({ kind, amountCents }) => [kind, amountCents])).toEqual([
      ['activation', 20_000],
      ['streak', 5000],
      ['streak', 5000],
    ]);
  });

  test('turning off after the first success revokes nothing', () => {
    expect(after('on', 'success', 'off').vouchers[0]?.state).toBe('provisional');
    expect(after('on', 'success', 'off', 'on', 'success').vouchers[0]?.state).toBe('permanent');
  });

  test('customer service may end it after a voucher was used: earned vouchers stay, provisional ones are revoked before the first success', () => {
    const used = reward(after('on', 'success', 'success'), { type: 'use', id: 1 }, policy) as RewardState;
    expect(reward(used, { type: 'off' }, policy)).toEqual({ refused: 'VOUCHER_USED' });
    const ended = reward(used, { type: 'ended' }, policy) as RewardState;
    expect(ended).toMatchObject({ isOn: false, streak: 0, successes: 2 });
    expect(ended.vouchers.map(({ state }) => state)).toEqual(['used', 'live', 'live']);
    expect(after('on', 'ended').vouchers[0]?.state).toBe('revoked');
    expect(reward(noRewards, { type: 'ended' }, policy)).toEqual({ refused: 'NOT_ON' });
  });

  test('a success whose loan was cancelled does not count, and its voucher is revoked unless used', () => {
    const undone = reward(after('on', 'success', 'success'), { type: 'undone', id: 3 }, policy) as RewardState;
    expect(undone).toMatchObject({ streak: 0, successes: 1 });
    expect(undone.vouchers.map(({ state }) => state)).toEqual(['provisional', 'live', 'revoked']);
    const spent = reward(reward(after('on', 'success'), { type: 'use', id: 2 }, policy) as RewardState, { type: 'undone', id: 2 }, policy);
    expect((spent as RewardState).vouchers[1]?.state).toBe('used');
    expect(reward(after('on'), { type: 'undone', id: 1 }, policy)).toEqual({ refused: 'NO_VOUCHER' });
  });

  test('a success after a too short loan gives no voucher and no step, even when reversed', () => {
    const early = reward(after('on', 'success'), { type: 'success', earnsNothing: true }, policy) as RewardState;
    expect(early).toMatchObject({ streak: 1, successes: 2, vouchers: [{ kind: 'activation' }, { amountCents: 5000 }] });
    expect(reward(early, { type: 'success' }, policy)).toMatchObject({ streak: 2, vouchers: [{}, {}, { amountCents: 7000 }] });
    const undone = reward(early, { type: 'undone' }, policy) as RewardState;
    expect(undone).toMatchObject({ streak: 0, successes: 1, vouchers: [{ state: 'provisional' }, { state: 'live' }] });
  });

  test('refuses impossible events', () => {
    expect(reward(noRewards, { type: 'success' }, policy)).toEqual({ refused: 'NOT_ON' });
    expect(reward(noRewards, { type: 'off' }, policy)).toEqual({ refused: 'NOT_ON' });
    expect(reward(after('on'), { type: 'on' }, policy)).toEqual({ refused: 'ALREADY_ON' });
    expect(reward(after('on', 'off'), { type: 'use' }, policy)).toEqual({ refused: 'NO_VOUCHER' });
    expect(reward(after('on'), { type: 'use', id: 2 }, policy)).toEqual({ refused: 'NO_VOUCHER' });
  });
});
