export interface PayoutDestination {
  method: 'bank' | 'wallet' | 'remittance';
  /** Bank, wallet or shop code. */
  institution: string;
  /** Account or wallet number; the phone number for a remittance. */
  account: string;
  holderName: string;
}

/**
 * `unknown` is an answer too: the provider timed out, and the transfer may or may not have happened. It is asked about
 * under the same reference and never sent again under another.
 */
export type PayoutState = 'accepted' | 'paid' | 'failed' | 'unknown';
export interface PayoutReceipt {
  state: PayoutState;
  providerReference?: string;
  /** Of a failure: `account` (cannot receive funds) or `other`. */
  reason?: 'account' | 'other';
}

/** Sends money out. `reference` is ours, unique to one disbursement: the provider makes at most one transfer of it. */
export interface PayoutPort {
  send(transfer: { reference: string; amountCents: number; destination: PayoutDestination }): Promise<PayoutReceipt>;
  status(reference: string): Promise<PayoutReceipt | undefined>;
}
