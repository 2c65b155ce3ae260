import { sql } from 'kysely';
import { decisionOperations, type PendingDecision } from '../../contract/staff/decisions.ts';
import { audit } from '../../platform/audit/audit.ts';
import type { Tx } from '../../platform/db/database.ts';
import { json } from '../../platform/db/json.ts';
import type { Deps } from '../../platform/deps.ts';
import type { JobHandler } from '../../platform/jobs/types.ts';
import { fail, ProblemError } from '../../platform/problem.ts';
import { uuidV7 } from '../../platform/random.ts';
import type { StaffSession } from '../../platform/staff/sessions.ts';
import { addSeconds, secondsBetween } from '../../platform/time.ts';
import { mayCall } from '../../platform/staff/roles.ts';
import { holdWork, refuseClaimedWork, unholdWork } from '../../platform/work/items.ts';
import { applyDecision, prepareDecision } from '../application/staff.ts';
import { refuseUnfit, type DeskDecision } from './fitness.ts';
import { deskOf } from './kind.ts';
import { findApplication, openAnswers } from './opened.ts';

const kind = 'desk.carryOut';
/** A decision is carried out within this many seconds of its due time. */
const graceSeconds = 60;

/**
 * Stores a decision and enqueues the job that carries it out. Refuses with `decisionWaits` while another decision is pending. Returns the
 * due time.
 */
export async function storePending(deps: Deps, staff: StaffSession, applicationId: string, decision: DeskDecision): Promise<string> {
  const id = uuidV7(deps.clock, deps.random);
  const dueAt = addSeconds(deps.clock.now(), deskOf(deps).takeBackSeconds);
  await deps.db.transaction().execute(async (tx) => {
    const row = { id, decision: json(decision), staff_id: staff.id, due_at: dueAt, refused: null };
    const stored = await tx
      .insertInto('pending_decisions')
      .values({ application_id: applicationId, ...row })
      .onConflict((conflict) =>
        // A new decision replaces one that was refused.
        conflict.column('application_id').doUpdateSet(row).where('pending_decisions.refused', 'is not', null),
      )
      .returning('id')
      .executeTakeFirst();
    if (!stored) fail('decisionWaits', { detail: 'Another decision on this application waits to be carried out.' });
    await holdWork(tx, deps, applicationId, staff.id, addSeconds(dueAt, graceSeconds));
    await deps.jobs.enqueue(tx, kind, { id, applicationId }, { key: `decision:${id}`, runAt: dueAt });
    const detail = { decision: decision.decision, due: dueAt.toISOString() };
    await audit(tx, deps, { actor: staff.actor, action: 'decision.prepared', subject: `application:${applicationId}`, detail });
  });
  return dueAt.toISOString();
}

/** Takes back the caller's own decision before it is due. Refuses with `carriedOut` afterwards. */
export async function takeBack(deps: Deps, staff: StaffSession, applicationId: string): Promise<{ decision: string }> {
  await findApplication(deps, applicationId);
  return deps.db.transaction().execute(async (tx) => {
    const row = await tx
      .deleteFrom('pending_decisions')
      .where('application_id', '=', applicationId)
      .where('staff_id', '=', staff.id)
      .where((eb) => eb.or([eb('due_at', '>', deps.clock.now()), eb('refused', 'is not', null)]))
      .returning('decision')
      .executeTakeFirst();
    if (!row) return fail('carriedOut', { detail: 'There is no decision of yours to take back, or it has been carried out.' });
    await unholdWork(tx, applicationId, staff.id);
    const { decision } = row.decision;
    await audit(tx, deps, {
      actor: staff.actor,
      action: 'decision.takenBack',
      subject: `application:${applicationId}`,
      detail: { decision },
    });
    return { decision };
  });
}

