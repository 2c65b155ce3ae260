import type { Account } from '../../lending/types.ts';
import type { Db, Tx } from '../../platform/db/database.ts';

export interface AccountBalance {
  account: string;
  /** Debit positive, credit negative. */
  cents: number;
}

/** What each account holds; together they are zero. */
export async function trialBalance(db: Db | Tx): Promise<AccountBalance[]> {
  const rows = await db
    .selectFrom('journal_entries')
    .select(({ fn }) => ['account', fn.sum<string>('cents').as('cents')])
    .groupBy('account')
    .orderBy('account')
    .execute();
  return rows.map(({ account, cents }) => ({ account, cents: Number(cents) }));
}

/** What one account holds. */
export async function balanceOf(db: Db | Tx, account: Account): Promise<number> {
  const row = await db
    .selectFrom('journal_entries')
    .select(({ fn }) => fn.sum<string | null>('cents').as('cents'))
    .where('account', '=', account)
    .executeTakeFirstOrThrow();
  return Number(row.cents ?? 0);
}

/** Principal still owed, by loan, as the ledger has it; loans that owe nothing are left out. */
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

/** Principal that a loan still owes, as the ledger has it. */
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

/** What a loan's borrower is owed of what was paid for it. */
export async function overpaymentOf(db: Db | Tx, loanId: string): Promise<number> {
  const row = await db
    .selectFrom('journal_entries')
    .innerJoin('journals', 'journals.id', 'journal_entries.journal_id')
    .select(({ fn }) => fn.sum<string | null>('cents').as('cents'))
    .where('account', '=', 'liability.overpayment' satisfies Account)
    .where('journals.loan_id', '=', loanId)
    .executeTakeFirstOrThrow();
  return -Number(row.cents ?? 0);
}

/** What moved through a clearing account, by the key of the journal; compared with the provider's statement. */
export async function clearing(db: Db | Tx, account: 'clearing.disbursement' | 'clearing.collection'): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('journal_entries')
    .innerJoin('journals', 'journals.id', 'journal_entries.journal_id')
    .select(['journals.key', 'cents'])
    .where('account', '=', account)
    .execute();
  return new Map(rows.map(({ key, cents }) => [key, cents]));
}
