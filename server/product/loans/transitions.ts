import type { Updateable } from 'kysely';
import { json } from '../../platform/db/json.ts';
import type { Db, Tx } from '../../platform/db/database.ts';
import type { Deps } from '../../platform/deps.ts';
import { applyEvent } from '../../platform/lifeCycles/applyEvent.ts';
import type { LoadedRelease } from '../../platform/release/types.ts';
import type { LoanRow } from './table.ts';
import type { LoanRecord } from './types.ts';

/** Something that happened to a loan. */
export interface LoanEvent {
  name: string;
  /** Codes, ids and amounts: kept with the event, and read by conditions and effects as `event.<name>`. */
  detail?: Readonly<Record<string, unknown>>;
  /** What the loan stores with it. */
  set?: Updateable<LoanRow>;
}

/** The release that a loan was disclosed under; the active one where that is gone (development). */
export const releaseOfLoan = async (deps: Deps, { release }: Pick<LoanRecord, 'release'>): Promise<LoadedRelease> =>
  (await deps.releases.get(release)) ?? deps.releases.active();

/**
 * Applies an event to a loan (see `applyEvent`); refuses a second open loan with `openLoan` (L05).
 *
 * @returns the loan afterwards
 */
export async function applyLoanEvent(
  tx: Tx,
  deps: Deps,
  loan: LoanRecord,
  { name, detail = {}, set }: LoanEvent,
  actor: string,
): Promise<LoanRecord> {
  return applyEvent(tx, deps, {
    release: await releaseOfLoan(deps, loan),
    lifeCycleId: 'loan',
    table: 'loans',
    key: { id: loan.id },
    from: loan.state,
    event: { ...detail, name },
    actor,
    set: ({ open }, now) => ({ ...set, open, updated_at: now }),
    history: { table: 'loan_events', columns: { loan_id: loan.id, detail: json(detail), actor } },
    refusals: { loans_one_open: 'openLoan' },
  });
}

export const readLoan = (db: Db | Tx, id: string): Promise<LoanRecord> =>
  db.selectFrom('loans').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
