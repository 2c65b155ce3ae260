import type { StatementPort } from './statement.ts';

export interface CollectionRequest {
  /** Our reference, unique per repayment. The provider accepts at most one payment for it. */
  reference: string;
  amountCents: number;
  /** ISO 4217 */
  currency: string;
  /** Shown to the payer, e.g. the order number. No personal data. */
  description: string;
  /** Deadline for the payment. */
  expiresAt: Date;
}

/** How to pay: at a channel, with a code, or on a page of the provider. */
export interface PaymentInstructions {
  channel: string;
  code: string;
  url?: string;
}

/** Why nothing was paid. An unknown reason becomes `other`. */
export const collectionFailureReasons = ['declined', 'expired', 'insufficientFunds', 'other'] as const;
export type CollectionFailureReason = (typeof collectionFailureReasons)[number];

/**
 * `success` is final. `failed` is not: money that arrives late turns it into `success`. `unknown` means that the provider may or may not
 * have received the request; ask again under the same reference.
 */
export const collectionStates = ['inProgress', 'success', 'failed', 'unknown'] as const;
export type CollectionState = (typeof collectionStates)[number];

export interface CollectionReceipt {
  state: CollectionState;
  providerReference?: string;
  /** Present while it can be paid. */
  instructions?: PaymentInstructions;
  /** Amount actually paid. It may differ from the requested amount. */
  amountCents?: number;
  paidAt?: Date;
  reason?: CollectionFailureReason;
}

/** Collects money. */
export interface CollectionPort extends StatementPort {
  /**
   * Requests a payment. Idempotent: the same reference returns the same request. A timeout, a broken connection or an unreadable response
   * returns `unknown`. Rejects with a ProviderError only if the provider refused the request.
   */
  request(request: CollectionRequest): Promise<CollectionReceipt>;
  /** Returns the state of a payment; undefined if the provider does not know the reference. Rejects if the provider cannot be reached. */
  status(reference: string): Promise<CollectionReceipt | undefined>;
}
