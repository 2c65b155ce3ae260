import type { StatementPort } from './statement.ts';

export interface PayoutDestination {
  method: 'bank' | 'wallet' | 'remittance';
  /** Bank, wallet or shop code. */
  institution: string;
  /** Account or wallet number; the phone number for a remittance. */
  account: string;
  holderName: string;
}

export interface PayoutTransfer {
  /** Ours, unique to one disbursement: the provider makes at most one transfer of it. */
  reference: string;
  amountCents: number;
  destination: PayoutDestination;
}

/**
 * Why a payout failed: the account cannot receive funds (E08), its details are incorrect (E10), the ID photo is unclear
 * (E09), the identity's details are wrong (E11), or anything else. A word we do not know is `other`.
 */
export const payoutFailureReasons = ['account', 'bankDetails', 'identityPhoto', 'identityDetails', 'other'] as const;
export type PayoutFailureReason = (typeof payoutFailureReasons)[number];

/**
 * `accepted`: under way. `paid` and `failed` are final. `unknown` is an answer too: the transfer may or may not have happened;
 * it is asked about under the same reference and never sent again under another.
 */
export const payoutStates = ['accepted', 'paid', 'failed', 'unknown'] as const;
export type PayoutState = (typeof payoutStates)[number];

export interface PayoutReceipt {
  state: PayoutState;
  providerReference?: string;
  /** Of a failure. */
  reason?: PayoutFailureReason;
  /** What was really paid; it is compared with what was asked for. */
  amountCents?: number;
  /** When it was paid or failed. */
  at?: Date;
}

/** Sends money out. */
export interface PayoutPort extends StatementPort {
  /**
   * Asks for a transfer. The same reference again gives the same transfer's receipt, never a second transfer. A time-out, a
   * broken connection or an answer that cannot be read is `unknown`; rejects (ProviderError) only when the provider refused
   * the request itself, so that nothing was sent.
   */
  send(transfer: PayoutTransfer): Promise<PayoutReceipt>;
  /** How it stands; undefined when the provider never heard of the reference. Rejects when it cannot be asked. */
  status(reference: string): Promise<PayoutReceipt | undefined>;
}
