import type { Updateable } from 'kysely';
import { json } from '../../platform/db/json.ts';
import type { Db, Tx } from '../../platform/db/database.ts';
import type { Deps } from '../../platform/deps.ts';
import { fail } from '../../platform/problem.ts';
import { runEffects, stepOf } from '../../platform/lifeCycles/machines.ts';
import type { LoadedRelease } from '../../platform/release/types.ts';
import type { LoanRow } from './table.ts';
import type { LoanRecord } from './types.ts';

const lifeCycleId = 'loan';

/** Something that happened to a loan. */
export interface LoanEvent {
  name: string;
  /** Codes, ids and amounts: kept with the event, and read by conditions and effects as `event.<name>`. */
  detail?: Readonly<Record<string, unknown>>;
  /** What the loan stores with it. */
  set?: Updateable<LoanRow>;
}

/** The same as in the table's check: at most one of them a customer. */
const openStates: ReadonlySet<string> = new Set(['signed', 'disbursing', 'bankRefill', 'active']);

/** The release that a loan was disclosed under; the active one where that is gone (development). */
export const releaseOfLoan = async (deps: Deps, { release }: Pick<LoanRecord, 'release'>): Promise<LoadedRelease> =>
  (await deps.releases.get(release)) ?? deps.releases.active();

/**
 * The one place where a loan changes its state: asks the life cycle, writes the row and the event, and runs the effects, all in
 * the caller's transaction. Refuses with `conflict` what the life cycle does not take or what another request changed
 * meanwhile, and with `openLoan` a second open loan.
 *
 * @returns the loan afterwards
 */
export async function applyLoanEvent(tx: Tx, deps: Deps, loan: LoanRecord, event: LoanEvent, actor: string): Promise<LoanRecord> {
  const happened = { ...event.detail, name: event.name };
  const step = await stepOf(await releaseOfLoan(deps, loan), lifeCycleId, loan.state, happened);
  const now = deps.clock.now();
  const updated = await tx
    .updateTable('loans')
    .set({ ...event.set, state: step.to, open: openStates.has(step.to), updated_at: now })
    .where('id', '=', loan.id)
    .where('state', '=', loan.state)
    .returningAll()
    .executeTakeFirst()
    .catch(refuseSecondOpen);
  if (!updated) fail('conflict');
  const row = { loan_id: loan.id, event: event.name, from_state: loan.state, to_state: step.to, detail: json(event.detail ?? {}), actor };
  await tx
    .insertInto('loan_events')
    .values({ ...row, at: now })
    .execute();
  await runEffects(lifeCycleId, step.effects, { tx, deps, subject: updated, event: happened, actor });
  // An effect may have written to the row.
  return step.effects.length === 0 ? updated : readLoan(tx, loan.id);
}

/** Whoever comes here past all checks is stopped by the index (L05), and told what everybody is told. */
function refuseSecondOpen(error: unknown): never {
  if ((error as { constraint?: unknown }).constraint === 'loans_one_open') fail('openLoan');
  throw error;
}

export const readLoan = (db: Db | Tx, id: string): Promise<LoanRecord> =>
  db.selectFrom('loans').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
