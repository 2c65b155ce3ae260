/** A movement of money as the provider booked it. It is reconciled with our ledger's clearing account. */
export interface StatementLine {
  kind: 'payout' | 'collection';
  /** Our reference of the transfer. */
  reference: string;
  providerReference: string;
  amountCents: number;
  at: Date;
}

export interface StatementPort {
  /** Returns movements from `from` (inclusive) to `to` (exclusive), oldest first. Rejects if the provider is unreachable. */
  statement(from: Date, to: Date): Promise<StatementLine[]>;
}
