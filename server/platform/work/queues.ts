import { sql } from 'kysely';
import type { ExportedWork, ListedWork, workSorts } from '../../contract/staff/work.ts';
import type { StaffRole } from '../../contract/staff/operation.ts';
import type { Deps } from '../deps.ts';
import { assertPlain } from '../http/plainData.ts';
import { fail } from '../problem.ts';
import { isMoment, pageSize } from '../page.ts';
import type { StaffSession } from '../staff/sessions.ts';
import { doableBy, freeFor } from './doable.ts';
import { codesOf, newCodesOf, queuesOf, type Queue } from './kind.ts';
import { itemColumns, itemView, type ItemRow } from './view.ts';

type Sort = (typeof workSorts)[number];

/** The queues of a role, in their order. */
export const queuesFor = (deps: Deps, { role }: Pick<StaffSession, 'role'>): Queue[] =>
  (queuesOf(deps)?.queues ?? []).filter(({ roles }) => roles.includes(role));

/** The kinds of work that a role may see. */
export const kindsFor = (deps: Deps, staff: Pick<StaffSession, 'role'>): string[] => [
  ...new Set(queuesFor(deps, staff).flatMap(({ kinds }) => kinds)),
];

/** A queue of the caller's role. Refuses with `notFound`, or with `forbidden` for a queue of others. */
export function queueFor(deps: Deps, staff: StaffSession, id: string): Queue {
  const queue = queuesOf(deps)?.queues.find((each) => each.id === id) ?? fail('notFound');
  return queue.roles.includes(staff.role) ? queue : fail('forbidden');
}

const exportPage = 500;

/** Counting stops here, because its cost would grow with the length of the queue. */
const mostCounted = 1000;

/** The queues of the caller's role with the number of their items. */
export async function countQueues(deps: Deps, staff: StaffSession) {
  const now = deps.clock.now();
  const waiting = sql`from work_items where closed_at is null and work_items.kind = kinds.kind and (snoozed_until is null or snoozed_until <= ${now})
    and ${doableBy(deps, staff)}`;
  const { rows } = await sql<{ kind: string; open: number; overdue: number }>`
    select kinds.kind, (select count(*)::int from (select 1 ${waiting} limit ${mostCounted}) as found) as open,
      (select count(*)::int from (select 1 ${waiting} and due_at < ${now} limit ${mostCounted}) as found) as overdue
    from unnest(${kindsFor(deps, staff)}::text[]) as kinds (kind)`.execute(deps.db);
  const sum = (kinds: readonly string[], what: 'open' | 'overdue') =>
    rows.filter(({ kind }) => kinds.includes(kind)).reduce((all, row) => all + row[what], 0);
  const kinds = kindsFor(deps, staff);
  const called = await sql<{ calls: number }>`select count(*)::int as calls from work_items
    where closed_at is null and kind = any(${kinds}::text[]) and ${doableBy(deps, staff)} and id = any(array(${callsOf(staff.id, now)}))`.execute(
    deps.db,
  );
  return {
    people: (await peopleWith(deps, kinds)).map(({ name }) => name),
    tags: Object.keys(await codesOf(deps, 'workTag')),
    newTags: await newCodesOf(deps, 'workTag'),
    calls: called.rows[0]?.calls ?? 0,
    queues: queuesFor(deps, staff).map((queue) => ({
      id: queue.id,
      open: sum(queue.kinds, 'open'),
      overdue: sum(queue.kinds, 'overdue'),
      kinds: queue.kinds,
    })),
  };
}

/** A cursor between two pages of a list: the value and the id of a row, and the side of it on which the page lies. */
interface Cursor {
  at: string;
  id: string;
  side: 'after' | 'before';
}

const written = ({ at, id, side }: Cursor): string => Buffer.from(JSON.stringify([at, id, side])).toString('base64url');

function readCursor(text: string): Cursor {
  try {
    const [at, id, side] = JSON.parse(Buffer.from(text, 'base64url').toString()) as unknown[];
    assertPlain(id);
    if (typeof at === 'string' && typeof id === 'string' && isMoment(at) && (side === 'after' || side === 'before'))
      return { at, id, side };
  } catch {
    // The cursor is not one of ours.
  }
  return fail('badRequest', { problems: [{ code: 'pattern', path: '/page' }] });
}

const columns = { dueAt: 'due_at', openedAt: 'opened_at' } as const;

/** Sort order of a queue's list: the queue's own, unless the caller asks for another. */
const sortOf = (queue: Queue, { sort }: ExportedWork): Sort => sort || (queue.order === 'age' ? 'openedAt' : 'dueAt');

