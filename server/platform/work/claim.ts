import { sql } from 'kysely';
import type { WorkItem } from '../../contract/staff/work.ts';
import type { Tx } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { fail } from '../problem.ts';
import { addSeconds } from '../time.ts';
import { audit } from '../audit/audit.ts';
import type { StaffSession } from '../staff/sessions.ts';
import { assertMayDo, freeFor } from './doable.ts';
import { refuseClaimed } from './items.ts';
import { queuesOf } from './kind.ts';
import { kindsFor, queueFor } from './queues.ts';
import { itemColumns, itemView, readItem, type ItemRow } from './view.ts';

const untilOf = (deps: Deps): Date => addSeconds(deps.clock.now(), (queuesOf(deps)?.claimMinutes ?? 0) * 60);

/** An item that the caller's role may see. Refuses with `notFound` for others' items too, so that nobody learns of them. */
export async function ownItem(tx: Tx | Deps['db'], deps: Deps, staff: StaffSession, id: string): Promise<ItemRow> {
  const row = await readItem(tx, staff.id, id);
  return row && kindsFor(deps, staff).includes(row.kind) ? row : fail('notFound');
}

export const auditWork = (tx: Tx, deps: Deps, { actor }: StaffSession, action: string, id: string, detail: Record<string, unknown> = {}) =>
  audit(tx, deps, { actor, action: `work.${action}`, subject: `work:${id}`, detail });

/** More than the number of people who ask at the same moment, so that one of the candidates is free. */
const candidates = 50;

/**
 * Claims the first free item of a queue, those assigned to the caller before unassigned ones. One statement finds and claims it, and skips
 * items that others are claiming concurrently. It reads only the first free items of each kind, so its cost does not grow with the queue.
 */
export async function claimNext(deps: Deps, staff: StaffSession, { queue: id, except = '' }: { queue: string; except?: string }) {
  const queue = queueFor(deps, staff, id);
  const column = sql.ref(queue.order === 'age' ? 'opened_at' : 'due_at');
  const now = deps.clock.now();
  const isFree = sql`id <> ${except} and ${freeFor(deps, staff, now)}`;
  const first = queue.kinds.flatMap((kind) =>
    [sql`assigned_to = ${staff.id}`, sql`assigned_to is null`].map(
      (whose) =>
        sql`(select id from work_items where kind = ${kind} and ${isFree} and ${whose} order by ${column}, id limit ${candidates})`,
    ),
  );
  return deps.db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ id: string }>`
      update work_items set claimed_by = ${staff.id}, claimed_until = ${untilOf(deps)} where id = (
        select id from work_items where id = any(array(${sql.join(first, sql` union all `)})) and ${isFree}
        order by assigned_to nulls last, ${column}, id limit 1 for update skip locked
      ) returning id`.execute(tx);
    const claimed = rows[0] ?? fail('nothingWaits');
    await auditWork(tx, deps, staff, 'claimed', claimed.id);
    return { item: await viewOf(tx, deps, staff, claimed.id) };
  });
}

/** Claims an item, or extends the caller's claim. Refuses with `forbidden` if the caller may not do it. */
export const claimWork = (deps: Deps, staff: StaffSession, id: string): Promise<{ item: WorkItem }> =>
  deps.db.transaction().execute(async (tx) => {
    const before = await ownItem(tx, deps, staff, id);
    await assertMayDo(tx, deps, staff, id);
    const now = deps.clock.now();
    const claimed = await tx
      .updateTable('work_items')
      .set({ claimed_by: staff.id, claimed_until: untilOf(deps) })
      .where('id', '=', id)
      .where('closed_at', 'is', null)
      .where((eb) => eb.or([eb('claimed_by', 'is', null), eb('claimed_by', '=', staff.id), eb('claimed_until', '<=', now)]))
      .returning('id')
      .executeTakeFirst();
    if (!claimed) {
      const { claimed_name: name, claimed_until: until } = await ownItem(tx, deps, staff, id);
      return until ? refuseClaimed(name, until) : fail('workDone', { detail: 'The work is done.' });
    }
    const isExtension = before.claimed_by === staff.id && before.claimed_until !== null && before.claimed_until > now;
    if (!isExtension) await auditWork(tx, deps, staff, 'claimed', id);
    return { item: await viewOf(tx, deps, staff, id) };
  });

/** Ends the caller's claim, if there is one. A held claim ends only when it is no longer held. */
export async function releaseWork(deps: Deps, staff: StaffSession, id: string): Promise<Record<string, never>> {
  await ownItem(deps.db, deps, staff, id);
  const now = deps.clock.now();
  await sql`update work_items set claimed_by = case when held_until > ${now} then claimed_by end,
      claimed_until = case when held_until > ${now} then held_until end
    where id = ${id} and claimed_by = ${staff.id}`.execute(deps.db);
  return {};
}

export async function viewOf(tx: Tx | Deps['db'], deps: Deps, staff: StaffSession, id: string): Promise<WorkItem> {
  return itemView(await ownItem(tx, deps, staff, id), staff.id, deps.clock.now());
}

/** Open work about a customer that the caller's role sees, most urgent first. */
export async function workAbout(deps: Deps, staff: StaffSession, customerId: string): Promise<WorkItem[]> {
  const { rows } = await sql<ItemRow>`select ${itemColumns(staff.id)} from work_items items
    where customer_id = ${customerId} and closed_at is null and kind = any(${[...kindsFor(deps, staff)]})
    order by due_at limit 20`.execute(deps.db);
  return rows.map((row) => itemView(row, staff.id, deps.clock.now()));
}

/** The open work about a subject, if the caller's role sees it. */
export async function workOn(deps: Deps, staff: StaffSession, subject: string): Promise<{ item?: WorkItem }> {
  const found = await deps.db
    .selectFrom('work_items')
    .select('id')
    .where('subject', '=', subject)
    .where('closed_at', 'is', null)
    .where('kind', 'in', ['', ...kindsFor(deps, staff)])
    .executeTakeFirst();
  return found ? { item: await viewOf(deps.db, deps, staff, found.id) } : {};
}
