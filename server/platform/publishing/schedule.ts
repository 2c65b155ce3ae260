import { audit } from '../audit/audit.ts';
import { isDay, momentIn } from '../../../engine/config/days.ts';
import type { Cause } from '../../contract/staff/studio.ts';
import { causeOf } from '../changes/causes.ts';
import { changeRow, openChange } from '../changes/changes.ts';
import { releasesOf } from '../changes/releases.ts';
import type { Tx } from '../db/database.ts';
import { json } from '../db/json.ts';
import type { Deps } from '../deps.ts';
import { fail, ProblemError } from '../problem.ts';
import { publishingOperations } from '../../contract/staff/publishing.ts';
import type { JobHandler } from '../jobs/types.ts';
import { mayCall } from '../staff/roles.ts';
import type { StaffSession } from '../staff/sessions.ts';
import { addSeconds, timeZoneOf } from '../time.ts';
import { isApproved } from './approved.ts';
import { assertPublishable, publishChange } from './publishChange.ts';

const kind = 'publishing.publish';
const mostDaysAhead = 90;

/** Schedules an approved change. A new time replaces the earlier one. */
export async function scheduleChange(deps: Deps, staff: StaffSession, { id, at }: { id: string; at: string }): Promise<{ state: string }> {
  assertPublishable(deps);
  const { application } = await changeRow(deps.db, id);
  const time = timeIn(timeZoneOf({ releases: releasesOf(deps, application) }), at);
  const now = deps.clock.now();
  if (Number.isNaN(time.getTime())) fail('badRequest', { problems: [{ code: 'format', path: '/at' }] });
  if (time <= now) fail('timeOver');
  if (time > addSeconds(now, mostDaysAhead * 24 * 3600)) fail('timeTooFar', { params: { days: mostDaysAhead } });
  await deps.db.transaction().execute(async (tx) => {
    const change = await openChange(tx, id);
    if (change.state !== 'sent' || !(await isApproved(tx, id))) fail('notApproved');
    await tx.updateTable('change_requests').set({ publish_at: time, scheduled_by: staff.id }).where('change_id', '=', id).execute();
    await forgetFailure(tx, id);
    await deps.jobs.enqueue(tx, kind, { change: id, at: time.toISOString() }, { runAt: time });
    await audit(tx, deps, { actor: staff.actor, action: 'change.scheduled', subject: `change:${id}`, detail: { at: time.toISOString() } });
  });
  return { state: 'scheduled' };
}

/** A time without an offset is in the application's time zone. */
function timeIn(timeZone: string, text: string): Date {
  const [, day, hours, minutes] = /^(\d{4}-\d{2}-\d{2})T(\d{2}):(\d{2})(?::00)?$/.exec(text) ?? [];
  if (day === undefined) return new Date(text);
  if (!isDay(day)) return new Date(Number.NaN);
  return addSeconds(momentIn(timeZone, day, Number(hours)), Number(minutes) * 60);
}

const nothingFailed = { failed_causes: null, failed_why: null, failed_at: null, failed_for: null };

export const forgetFailure = async (tx: Tx, id: string): Promise<void> =>
  void (await tx.updateTable('changes').set(nothingFailed).where('id', '=', id).execute());

/** Cancels the schedule. The change stays approved. */
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
    if (!row) fail('noTimeSet');
    await audit(tx, deps, { actor: staff.actor, action: 'change.unscheduled', subject: `change:${id}` });
  });
  return { state: 'unscheduled' };
}

/**
 * Publishes at the scheduled time, unless somebody has moved it, edited the change or withdrawn an approval. A failed change stays open and
 * raises an alarm.
 */
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
      if (planned.disabled_at !== null || !mayCall(deps, planned.role, publishingOperations['studio.publish'])) fail('schedulerLost');
      await publishChange(deps, `staff:${planned.id}`, id);
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      await giveUp(deps, { id, at: planned.publish_at, scheduler: planned.id, causes: [causeOf(error)] });
    }
  },
};

interface Failure {
  id: string;
  /** The time at which it was due. If somebody has moved it, or published or edited the change meanwhile, nothing has failed. */
  at: Date;
  scheduler: string;
  causes: Cause[];
}

/** The studio informs the person who scheduled the change and its authors; an alarm informs everybody else. */
async function giveUp(deps: Deps, { id, at, scheduler, causes }: Failure): Promise<void> {
  const now = deps.clock.now();
  const isGivenUp = await deps.db.transaction().execute(async (tx) => {
    const { state } = await tx.selectFrom('changes').select('state').where('id', '=', id).forUpdate().executeTakeFirstOrThrow();
    if (state !== 'sent') return false;
    const row = await tx
      .updateTable('change_requests')
      .set({ publish_at: null, scheduled_by: null })
      .where('change_id', '=', id)
      .where('publish_at', '=', at)
      .returning('change_id')
      .executeTakeFirst();
    if (!row) return false;
    await tx
      .updateTable('changes')
      .set({ failed_causes: json(causes), failed_at: now, failed_for: scheduler, updated_at: now })
      .where('id', '=', id)
      .execute();
    await audit(tx, deps, { actor: 'publishing', action: 'change.scheduleFailed', subject: `change:${id}`, detail: { causes } });
    return true;
  });
  if (!isGivenUp) return;
  deps.alarms.raise(
    { kind: 'scheduledPublishFailed', subject: `change:${id}`, detail: { causes } },
    'a scheduled change was not published',
  );
}