/** The items of a queue from a cursor on. Reads only the first rows of each kind's index, so the cost does not grow with the queue. */
function itemsFrom(deps: Deps, staff: StaffSession, queue: Queue, input: ExportedWork, now: Date, limit: number, cursor?: Cursor) {
  const sort = sortOf(queue, input);
  const column = columns[sort.replace('-', '') as keyof typeof columns];
  const isDown = sort.startsWith('-') !== (cursor?.side === 'before');
  const order = sql`${sql.ref(column)} ${sql.raw(isDown ? 'desc' : 'asc')}, id ${sql.raw(isDown ? 'desc' : 'asc')}`;
  const conditions = [
    doableBy(deps, staff),
    ...filtersOf(deps, staff, input, now),
    ...(cursor ? [sql`(${sql.ref(column)}, id) ${sql.raw(isDown ? '<' : '>')} (${cursor.at}::timestamptz, ${cursor.id})`] : []),
  ];
  const kinds = queue.kinds.filter((kind) => !input.kind || kind === input.kind);
  // A person's own items are few and indexed. Searching a long queue for them would be slow.
  const own = input.who === 'mine' ? ownOf(staff.id, now) : input.who === 'calls' ? callsOf(staff.id, now) : undefined;
  const chosen = own ? sql`with chosen as materialized (select * from work_items where id = any(array(${own})))` : sql``;
  const ofKind = (kind: string) => sql`(select * from ${sql.raw(own ? 'chosen' : 'work_items')}
    where closed_at is null and kind = ${kind} and ${sql.join(conditions, sql` and `)} order by ${order} limit ${limit})`;
  const items = kinds.length === 0 ? sql`(select * from work_items where false)` : sql.join(kinds.map(ofKind), sql` union all `);
  return {
    chosen,
    items: sql`(${items}) as items`,
    order,
    place: (row: ItemRow, side: Cursor['side']): Cursor => ({ at: row[column].toISOString(), id: row.id, side }),
  };
}

/** One page of a queue. */
export async function listWork(deps: Deps, staff: StaffSession, input: ListedWork) {
  const queue = queueFor(deps, staff, input.queue);
  const cursor = input.page ? readCursor(input.page) : undefined;
  const isBack = cursor?.side === 'before';
  const now = deps.clock.now();
  const { place, ...list } = itemsFrom(deps, staff, queue, input, now, pageSize + 1, cursor);
  const rows = await readItems(deps, staff, list, pageSize + 1);
  const found = rows.slice(0, pageSize);
  const shown = isBack ? found.toReversed() : found;
  const isMore = rows.length > pageSize;
  const [first, last] = [shown[0], shown.at(-1)];
  return {
    items: shown.map((row) => itemView(row, staff.id, now)),
    sort: sortOf(queue, input),
    ...(last && (isBack || isMore) ? { next: written(place(last, 'after')) } : {}),
    ...(first && (isBack ? isMore : cursor) ? { previous: written(place(first, 'before')) } : {}),
  };
}

async function readItems(
  { db }: Pick<Deps, 'db'>,
  staff: StaffSession,
  { chosen, items, order }: Pick<ReturnType<typeof itemsFrom>, 'chosen' | 'items' | 'order'>,
  limit: number,
): Promise<ItemRow[]> {
  const { rows } = await sql<ItemRow>`${chosen} select ${itemColumns(staff.id)} from ${items} order by ${order} limit ${limit}`.execute(db);
  return rows;
}

/** Counts the items of a list, up to a limit. */
export async function countWork(deps: Deps, staff: StaffSession, queue: Queue, input: ExportedWork, limit: number): Promise<number> {
  const { chosen, items } = itemsFrom(deps, staff, queue, input, deps.clock.now(), limit);
  const { rows } = await sql<{ count: number }>`${chosen} select count(*)::int as count from ${items}`.execute(deps.db);
  return Math.min(limit, rows[0]?.count ?? 0);
}

/** Items in order, in batches of a few hundred, up to a limit. */
export async function* pagesOfWork(deps: Deps, staff: StaffSession, queue: Queue, input: ExportedWork, limit: number) {
  const now = deps.clock.now();
  let cursor: Cursor | undefined;
  for (let left = limit; left > 0;) {
    const size = Math.min(left, exportPage);
    const { place, ...list } = itemsFrom(deps, staff, queue, input, now, size, cursor);
    const rows = await readItems(deps, staff, list, size);
    yield rows.map((row) => itemView(row, staff.id, now));
    const last = rows.at(-1);
    if (!last || rows.length < size) return;
    cursor = place(last, 'after');
    left -= size;
  }
}

/** Ids of items that call a person: a note mentions them, or their snooze is over. */
const callsOf = (me: string, now: Date) => sql`select item_id from work_mentions where staff_id = ${me}
  union select id from work_items where closed_at is null and snoozed_by = ${me} and snoozed_until <= ${now}`;

/** Two parts, because each has its own index. */
const ownOf = (
  me: string,
  now: Date,
) => sql`select id from work_items where closed_at is null and claimed_by = ${me} and claimed_until > ${now}
  union select id from work_items where closed_at is null and assigned_to = ${me}`;

/** People whose role sees one of these kinds of work. */
export async function peopleWith(deps: Deps, kinds: readonly string[]): Promise<{ id: string; name: string; role: StaffRole }[]> {
  const roles = (queuesOf(deps)?.queues ?? [])
    .filter((queue) => queue.kinds.some((kind) => kinds.includes(kind)))
    .flatMap((queue) => queue.roles);
  if (roles.length === 0) return [];
  return deps.db
    .selectFrom('staff')
    .select(['id', 'name', 'role'])
    .where('role', 'in', roles)
    .where('disabled_at', 'is', null)
    .orderBy('name')
    .limit(200)
    .execute();
}

function filtersOf(deps: Deps, staff: StaffSession, { who, tag }: ExportedWork, now: Date) {
  return [
    ...(who === 'snoozed' ? [sql`(snoozed_until is not null and snoozed_until > ${now})`] : []),
    // A mention calls the person even if the item is snoozed.
    ...(!who || who === 'mine' ? [sql`(snoozed_until is null or snoozed_until <= ${now})`] : []),
    ...(tag ? [sql`(tags <> '{}' and tags @> ${[tag]}::text[])`] : []),
    ...(who === 'free' ? [freeFor(deps, staff, now)] : []),
  ];
}