/** Refuses with `forbidden` if the person who decided may no longer do so, and with `claimed` while somebody else works on it. */
async function assertMayStill(tx: Tx, deps: Deps, staffId: string, applicationId: string, { decision }: DeskDecision): Promise<void> {
  const operation = decisionOperations[decision === 'sendBack' ? 'staff.sendBack' : 'staff.decide'];
  const maker = await tx
    .selectFrom('staff')
    .select('role')
    .where('id', '=', staffId)
    .where('disabled_at', 'is', null)
    .forShare()
    .executeTakeFirst();
  if (!maker || !mayCall(deps, maker.role, operation)) fail('forbidden');
  await refuseClaimedWork(tx, deps, applicationId, `staff:${staffId}`);
}

/** Drops a person's pending decisions. The application page shows that they were dropped. */
export async function dropPending(tx: Tx, staffId: string, deps: Pick<Deps, 'clock'>): Promise<void> {
  const dropped = await tx
    .updateTable('pending_decisions')
    .set({ refused: 'forbidden' })
    .where('staff_id', '=', staffId)
    .where('refused', 'is', null)
    .returning(['application_id', 'decision'])
    .execute();
  for (const { application_id: id, decision } of dropped) await auditDropped(tx, deps, id, decision, 'forbidden');
}

const auditDropped = (tx: Tx, deps: Pick<Deps, 'clock'>, id: string, { decision }: DeskDecision, why: string) =>
  audit(tx, deps, { actor: 'desk', action: 'decision.dropped', subject: `application:${id}`, detail: { decision, why } });

/** Carries out a decision exactly once: the transaction that deletes its row also applies it. */
export const carryOutJob: JobHandler = {
  kind,
  run: async (deps, data) => {
    const { id, applicationId } = data as { id: string; applicationId: string };
    const waiting = deps.db.selectFrom('pending_decisions').selectAll().where('id', '=', id).where('refused', 'is', null);
    const row = await waiting.executeTakeFirst();
    // It was taken back, or an earlier attempt carried it out.
    if (!row) return;
    try {
      await refuseUnfit(deps, await openAnswers(deps, applicationId), row.decision);
      const prepared = await prepareDecision(deps, applicationId, row.decision);
      await deps.db.transaction().execute(async (tx) => {
        await assertMayStill(tx, deps, row.staff_id, applicationId, row.decision);
        const taken = await tx.deleteFrom('pending_decisions').where('id', '=', row.id).returning('id').executeTakeFirst();
        if (taken) await applyDecision(tx, deps, prepared, `staff:${row.staff_id}`);
      });
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      // Keep the error code, so that the application page can show why nothing happened.
      await deps.db.transaction().execute(async (tx) => {
        const drop = tx.updateTable('pending_decisions').set({ refused: error.code }).where('id', '=', row.id).where('refused', 'is', null);
        if (!(await drop.returning('id').executeTakeFirst())) return;
        await unholdWork(tx, applicationId, row.staff_id);
        await auditDropped(tx, deps, applicationId, row.decision, error.code);
      });
      deps.log.warn({ application: applicationId, code: error.code }, 'a decision was refused when it was due');
    }
  },
};

/** The pending decision on an application, or the one that was refused when it was due. */
export async function pendingOf(deps: Deps, staff: StaffSession, applicationId: string): Promise<PendingDecision | undefined> {
  const row = await deps.db
    .selectFrom('pending_decisions')
    .leftJoin('staff', 'staff.id', 'pending_decisions.staff_id')
    .select(['decision', 'staff_id', 'due_at', 'refused', sql<string>`coalesce(staff.name, '')`.as('name')])
    .where('application_id', '=', applicationId)
    .executeTakeFirst();
  if (!row) return undefined;
  return {
    decision: row.decision.decision,
    name: row.name,
    isOwn: row.staff_id === staff.id,
    dueAt: row.due_at.toISOString(),
    seconds: Math.max(0, secondsBetween(deps.clock.now(), row.due_at)),
    ...(row.refused === null ? {} : { refused: row.refused }),
  };
}
