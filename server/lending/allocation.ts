import { interestDay, interestUntil, scheduledInterest } from './balance.ts';
import type { Allocation, LoanBalance, OpenItem } from './types.ts';

/** One target of a payment. Claims are paid in order. */
export interface Claim {
  part: Exclude<keyof Allocation, 'overpaidCents'>;
  cents: number;
  /** Number of the instalment that the claim belongs to. */
  item?: number;
}

export const sumOfParts = (a: Allocation, b: Allocation): Allocation => ({
  principalCents: a.principalCents + b.principalCents,
  interestCents: a.interestCents + b.interestCents,
  lateChargeCents: a.lateChargeCents + b.lateChargeCents,
  penaltyCents: a.penaltyCents + b.penaltyCents,
  extensionFeeCents: a.extensionFeeCents + b.extensionFeeCents,
  overpaidCents: a.overpaidCents + b.overpaidCents,
});

/** Allocates an amount to claims in order. The parts and `overpaidCents` add up to the amount. */
export function allocate(amountCents: number, claims: readonly Claim[]): { taken: Claim[]; parts: Allocation } {
  let left = amountCents;
  const taken = claims.map((claim) => {
    const cents = Math.min(left, Math.max(0, claim.cents));
    left -= cents;
    return { ...claim, cents };
  });
  const sumOf = (part: Claim['part']) => taken.reduce((sum, claim) => (claim.part === part ? sum + claim.cents : sum), 0);
  const parts = {
    principalCents: sumOf('principalCents'),
    interestCents: sumOf('interestCents'),
    lateChargeCents: sumOf('lateChargeCents'),
    penaltyCents: sumOf('penaltyCents'),
    extensionFeeCents: sumOf('extensionFeeCents'),
    overpaidCents: left,
  };
  return { taken, parts };
}

/**
 * Claims in the order of lending.md, "allocation": penalty, late charge, interest and principal that are due. The rest prepays: first the
 * interest accrued so far, then principal from the next instalment on.
 */
export function claimsOf(balance: LoanBalance): Claim[] {
  const { unpaid, asOfDay, items, terms } = balance;
  const come = items.filter(({ dueDate }) => dueDate <= asOfDay);
  const ahead = items.slice(come.length);
  const interest = (item: OpenItem) => interestClaim(item, scheduledInterest(balance, item));
  return [
    { part: 'penaltyCents', cents: unpaid.penaltyCents },
    { part: 'lateChargeCents', cents: unpaid.lateChargeCents },
    ...come.map(interest),
    ...come.map(principalClaim),
    ...(terms.parameters.earlyRepayment === 'fullTerm'
      ? ahead.flatMap((item) => [interest(item), principalClaim(item)])
      : [...ahead.slice(0, 1).map((item) => interestSoFar(balance, item)), ...ahead.map(principalClaim)]),
  ];
}

const interestSoFar = (balance: LoanBalance, item: OpenItem): Claim =>
  interestClaim(item, interestUntil(balance, item, interestDay(balance, balance.asOfDay)));

const interestClaim = (item: OpenItem, owedCents: number): Claim => ({
  part: 'interestCents',
  item: item.number,
  cents: owedCents - item.interestPaidCents,
});

const principalClaim = (item: OpenItem): Claim => ({ part: 'principalCents', item: item.number, cents: item.principalCents });
