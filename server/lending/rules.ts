import type { LoanTerms } from './types.ts';

/**
 * Whether a loan keeps the rules that held when its postings were first booked. Under those
 * - a period that a payment cuts in two is rounded twice,
 * - what is left of an instalment is due on its own day, though its principal was paid ahead,
 * - overdue charges run on the interest that an upfront loan is to give back,
 * - a part payment forgets what the ceiling had kept from being charged,
 * - what an extension waives counts towards the total cost.
 */
export const keepsOriginalRules = ({ rules }: LoanTerms): boolean => rules === 'original';
