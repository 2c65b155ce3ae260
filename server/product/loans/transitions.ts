import type { Updateable } from 'kysely';
import { json } from '../../platform/db/json.ts';
import type { Db, Tx } from '../../platform/db/database.ts';
import type { Deps } from '../../platform/deps.ts';
import { applyEvent } from '../../platform/lifeCycles/applyEvent.ts';
import type { LoadedRelease } from '../../platform/release/types.ts';
import type { LoanRow } from './table.ts';
import type { LoanRecord } from './types.ts';

export interface LoanEvent {
  name: string;
  /** Codes, ids and amounts. Stored with the event; conditions and effects read them as `event.<name>`. */
  detail?: Readonly<Record<string, unknown>>;
  /** Columns of the loan that change with the event. */
  set?: Updateable<LoanRow>;
}

/** The release that a loan was disclosed under. In development it may be gone, and the active one replaces it. */
export const releaseOfLoan = async (deps: Deps, { release }: Pick<LoanRecord, 'release'>): Promise<LoadedRelease> =>
  (await deps.releases.get(release)) ?? deps.releases.active();

/**
 * Applies an event to a loan (see `applyEvent`). Refuses a second open loan with `openLoan` (L05).
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
