import { journalOf } from '../../lending/journal.ts';
import { applyPosting, replay } from '../../lending/replay.ts';
import type { Allocation, LoanBalance, LoanTerms, Posting } from '../../lending/types.ts';
import { json } from '../../platform/db/json.ts';
import type { Db, Tx } from '../../platform/db/database.ts';
import type { Deps } from '../../platform/deps.ts';
import { post } from '../ledger/post.ts';

/** Postings of a loan, in order. */
export async function postingsOf(db: Db | Tx, loanId: string): Promise<Posting[]> {
  const rows = await db.selectFrom('loan_postings').select('posting').where('loan_id', '=', loanId).orderBy('sequence').execute();
  return rows.map(({ posting }) => posting);
}

/** Postings of many loans, by loan, each in order. */
export async function postingsOfAll(db: Db | Tx, loanIds: readonly string[]): Promise<ReadonlyMap<string, Posting[]>> {
  if (loanIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('loan_postings')
    .select(['loan_id', 'posting'])
    .where('loan_id', 'in', loanIds)
    .orderBy('loan_id')
    .orderBy('sequence')
    .execute();
  const grouped = Map.groupBy(rows, ({ loan_id: id }) => id);
  return new Map([...grouped].map(([id, of]) => [id, of.map(({ posting }) => posting)]));
}

/** A loan's balance, replayed from its postings. The balance itself is not stored. */
export const balanceOfLoan = async (db: Db | Tx, { id, terms }: { id: string; terms: LoanTerms }): Promise<LoanBalance> =>
  replay(terms, await postingsOf(db, id));

export interface BookedPosting {
  before: LoanBalance;
  balance: LoanBalance;
  /** How the posting's money was allocated. */
  parts: Allocation;
  /** New allocations of earlier postings, by their keys. */
  restated: readonly { key: string; parts: Allocation }[];
}

/**
 * Books a posting with its journal. Balances change in no other way. Locks the loan until the transaction ends, so that each posting builds
 * on the previous one.
 *
 * @param key identifies the external effect, e.g. `payout:<reference>`; it is booked once
 * @returns undefined if it was booked before
 * @throws if the core refuses the posting; if that can happen, check `applyPosting` on the locked balance first (`lockBalance`)
 */
export async function bookPosting(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'random'>,
  loanId: string,
  key: string,
  posting: Posting,
): Promise<BookedPosting | undefined> {
  const { id, terms } = await lockLoan(tx, loanId);
  const stored = await tx.selectFrom('loan_postings').select(['key', 'posting']).where('loan_id', '=', id).orderBy('sequence').execute();
  const before = replay(
    terms,
    stored.map((row) => row.posting),
  );
  const known = await tx.selectFrom('loan_postings').select('id').where('key', '=', key).executeTakeFirst();
  if (known) return undefined;
  const applied = applyPosting(before, posting);
  if ('refused' in applied) throw new Error(`loan ${loanId}: ${posting.type} on ${posting.day} was refused: ${applied.refused}`);
  await tx
    .insertInto('loan_postings')
    .values({
      loan_id: loanId,
      sequence: stored.length + 1,
      key,
      kind: posting.type,
      day: posting.day,
      posting: json(posting),
      created_at: deps.clock.now(),
    })
    .execute();
  await post(tx, deps, { key, kind: posting.type, loanId, day: posting.day, entries: journalOf(posting, before) });
  const { restated = [], ...booked } = applied;
  const keyOf = new Map(stored.map((row) => [row.posting, row.key]));
  return { before, ...booked, restated: restated.flatMap(({ posting: of, parts }) => ({ key: keyOf.get(of) ?? '', parts })) };
}

/** A loan's balance, locked until the transaction ends. */
export const lockBalance = async (tx: Tx, loanId: string): Promise<LoanBalance> => balanceOfLoan(tx, await lockLoan(tx, loanId));

const lockLoan = (tx: Tx, loanId: string): Promise<{ id: string; terms: LoanTerms }> =>
  tx.selectFrom('loans').select(['id', 'terms']).where('id', '=', loanId).forNoKeyUpdate().executeTakeFirstOrThrow();
