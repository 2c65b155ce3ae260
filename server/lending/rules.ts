import type { LoanTerms } from './types.ts';

/**
 * Whether a loan keeps the original rules, under which its postings were first booked. Under those rules:
 * - a period that a payment splits is rounded twice,
 * - the rest of an instalment is due on its own day, even if its principal was prepaid,
 * - overdue charges accrue on refundable upfront interest,
 * - a part payment loses the charges that the cap had withheld,
 * - charges that an extension waives count towards the total cost.
 */
export const keepsOriginalRules = ({ rules }: LoanTerms): boolean => rules === 'original';
