import { describe, expect, test } from 'vitest';
import { disclose, extensionQuote, payoffOn, projectionOf } from '../../../server/lending/index.ts';
import { extension, granted, loan, payment, start, termsOf } from './support/terms.ts';

describe('3.4 the statement takes the cost of an extension from the function that charges it', () => {
  test('the interest of the whole term, even on the first day', () => {
    const quote = granted(extensionQuote(loan(), start));
    expect(granted(disclose(termsOf(), { payoutDay: start, couponCents: 0 })).extension).toEqual({
      days: 8,
      feeCents: quote.parts.extensionFeeCents,
      interestCents: 14_000,
      totalCents: quote.amountCents,
    });
  });

  test('promises no extension if none is available', () => {
    const instalments = { count: 3, every: 'days', method: 'equalInstalments' } as const;
    const disclosed = (input: Parameters<typeof termsOf>[0]) => granted(disclose(termsOf(input), { payoutDay: start, couponCents: 0 }));
    expect(disclosed({ termDays: 90, instalments }).extension.days).toBe(0);
    expect(disclosed({ maxExtensions: 0 }).extension.days).toBe(0);
  });
});

describe('K02 the cost of each choice on each day', () => {
  test('covers today, the due date, and late charges', () => {
    const days = projectionOf(loan(), '2026-06-06');
    expect(days.map(({ day, lateDays, isDue, settleCents }) => [day, lateDays, isDue, settleCents])).toEqual([
      ['2026-06-06', 0, false, 505_000],
      ['2026-06-15', 0, true, 514_000],
      ['2026-06-16', 1, false, 514_856],
      ['2026-06-22', 7, false, 519_996],
      ['2026-07-15', 30, false, 539_700],
    ]);
    expect(days[0]?.extension).toEqual({ nowCents: 22_000, newDueDate: '2026-06-23', thenCents: 500_000, totalCents: 522_000 });
  });

  test('every figure is the actual charge of that day', () => {
    const balance = loan({}, payment('2026-06-10', 100_000));
    for (const { day, settleCents, extension: more } of projectionOf(balance, '2026-06-12')) {
      const quote = granted(extensionQuote(balance, day));
      expect({ settleCents, nowCents: more?.nowCents, thenCents: more?.thenCents }).toEqual({
        settleCents: payoffOn(balance, day).totalCents,
        nowCents: quote.amountCents,
        thenCents: quote.payoffThenCents,
      });
    }
  });

  test('starts today once the loan is late', () => {
    expect(projectionOf(loan(), '2026-06-20').map(({ day, lateDays }) => [day, lateDays])).toEqual([
      ['2026-06-20', 5],
      ['2026-06-21', 6],
      ['2026-06-27', 12],
      ['2026-07-20', 35],
    ]);
  });

  test('has no extension if there is none, and is empty once settled', () => {
    const once = loan({ maxExtensions: 1 }, extension('2026-06-15', 22_000));
    expect(projectionOf(once, '2026-06-15').every((each) => each.extension === undefined)).toBe(true);
    expect(projectionOf(loan({}, payment('2026-06-15', 514_000)), '2026-06-15')).toEqual([]);
  });
});
