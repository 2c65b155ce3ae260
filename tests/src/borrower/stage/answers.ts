import type { Coupon, Disclosure, LoanOffer } from '../../../../src/borrower/contract.ts';

/** The server's quote: a loan with fees of 20 pesos, 1 % and GST, at 0.2 % a day. */
export function quote({ productId, amountCents, termDays }: { productId: string; amountCents: number; termDays: number }): Disclosure {
  const interestCents = Math.round(amountCents * 0.002 * termDays);
  const serviceFeeCents = Math.round(amountCents * 0.01);
  const gstCents = Math.round(serviceFeeCents * 0.18);
  const deductionCents = serviceFeeCents + gstCents + 2000 - 500;
  const count = termDays > 30 ? 3 : 1;
  return {
    productId,
    principalCents: amountCents,
    termDays,
    dailyRatePpm: 2000,
    interestCents,
    interestTiming: 'atMaturity',
    serviceFeeCents,
    creditScoreFeeCents: 2000,
    gstCents,
    couponCents: 500,
    deductionCents,
    receivedCents: amountCents - deductionCents,
    financeChargeCents: interestCents + deductionCents,
    totalDueCents: amountCents + interestCents,
    effectiveRatePpm30d: 86_400,
    dueDate: '2026-03-16',
    schedule: Array.from({ length: count }, (_, index) => ({
      number: index + 1,
      dueDate: `2026-0${3 + index}-16`,
      principalCents: Math.round(amountCents / count),
      interestCents: Math.round(interestCents / count),
      totalCents: Math.round((amountCents + interestCents) / count),
      balanceCents: Math.round(amountCents * (1 - (index + 1) / count)),
    })),
    late: { lateChargeCents: 5000, penaltyPpmPerDay: 1600, penaltyCapPpmPer30d: 50_000, graceDays: 1 },
    extension: { days: 8, feeCents: 8000, interestCents: 14_000, totalCents: 22_000 },
  };
}

const coupon = (id: string, more: Partial<Coupon> = {}): Coupon => ({
  id,
  type: 'welcome',
  kind: 'withdrawal',
  state: 'available',
  amountCents: 5000,
  fullRepaymentOnly: false,
  expiresOn: '2026-06-30',
  usableNow: true,
  ...more,
});

export const coupons: Coupon[] = [
  coupon('c1'),
  coupon('c2', { amountCents: 20_000, minAmountCents: 100_000 }),
  coupon('c4', { type: 'lapsing', amountCents: 20_000, savesCents: 3560, lapsesCents: 16_440 }),
  coupon('c3', { type: 'addDesktop', fullRepaymentOnly: true, usableNow: false, unusableReason: 'couponFullRepaymentOnly' }),
];

export const listed: Coupon[] = [
  coupon('l1'),
  coupon('l2', { state: 'reserved', usableNow: false }),
  coupon('l3', { state: 'used', usedAt: '2026-02-01T03:00:00Z', usableNow: false }),
  coupon('l4', { state: 'expired', expiresOn: '2026-01-31', usableNow: false }),
  coupon('l5', { state: 'revoked', usableNow: false, unusableReason: 'couponUnavailable' }),
];

export const offer: LoanOffer = {
  canBorrow: true,
  limit: { grantedCents: 500_000, boostCents: 0, outstandingCents: 0, availableCents: 487_050 },
  products: [
    {
      id: 'quick',
      minCents: 100_000,
      maxCents: 487_050,
      stepCents: 10_000,
      terms: [
        { termDays: 14, dailyRatePpm: 2000, instalments: 1, dueDate: '2026-03-16' },
        { termDays: 90, dailyRatePpm: 2000, instalments: 3, dueDate: '2026-04-01' },
      ],
    },
  ],
  coupons: [],
  signature: 'none',
};

export const payments = Array.from({ length: 5 }, (_, index) => ({
  id: `p${index}`,
  createdAt: `2026-02-0${index + 1}T03:20:00Z`,
  kind: 'full',
  amountCents: 120_050 + index * 100,
}));
