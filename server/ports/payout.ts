import type { StatementPort } from './statement.ts';

export interface PayoutDestination {
  method: 'bank' | 'wallet' | 'remittance';
  /** Code of the bank, wallet or shop. */
  institution: string;
  /** Account or wallet number; for a remittance, the phone number. */
  account: string;
  holderName: string;
}

export interface PayoutTransfer {
  /** Our reference, unique per disbursement. The provider makes at most one transfer for it. */
  reference: string;
  amountCents: number;
  /** ISO 4217 */
  currency: string;
  destination: PayoutDestination;
}

/**
 * Why a payout failed: the account cannot receive funds (E08), its details are incorrect (E10), the ID photo is unclear
 * (E09), the identity's details are wrong (E11), or another reason. A reason that we do not know becomes `other`.
 */
export const payoutFailureReasons = ['account', 'bankDetails', 'identityPhoto', 'identityDetails', 'other'] as const;
export type PayoutFailureReason = (typeof payoutFailureReasons)[number];

/**
 * `accepted`: in progress. `paid` and `failed` are final. `unknown`: the transfer may or may not have happened. Ask again under the same
 * reference, and never resend it under another.
 */
export const payoutStates = ['accepted', 'paid', 'failed', 'unknown'] as const;
export type PayoutState = (typeof payoutStates)[number];

export interface PayoutReceipt {
  state: PayoutState;
  providerReference?: string;
  reason?: PayoutFailureReason;
  /** Amount actually paid, to compare with the requested amount. */
  amountCents?: number;
  /** Time of the payment or failure. */
  at?: Date;
}

/** Pays money out. */
export interface PayoutPort extends StatementPort {
  /**
   * Requests a transfer. Idempotent: the same reference returns the receipt of the same transfer. A timeout, a broken connection or an
   * unreadable response returns `unknown`. Rejects with a ProviderError only if the provider refused the request, so that nothing was sent.
   */
  send(transfer: PayoutTransfer): Promise<PayoutReceipt>;
  /** Returns the state of a transfer; undefined if the provider does not know the reference. Rejects if the provider cannot be reached. */
  status(reference: string): Promise<PayoutReceipt | undefined>;
}
