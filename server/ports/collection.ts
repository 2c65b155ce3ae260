import type { StatementPort } from './statement.ts';

export interface CollectionRequest {
  /** Ours, unique to one repayment: paid at most once. */
  reference: string;
  amountCents: number;
  /** What the payer reads, e.g. the order number; no personal data. */
  description: string;
  /** Until then it can be paid. */
  expiresAt: Date;
}

/** How the payer pays: at a channel, by a code, or on a page of the provider's. */
export interface PaymentInstructions {
  channel: string;
  code: string;
  url?: string;
}

/** Why nothing was paid: declined, not paid in time, not enough money, or anything else. A word we do not know is `other`. */
export const collectionFailureReasons = ['declined', 'expired', 'insufficientFunds', 'other'] as const;
export type CollectionFailureReason = (typeof collectionFailureReasons)[number];

/**
 * `success` is final. `failed` is not quite: money that comes late turns it into `success`. `unknown`: whether the request
 * arrived is not known; it is asked about under the same reference.
 */
export const collectionStates = ['inProgress', 'success', 'failed', 'unknown'] as const;
export type CollectionState = (typeof collectionStates)[number];

export interface CollectionReceipt {
  state: CollectionState;
  providerReference?: string;
  /** While it can be paid. */
  instructions?: PaymentInstructions;
  /** What was really paid; it may differ from what was asked for. */
  amountCents?: number;
  paidAt?: Date;
  /** Of a failure. */
  reason?: CollectionFailureReason;
}

/** Takes money in. */
export interface CollectionPort extends StatementPort {
  /**
   * Asks for a payment. The same reference again gives the same request. A time-out, a broken connection or an answer that
   * cannot be read is `unknown`; rejects (ProviderError) only when the provider refused the request itself.
   */
  request(request: CollectionRequest): Promise<CollectionReceipt>;
  /** How it stands; undefined when the provider never heard of the reference. Rejects when it cannot be asked. */
  status(reference: string): Promise<CollectionReceipt | undefined>;
}
