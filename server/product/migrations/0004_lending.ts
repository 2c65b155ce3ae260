import { sql, type Kysely } from 'kysely';
import { ledgerStatements } from './lending/ledger.ts';
import { loanStatements } from './lending/loans.ts';
import { recordStatements } from './lending/records.ts';

/** Loans with their payouts and repayments, the ledger, limits, coupons, accounts, signatures, agreements. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [...insertOnly, ...recordStatements, ...loanStatements, ...ledgerStatements])
    await sql.raw(statement).execute(db);
}

/** Records are append-only: a correction adds a row. */
const insertOnly = [
  `create function refuse_change() returns trigger language plpgsql as $$
  begin
    raise exception '% is insert-only', tg_table_name using errcode = 'restrict_violation';
  end $$`,
];
