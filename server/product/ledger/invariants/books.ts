import { sql } from 'kysely';
import { applyPosting, journalOf, receivableCents, replay } from '../../../lending/index.ts';
import type { LoanBalance, Posting } from '../../../lending/types.ts';
import { receivablesByLoan, trialBalance } from '../balances.ts';
import { byAccount, isBookedAs } from '../post.ts';
import type { Invariant, InvariantDeps } from '../../../platform/invariants.ts';

export const journalsBalance: Invariant = async ({ db }) => {
  const { rows } = await sql<{ key: string; entries: number; total: number }>`
    select journals.key, count(journal_entries.id) as entries, coalesce(sum(cents), 0)::bigint as total
    from journals left join journal_entries on journal_entries.journal_id = journals.id
    group by journals.key having count(journal_entries.id) < 2 or coalesce(sum(cents), 0) <> 0`.execute(db);
  return rows.map(({ key, entries, total }) => `journal ${key}: ${entries} entries, sum ${total}`);
};

export const ledgerBalances: Invariant = async ({ db }) => {
  const total = (await trialBalance(db)).reduce((sum, { cents }) => sum + cents, 0);
  return total === 0 ? [] : [`the accounts together hold ${total}`];
};

interface LoanBooks {
  id: string;
  state: string;
  startDay: string | null;
  postings: { key: string; posting: Posting }[];
  balance: LoanBalance;
}

/** Loans that were paid out, each with its postings and their replayed balance. */
export async function* loanBooks({ db }: InvariantDeps): AsyncGenerator<LoanBooks> {
  const loans = await db
    .selectFrom('loans')
    .select(['id', 'state', 'terms', 'start_day'])
    .where((eb) => eb.exists(eb.selectFrom('loan_postings').select('loan_postings.id').whereRef('loan_postings.loan_id', '=', 'loans.id')))
    .orderBy('id')
    .execute();
  for (const { id, state, terms, start_day: startDay } of loans) {
    const postings = await db
      .selectFrom('loan_postings')
      .select(['key', 'posting'])
      .where('loan_id', '=', id)
      .orderBy('sequence')
      .execute();
    const balance = replay(
      terms,
      postings.map(({ posting }) => posting),
    );
    yield { id, state, startDay, postings, balance };
  }
}

/** The ledger's receivable of each loan equals the one that the pure model replays from its postings. */
export const receivablesMatchReplay: Invariant = async (deps) => {
  const booked = await receivablesByLoan(deps.db);
  const found: string[] = [];
  for await (const { id, balance } of loanBooks(deps)) {
    const [inLedger, replayed] = [booked.get(id) ?? 0, receivableCents(balance)];
    booked.delete(id);
    if (inLedger !== replayed) found.push(`loan ${id}: the ledger has ${inLedger}, the replay ${replayed}`);
  }
  return [...found, ...[...booked].map(([id, cents]) => `loan ${id}: the ledger has ${cents} without a posting`)];
};

/** Each posting has the journal that the pure model derives from it, under the same key. */
export const postingsAreBooked: Invariant = async (deps) => {
  const found: string[] = [];
  for await (const { id, postings, balance } of loanBooks(deps)) {
    let before: LoanBalance | undefined;
    for (const [index, { key, posting }] of postings.entries()) {
      before ??= replay(balance.terms, []);
      const isBooked = await isBookedAs(deps.db, key, byAccount(journalOf(posting, before)));
      if (!isBooked) found.push(`loan ${id}: posting ${index + 1} (${key}) has a different journal`);
      const applied = applyPosting(before, posting);
      if ('refused' in applied) return [...found, `loan ${id}: posting ${index + 1} (${key}) is refused: ${applied.refused}`];
      before = applied.balance;
    }
  }
  return found;
};
