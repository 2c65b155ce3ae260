import type { Message, MessageKind, Unread } from '../../contract/messages.ts';
import { sql } from 'kysely';
import { vaultOf } from '../crypto/vault.ts';
import type { Deps } from '../deps.ts';
import { ownOrNotFound } from '../http/own.ts';
import { fail } from '../problem.ts';
import { messagesOf, type Activity } from './kind.ts';
import { activityIdOf, activityView, noticeView } from './view.ts';
import { isShownOn } from '../../../engine/config/shownOn.ts';
import { judge } from '../../../engine/form/context.ts';
import { conditionOf } from '../../../engine/flow/load.ts';
import { brokenExpression } from '../alarms/brokenExpression.ts';
import { todayOf } from '../time.ts';

/** Returns today's activities for a customer, newest first. */
async function activitiesFor(deps: Deps, customerId: string): Promise<Activity[]> {
  const release = deps.releases.active();
  const { id, activities } = messagesOf(release);
  const today = todayOf(deps);
  const current = activities.filter((activity) => isShownOn(today, activity)).toSorted((a, b) => (a.from < b.from ? 1 : -1));
  if (current.every(({ when }) => when === undefined)) return current;
  const expressions = await release.expressionsOf('messages', id);
  const { constants, features } = release.manifest.settings;
  const context = { customer: await deps.product.audienceFacts(deps, customerId, today), today, constants, features };
  const isMeant = ({ id: activity, when }: Activity) =>
    when === undefined || judge(conditionOf(when, expressions), context, `activity ${activity}`, brokenExpression(deps)) === 'yes';
  return current.filter(isMeant);
}

/** The reader of the messages, and their language. */
export interface Reader {
  deps: Deps;
  customerId: string;
  language: string;
}

export interface Page {
  items: Message[];
  next?: string;
}

/** Returns one page of notices, newest first, starting at a cursor. */
export async function noticesOf({ deps, customerId, language }: Reader, cursor: string | undefined): Promise<Page> {
  const { pageSize } = messagesOf(deps.releases.active());
  let query = deps.db.selectFrom('messages').selectAll().where('customer_id', '=', customerId);
  if (cursor !== undefined) query = query.where('id', '<', cursor);
  const rows = await query
    .orderBy('id', 'desc')
    .limit(pageSize + 1)
    .execute();
  const vault = await vaultOf(deps.settings.keyring).of(deps.db, customerId);
  const shown = rows.slice(0, pageSize);
  const last = shown.at(-1);
  return {
    items: shown.map((row) => noticeView(deps, vault, language, row)),
    ...(last && rows.length > pageSize ? { next: last.id } : {}),
  };
}

/** Returns today's activities. They are few, so they fit on one page. */
export async function activitiesOf({ deps, customerId, language }: Reader): Promise<Page> {
  const read = await readActivities(deps, customerId);
  const activities = await activitiesFor(deps, customerId);
  return { items: activities.map((activity) => activityView(deps, language, activity, read.has(activity.id))) };
}

/** Returns a customer's own message. Another customer's message is not found, and the attempt is logged. */
export async function messageOf({ deps, customerId, language }: Reader, messageId: string): Promise<Message> {
  const activityId = activityIdOf(messageId);
  if (activityId !== undefined) {
    const activity = (await activitiesFor(deps, customerId)).find(({ id }) => id === activityId) ?? fail('notFound');
    return activityView(deps, language, activity, (await readActivities(deps, customerId)).has(activity.id));
  }
  const found = await deps.db.selectFrom('messages').selectAll().where('id', '=', messageId).executeTakeFirst();
  const row = ownOrNotFound(deps, customerId, 'message', messageId, found);
  return noticeView(deps, await vaultOf(deps.settings.keyring).of(deps.db, customerId), language, row);
}

/** Counts unread messages. */
export async function unreadOf(deps: Deps, customerId: string): Promise<Unread> {
  const { notices, activities: read } = await deps.db
    .selectNoFrom((eb) => [
      eb
        .selectFrom('messages')
        .select((row) => row.fn.countAll<number>().as('count'))
        .where('customer_id', '=', customerId)
        .where('read_at', 'is', null)
        .as('notices'),
      sql<string[]>`array(${eb.selectFrom('activity_reads').select('activity').where('customer_id', '=', customerId)})`.as('activities'),
    ])
    .executeTakeFirstOrThrow();
  const activity = (await activitiesFor(deps, customerId)).filter(({ id }) => !read.includes(id)).length;
  const notify = notices ?? 0;
  return { activity, notify, total: activity + notify };
}

/** Marks one message as read. Idempotent. */
export async function markRead(reader: Reader, messageId: string): Promise<Unread> {
  const { deps, customerId } = reader;
  await messageOf(reader, messageId);
  const activityId = activityIdOf(messageId);
  if (activityId !== undefined) await markActivities(deps, customerId, [activityId]);
  else await unreadNotices(deps, customerId).where('id', '=', messageId).execute();
  return unreadOf(deps, customerId);
}

export async function markAllRead({ deps, customerId }: Reader, kind: MessageKind | undefined): Promise<Unread> {
  if (kind !== 'activity') await unreadNotices(deps, customerId).execute();
  if (kind !== 'notify') {
    const shown = await activitiesFor(deps, customerId);
    await markActivities(
      deps,
      customerId,
      shown.map(({ id }) => id),
    );
  }
  return unreadOf(deps, customerId);
}

const unreadNotices = ({ db, clock }: Deps, customerId: string) =>
  db.updateTable('messages').set({ read_at: clock.now() }).where('customer_id', '=', customerId).where('read_at', 'is', null);

async function markActivities({ db, clock }: Deps, customerId: string, activities: readonly string[]): Promise<void> {
  if (activities.length === 0) return;
  const rows = activities.map((activity) => ({ customer_id: customerId, activity, read_at: clock.now() }));
  await db
    .insertInto('activity_reads')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

async function readActivities({ db }: Deps, customerId: string): Promise<Set<string>> {
  const rows = await db.selectFrom('activity_reads').select('activity').where('customer_id', '=', customerId).execute();
  return new Set(rows.map(({ activity }) => activity));
}
