/** Reasons for a proposed placement of held money. */
export const placementReasons = ['loanEnded', 'cannotReplay', 'paidTwice', 'asAsked', 'settles', 'partOfIt', 'moreThanOwed'] as const;
export type PlacementReason = (typeof placementReasons)[number];

export interface HeldFacts {
  paidCents: number;
  /** The amount that the repayment asked for. */
  askedCents: number;
  /** The payoff amount of its loan on the day it arrived; 0 if the loan had ended. */
  owedCents: number;
  isActive: boolean;
  /** Whether the later postings can be recalculated on top of it. */
  canReplay: boolean;
  /** Another payment of the same amount for the loan succeeded within days. */
  isDouble: boolean;
}

export interface Placement {
  to: 'loan' | 'borrower';
  /** Confidence, from 0 to 100. */
  score: number;
  reasons: PlacementReason[];
}

const points: Readonly<Record<PlacementReason, number>> = {
  loanEnded: 95,
  cannotReplay: 80,
  paidTwice: 70,
  asAsked: 40,
  settles: 40,
  partOfIt: 50,
  moreThanOwed: 15,
};

/** Proposes where held money belongs, with the reasons. A person decides. */
export function placementOf({ paidCents, askedCents, owedCents, isActive, canReplay, isDouble }: HeldFacts): Placement {
  const back = [
    ...(isActive ? [] : ['loanEnded' as const]),
    ...(isActive && !canReplay ? ['cannotReplay' as const] : []),
    ...(isDouble ? ['paidTwice' as const] : []),
  ];
  const reasons = back.length > 0 ? back : reasonsForLoan(paidCents, askedCents, owedCents);
  const score = Math.min(
    100,
    reasons.reduce((sum, reason) => sum + points[reason], 0),
  );
  return { to: back.length > 0 ? 'borrower' : 'loan', score, reasons };
}

const reasonsForLoan = (paidCents: number, askedCents: number, owedCents: number): PlacementReason[] => [
  ...(paidCents === askedCents ? ['asAsked' as const] : []),
  ...(paidCents === owedCents ? ['settles' as const] : []),
  ...(paidCents < owedCents ? ['partOfIt' as const] : []),
  ...(paidCents > owedCents ? ['moreThanOwed' as const] : []),
];
