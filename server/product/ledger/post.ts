import type { Entry } from '../../lending/types.ts';
import type { Db, Tx } from '../../platform/db/database.ts';
import type { Deps } from '../../platform/deps.ts';
import { uuidV7 } from '../../platform/random.ts';

export interface JournalInput {
  /** Identifies the external effect. A second journal with the same key is not booked. */
  key: string;
  /** Type of event, e.g. `disbursed`, `payment`. */
  kind: string;
  loanId?: string;
  /** Value date. */
  day: string;
  /** Debit positive, credit negative. They sum to zero. */
  entries: readonly Entry[];
}

/** Sums by account, without accounts that sum to zero. */
export function byAccount(entries: readonly Entry[]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const { account, cents } of entries) sums.set(account, (sums.get(account) ?? 0) + cents);
  for (const [account, cents] of sums) if (cents === 0) sums.delete(account);
  return sums;
}

/**
 * Books a journal in the caller's transaction, once for each key. Repeating a key with the same amounts changes nothing; with other amounts
 * it is a bug and throws. A journal without amounts is not booked. The database checks the sum at commit.
 *
 * @returns whether this call booked it
 */
export async function post(tx: Tx, deps: Pick<Deps, 'clock' | 'random'>, journal: JournalInput): Promise<boolean> {
  const { key, kind, loanId, day } = journal;
  const sums = byAccount(journal.entries);
  if (sums.size === 0) return false;
  const id = uuidV7(deps.clock, deps.random);
  const booked = await tx
    .insertInto('journals')
    .values({ id, key, kind, loan_id: loanId ?? null, day, created_at: deps.clock.now() })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!booked) {
    if (!(await isBookedAs(tx, key, sums))) throw new Error(`ledger: the journal ${key} is already booked with other entries`);
    return false;
  }
  await tx
    .insertInto('journal_entries')
    .values([...sums].map(([account, cents]) => ({ journal_id: id, account, cents })))
    .execute();
  return true;
}

/** Whether the journal with this key holds exactly these amounts. */
export async function isBookedAs(db: Db | Tx, key: string, sums: ReadonlyMap<string, number>): Promise<boolean> {
  const booked = await db
    .selectFrom('journal_entries')
    .innerJoin('journals', 'journals.id', 'journal_entries.journal_id')
    .select(['account', 'cents'])
    .where('journals.key', '=', key)
    .execute();
  return booked.length === sums.size && booked.every(({ account, cents }) => sums.get(account) === cents);
}
