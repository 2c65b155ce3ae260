import { audit } from '../audit/audit.ts';
import { openChange } from '../changes/changes.ts';
import type { Deps } from '../deps.ts';
import { fail, ProblemError } from '../problem.ts';
import { publishingOperations } from '../../contract/staff/publishing.ts';
import type { JobHandler } from '../jobs/types.ts';
import { mayCall } from '../staff/roles.ts';
import type { StaffSession } from '../staff/sessions.ts';
import { addSeconds } from '../time.ts';
import { isApproved } from './approved.ts';
import { assertPublishable, publishChange } from './publishChange.ts';

const kind = 'publishing.publish';
const longestAheadSeconds = 90 * 24 * 3600;

/** Publishes an approved change at a time. Another time replaces the first. */
export async function scheduleChange(deps: Deps, staff: StaffSession, { id, at }: { id: string; at: string }): Promise<{ state: string }> {
  assertPublishable(deps);
  const time = new Date(at);
  const now = deps.clock.now();
  if (Number.isNaN(time.getTime()) || time <= now || time > addSeconds(now, longestAheadSeconds))
    fail('badRequest', { problems: [{ code: 'range', path: '/at' }], detail: 'Name a time within the next 90 days.' });
  await deps.db.transaction().execute(async (tx) => {
    const change = await openChange(tx, id);
    if (change.state !== 'sent' || !(await isApproved(tx, id))) fail('conflict', { detail: 'This change is not approved.' });
    await tx.updateTable('change_requests').set({ publish_at: time, scheduled_by: staff.id }).where('change_id', '=', id).execute();
    await deps.jobs.enqueue(tx, kind, { change: id, at: time.toISOString() }, { runAt: time });
    await audit(tx, deps, { actor: staff.actor, action: 'change.scheduled', subject: `change:${id}`, detail: { at: time.toISOString() } });
  });
  return { state: 'scheduled' };
}

/** Takes the time back. The change stays approved. */
export async function unscheduleChange(deps: Deps, staff: StaffSession, { id }: { id: string }): Promise<{ state: string }> {
  await deps.db.transaction().execute(async (tx) => {
    await openChange(tx, id);
    const row = await tx
      .updateTable('change_requests')
      .set({ publish_at: null, scheduled_by: null })
      .where('change_id', '=', id)
      .where('publish_at', 'is not', null)
      .returning('change_id')
      .executeTakeFirst();
    if (!row) fail('conflict', { detail: 'No time is set.' });
    await audit(tx, deps, { actor: staff.actor, action: 'change.unscheduled', subject: `change:${id}` });
  });
  return { state: 'unscheduled' };
}

/** Publishes at the time, if nobody has moved it, edited the change or taken an approval back. What fails stays open, with an alarm. */
export const publishLater: JobHandler = {
  kind,
  maxAttempts: 3,
  async run(deps, data) {
    const { change: id, at } = data as { change: string; at: string };
    const planned = await deps.db
      .selectFrom('change_requests')
      .innerJoin('staff', 'staff.id', 'scheduled_by')
      .innerJoin('changes', 'changes.id', 'change_id')
      .select(['publish_at', 'staff.id', 'staff.role', 'staff.disabled_at'])
      .where('change_id', '=', id)
      .where('changes.state', '=', 'sent')
      .executeTakeFirst();
    if (planned?.publish_at?.toISOString() !== at) return;
    try {
      if (planned.disabled_at !== null || !mayCall(deps, planned.role, publishingOperations['studio.publish']))
        fail('forbidden', { detail: 'Who set the time may not publish any more.' });
      await publishChange(deps, `staff:${planned.id}`, id);
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      await giveUp(deps, id, error.details.detail ?? error.code);
    }
  },
};

async function giveUp(deps: Deps, id: string, why: string): Promise<void> {
  await deps.db.transaction().execute(async (tx) => {
    await tx.updateTable('change_requests').set({ publish_at: null, scheduled_by: null }).where('change_id', '=', id).execute();
    await audit(tx, deps, { actor: 'publishing', action: 'change.scheduleFailed', subject: `change:${id}`, detail: { why } });
  });
  deps.alarms.raise({ kind: 'scheduledPublishFailed', subject: `change:${id}`, detail: { why } }, 'a change was not published at its time');
}
