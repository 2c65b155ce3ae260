import type { Selectable } from 'kysely';
import type { Alarm } from '../../contract/staff/alarms.ts';
import { audit } from '../audit/audit.ts';
import type { Deps } from '../deps.ts';
import { pageOf, pageSize } from '../page.ts';
import { fail } from '../problem.ts';
import type { StaffSession } from './sessions.ts';
import type { AlarmRow } from '../alarms/table.ts';

/** Unacknowledged alarms, newest first. */
export async function openAlarms({ db }: Deps, { before }: { before?: string }) {
  const rows = await db
    .selectFrom('alarms')
    .selectAll()
    .where('acknowledged_at', 'is', null)
    .$if(before !== undefined, (query) => query.where('id', '<', before ?? ''))
    .orderBy('id', 'desc')
    .limit(pageSize + 1)
    .execute();
  const { shown, more } = pageOf(rows);
  return { alarms: shown.map(alarmView), ...more };
}

const alarmView = (row: Selectable<AlarmRow>): Alarm => ({
  id: row.id,
  kind: row.kind,
  subject: row.subject,
  message: row.message,
  detail: row.detail,
  count: row.count,
  firstAt: row.first_at.toISOString(),
  lastAt: row.last_at.toISOString(),
});

/** Acknowledges an alarm for its day. An occurrence on the next day is a new alarm. */
export const acknowledge = (deps: Deps, { actor }: StaffSession, { id, reason }: { id: string; reason: string }): Promise<{ id: string }> =>
  deps.db.transaction().execute(async (tx) => {
    const row = await tx
      .updateTable('alarms')
      .set({ acknowledged_by: actor, acknowledged_at: deps.clock.now() })
      .where('id', '=', id)
      .where('acknowledged_at', 'is', null)
      .returning(['kind', 'subject'])
      .executeTakeFirst();
    if (!row) {
      const known = await tx.selectFrom('alarms').select('id').where('id', '=', id).executeTakeFirst();
      return known ? fail('alarmDone', { detail: 'The alarm is already acknowledged.' }) : fail('notFound');
    }
    const detail = { reason, kind: row.kind, about: row.subject };
    await audit(tx, deps, { actor, action: 'alarm.acknowledged', subject: `alarm:${id}`, detail });
    return { id };
  });
