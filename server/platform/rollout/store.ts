import { sql, type Selectable } from 'kysely';
import type { Db, Tx } from '../db/database.ts';
import { json } from '../db/json.ts';
import type { RecordedPolicy } from '../release/types.ts';
import type { Guardrails, RolloutRow, Stage } from '../release/rolloutTable.ts';

/** The plan of a rollout. */
export interface Plan {
  id: string;
  salt: string;
  stages: readonly Stage[];
  guardrails: Guardrails;
  byItself: boolean;
}

interface Beginning extends Plan {
  application: string;
  hash: string;
  base: string;
  change: string;
  policy: RecordedPolicy | undefined;
  by: string;
  at: Date;
}

/**
 * Opens a rollout over the active release.
 *
 * @returns false if another release has become active, or if another rollout is open
 */
export async function beginRollout(tx: Tx, begun: Beginning): Promise<boolean> {
  const { id, application, hash, base, change, policy, salt, stages, guardrails, byItself, by, at } = begun;
  const { rows } = await sql`
    insert into rollouts (id, application, hash, base_hash, basis, change_id, carry_over, salt, stages, guardrails, by_itself, state, stage, stage_since,
      started_by, started_at)
    select ${id}, ${application}, ${hash}, last.hash, last.id, ${change}, ${policy ?? null}, ${salt}, ${json([...stages])}::jsonb, ${json(guardrails)}::jsonb, ${byItself},
      'running', 0, ${at}, ${by}, ${at}
    from (select id, hash from active_releases where application = ${application} order by id desc limit 1) last
    where last.hash = ${base}
    on conflict do nothing returning id`.execute(tx);
  return rows.length > 0;
}

/** The rollout that is neither finished nor stopped, if any. */
export const openRolloutOf = (db: Db | Tx, application: string): Promise<Selectable<RolloutRow> | undefined> =>
  db.selectFrom('rollouts').selectAll().where('application', '=', application).where('ended_at', 'is', null).executeTakeFirst();

/** A rollout as somebody saw it when they decided about it. */
export type SeenRollout = Pick<Selectable<RolloutRow>, 'id' | 'state' | 'stage'>;

/**
 * Ends a rollout, and deletes the list of people on its release, because either everybody has it now or nobody.
 *
 * @param seen if it names a state or a stage, the rollout must still be in it
 * @returns its row, or undefined if it had already ended or differs from `seen`
 */
export async function endRollout(
  tx: Tx,
  { id, state: seenState, stage }: Pick<SeenRollout, 'id'> & Partial<SeenRollout>,
  { state, why, at }: { state: 'finished' | 'stopped'; why: string | null; at: Date },
): Promise<Selectable<RolloutRow> | undefined> {
  const row = await tx
    .updateTable('rollouts')
    .set({ state, causes: null, why, ended_at: at })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .$if(seenState !== undefined, (query) => query.where('state', '=', seenState ?? 'running'))
    .$if(stage !== undefined, (query) => query.where('stage', '=', stage ?? 0))
    .returningAll()
    .executeTakeFirst();
  if (!row) return undefined;
  await tx.deleteFrom('rollout_people').where('rollout_id', '=', id).execute();
  await tx.deleteFrom('rollout_counts').where('rollout_id', '=', id).execute();
  await tx.deleteFrom('rollout_visitors').where('rollout_id', '=', id).execute();
  return row;
}
