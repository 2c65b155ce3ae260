import { sql, type RawBuilder, type Selectable } from 'kysely';
import type { WorkItem } from '../../contract/staff/work.ts';
import type { Db, Tx } from '../db/database.ts';
import type { WorkItemRow } from './table.ts';

export type ItemRow = Selectable<WorkItemRow> & {
  claimed_name: string | null;
  assigned_name: string | null;
  snoozed_name: string | null;
  mentioned: boolean;
};

/** The columns of an item with the names of people. `me`: the id of the caller. */
export const itemColumns = (me: string): RawBuilder<unknown> => sql`items.*,
  (select name from staff where staff.id = items.claimed_by) as claimed_name,
  (select name from staff where staff.id = items.assigned_to) as assigned_name,
  (select name from staff where staff.id = items.snoozed_by) as snoozed_name,
  exists (select 1 from work_mentions where item_id = items.id and staff_id = ${me}) as mentioned`;

export function itemView(row: ItemRow, me: string, now: Date): WorkItem {
  const { claimed_by: by, claimed_until: until, assigned_to: to } = row;
  return {
    id: row.id,
    kind: row.kind,
    subject: row.subject,
    ...(row.customer_id === null ? {} : { customerId: row.customer_id }),
    number: row.number,
    openedAt: row.opened_at.toISOString(),
    dueAt: row.due_at.toISOString(),
    overdue: row.closed_at === null && row.due_at < now,
    ...(by !== null && until !== null && until > now
      ? { claim: { id: by, name: row.claimed_name ?? '', isMe: by === me, until: until.toISOString() } }
      : {}),
    ...(to === null ? {} : { assigned: { id: to, name: row.assigned_name ?? '', isMe: to === me } }),
    ...(row.waits_until !== null && row.waits_until > now ? { waitsUntil: row.waits_until.toISOString() } : {}),
    tags: row.tags,
    ...snoozeOf(row, me, now),
    ...(row.closed_at === null ? {} : { closedAt: row.closed_at.toISOString() }),
  };
}

function snoozeOf(row: ItemRow, me: string, now: Date): Pick<WorkItem, 'snooze' | 'call'> {
  const { snoozed_by: by, snoozed_until: until, snooze_reason: reason } = row;
  const isOver = until !== null && until <= now;
  return {
    ...(by !== null && until !== null && !isOver
      ? { snooze: { id: by, name: row.snoozed_name ?? '', isMe: by === me, until: until.toISOString(), reason: reason ?? '' } }
      : {}),
    ...(row.mentioned ? { call: 'mention' } : isOver && by === me ? { call: 'reminder' } : {}),
  };
}

export async function readItem(db: Db | Tx, me: string, id: string): Promise<ItemRow | undefined> {
  const { rows } = await sql<ItemRow>`select ${itemColumns(me)} from work_items items where id = ${id}`.execute(db);
  return rows[0];
}
