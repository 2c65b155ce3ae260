import { createHash } from 'node:crypto';
import { stableJson } from '../../../engine/form/hash.ts';
import type { Disclosure, LoanTerms } from '../../lending/types.ts';

export interface Disclosed {
  loanId: string;
  orderNumber: string;
  terms: LoanTerms;
  disclosure: Disclosure;
  couponId: string | null;
  /** Payout account. */
  accountId: string | null;
}

/** The hash of everything disclosed before signing, for this one loan. A consent names it. */
export const disclosureHash = (disclosed: Disclosed): string => createHash('sha256').update(stableJson(disclosed)).digest('hex');
