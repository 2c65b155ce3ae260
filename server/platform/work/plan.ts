import { sql } from 'kysely';
import type { StaffRole } from '../../contract/staff/operation.ts';
import type { StaffSession } from '../staff/sessions.ts';
import type { Tx } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { fail } from '../problem.ts';
import { addSeconds } from '../time.ts';
import { auditWork, ownItem, viewOf } from './claim.ts';
import { assertMayDo, mayDo } from './doable.ts';
import { refuseUnknownCode } from './kind.ts';
import { kindsFor, peopleWith } from './queues.ts';

/**
 * Snoozes an item and ends its claim. Refuses with `forbidden` if the caller may not do the item: they could keep it from those who may.
 */
export async function snoozeWork(deps: Deps, staff: StaffSession, { id, hours, reason }: { id: string; hours: number; reason: string }) {
  await refuseUnknownCode(deps, 'snoozeReason', reason, '/reason');
  return change(
    deps,
    staff,
    id,
    'snoozed',
    { hours, reason },
    {
      snoozed_by: staff.id,
      snoozed_until: addSeconds(deps.clock.now(), hours * 3600),
      snooze_reason: reason,
      claimed_by: null,
      claimed_until: null,
    },
  );
}

export const wakeWork = (deps: Deps, staff: StaffSession, id: string) =>
  change(deps, staff, id, 'woken', {}, { snoozed_by: null, snoozed_until: null, snooze_reason: null });

/** Changes an open item that nobody else has claimed. A decision that can still be withdrawn keeps its claim. */
const change = (
  deps: Deps,
  staff: StaffSession,
  id: string,
  action: string,
  detail: Record<string, unknown>,
  set: Record<string, unknown>,
) =>
  deps.db.transaction().execute(async (tx) => {
    await ownItem(tx, deps, staff, id);
    if (action === 'snoozed') await assertMayDo(tx, deps, staff, id);
    const now = deps.clock.now();
    const row = await tx
      .updateTable('work_items')
      .set(set)
      .where('id', '=', id)
      .where('closed_at', 'is', null)
      .where((eb) => eb.or([eb('claimed_by', 'is', null), eb('claimed_by', '=', staff.id), eb('claimed_until', '<=', now)]))
      .where((eb) => eb.or([eb('held_until', 'is', null), eb('held_until', '<=', now)]))
      .returning('id')
      .executeTakeFirst();
    if (!row) fail('workDone', { detail: 'The work is done, or somebody else has it.' });
    await auditWork(tx, deps, staff, action, id, detail);
    return { item: await viewOf(tx, deps, staff, id) };
  });

/** The open ones among these items that the caller's role sees, locked in a fixed order. */
async function lockItems(tx: Tx, deps: Deps, staff: StaffSession, ids: readonly string[]): Promise<{ id: string; kind: string }[]> {
  return tx
    .selectFrom('work_items')
    .select(['id', 'kind'])
    .where('id', 'in', ids)
    .where('kind', 'in', ['', ...kindsFor(deps, staff)])
    .where('closed_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** Maximum number of tags on one item. */
const mostTags = 20;

export async function tagWork(deps: Deps, staff: StaffSession, { ids, add, remove }: { ids: string[]; add?: string; remove?: string }) {
  if (add !== undefined) await refuseUnknownCode(deps, 'workTag', add, '/add');
  return deps.db.transaction().execute(async (tx) => {
    const items = await lockItems(tx, deps, staff, ids);
    const found = items.map(({ id }) => id);
    if (add !== undefined) {
      await sql`update work_items set tags = tags || ${[add]}::text[] where id = any(${found}::text[])
        and not tags @> ${[add]}::text[] and cardinality(tags) < ${mostTags}`.execute(tx);
    }
    if (remove !== undefined) {
      await sql`update work_items set tags = array_remove(tags, ${remove}::text) where id = any(${found}::text[])`.execute(tx);
    }
    for (const id of found) await auditWork(tx, deps, staff, 'tagged', id, { ...(add && { add }), ...(remove && { remove }) });
    return { changed: found.length };
  });
}

/** Refuses with `unknownPerson` if the person may not do all of the items. */
export async function assignWork(deps: Deps, staff: StaffSession, { ids, to }: { ids: string[]; to?: string }) {
  return deps.db.transaction().execute(async (tx) => {
    const items = await lockItems(tx, deps, staff, ids);
    const people = await Promise.all([...new Set(items.map(({ kind }) => kind))].map((kind) => personWith({ ...deps, db: tx }, to, kind)));
    const [person] = people;
    const found = items.map(({ id }) => id);
    if (person && !(await mayDo(tx, deps, person, found))) refuseUnknownPerson(person.name);
    if (found.length > 0)
      await tx
        .updateTable('work_items')
        .set({ assigned_to: person?.id ?? null })
        .where('id', 'in', found)
        .execute();
    for (const id of found) await auditWork(tx, deps, staff, 'assigned', id, person ? { to: person.id } : {});
    return { changed: found.length };
  });
}

export async function personWith(
  deps: Deps,
  name: string | undefined,
  kind: string,
): Promise<{ id: string; name: string; role: StaffRole } | undefined> {
  if (name === undefined) return undefined;
  const person = (await peopleWith(deps, [kind])).find((each) => each.name === name);
  return person ?? refuseUnknownPerson(name);
}

const refuseUnknownPerson = (name: string): never => fail('unknownPerson', { params: { name } });

/** Records that the caller has seen the mention or the reminder. */
export async function seeWork(deps: Deps, staff: StaffSession, id: string): Promise<Record<string, never>> {
  await ownItem(deps.db, deps, staff, id);
  await deps.db.deleteFrom('work_mentions').where('item_id', '=', id).where('staff_id', '=', staff.id).execute();
  await deps.db
    .updateTable('work_items')
    .set({ snoozed_by: null, snoozed_until: null, snooze_reason: null })
    .where('id', '=', id)
    .where('snoozed_by', '=', staff.id)
    .where('snoozed_until', '<=', deps.clock.now())
    .execute();
  return {};
}
