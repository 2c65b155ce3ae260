/** One movement of money as the provider booked it: what our ledger's clearing account is compared with. */
export interface StatementLine {
  kind: 'payout' | 'collection';
  /** Ours: the one the transfer was asked for with. */
  reference: string;
  providerReference: string;
  amountCents: number;
  at: Date;
}

export interface StatementPort {
  /** What was moved from `from` up to, not including, `to`, oldest first. Rejects when the provider cannot be asked. */
  statement(from: Date, to: Date): Promise<StatementLine[]>;
}
