import type { Account } from '../../lending/types.ts';
import type { Db, Tx } from '../../platform/db/database.ts';

export interface AccountBalance {
  account: string;
  /** Debit positive, credit negative. */
  cents: number;
}

/** Balance of each account. They sum to zero. */
export async function trialBalance(db: Db | Tx): Promise<AccountBalance[]> {
  const rows = await db
    .selectFrom('journal_entries')
    .select(({ fn }) => ['account', fn.sum<string>('cents').as('cents')])
    .groupBy('account')
    .orderBy('account')
    .execute();
  return rows.map(({ account, cents }) => ({ account, cents: Number(cents) }));
}

/** Outstanding principal by loan, from the ledger. Leaves out loans that owe nothing. */
export async function receivablesByLoan(db: Db | Tx): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('journal_entries')
    .innerJoin('journals', 'journals.id', 'journal_entries.journal_id')
    .select(({ fn }) => ['journals.loan_id', fn.sum<string>('cents').as('cents')])
    .where('account', '=', 'receivable.principal' satisfies Account)
    .groupBy('journals.loan_id')
    .execute();
  return new Map(rows.map(({ loan_id: loan, cents }) => [loan ?? '', Number(cents)] as const).filter(([, cents]) => cents !== 0));
}

/** Outstanding principal of one loan, from the ledger. */
export async function receivableOf(db: Db | Tx, loanId: string): Promise<number> {
  const row = await db
    .selectFrom('journal_entries')
    .innerJoin('journals', 'journals.id', 'journal_entries.journal_id')
    .select(({ fn }) => fn.sum<string | null>('cents').as('cents'))
    .where('account', '=', 'receivable.principal' satisfies Account)
    .where('journals.loan_id', '=', loanId)
    .executeTakeFirstOrThrow();
  return Number(row.cents ?? 0);
}

/** Overpayments of a loan: the amount still owed to the borrower and the amount refunded. */
export interface Overpayment {
  owedCents: number;
  /** When the oldest money still owed arrived; absent if nothing is owed. */
  since?: Date;
  refundedCents: number;
}

/** Overpayments by loan: of one loan, or of all that ever had one. */
export async function overpayments(db: Db | Tx, loanId?: string): Promise<Map<string, Overpayment>> {
  const rows = await db
    .selectFrom('journal_entries')
    .innerJoin('journals', 'journals.id', 'journal_entries.journal_id')
    .select(['journals.loan_id', 'journals.kind', 'journals.created_at', 'cents'])
    .where('account', '=', 'liability.overpayment' satisfies Account)
    .$if(loanId !== undefined, (query) => query.where('journals.loan_id', '=', loanId ?? null))
    .orderBy('journal_entries.id')
    .execute();
  const found = new Map<string, Overpayment>();
  for (const { loan_id: loan, kind, created_at: at, cents } of rows) {
    const { owedCents: before, since, refundedCents } = found.get(loan ?? '') ?? { owedCents: 0, since: undefined, refundedCents: 0 };
    const owedCents = before - cents;
    const first = before === 0 ? at : since;
    found.set(loan ?? '', {
      owedCents,
      ...(owedCents > 0 && first ? { since: first } : {}),
      refundedCents: refundedCents + (kind === refundKind ? cents : 0),
    });
  }
  return found;
}

export const refundKind = 'refund';

/** Amounts booked to a clearing account, by journal key. Compared with the provider's statement. */
export async function clearing(db: Db | Tx, account: 'clearing.disbursement' | 'clearing.collection'): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('journal_entries')
    .innerJoin('journals', 'journals.id', 'journal_entries.journal_id')
    .select(['journals.key', 'cents'])
    .where('account', '=', account)
    .execute();
  return new Map(rows.map(({ key, cents }) => [key, cents]));
}
