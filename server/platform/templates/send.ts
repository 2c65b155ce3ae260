import { sql } from 'kysely';
import type { Addressed, MessagePreview } from '../../contract/staff/templates.ts';
import { audit } from '../audit/audit.ts';
import type { Tx } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { noticeWords } from '../messages/view.ts';
import { notify } from '../notifications/notify.ts';
import { type Rehearsed, rehearse, wordsOf } from '../notifications/rehearse.ts';
import { fail } from '../problem.ts';
import type { StaffSession } from '../staff/sessions.ts';
import { todayOf } from '../time.ts';
import { customersOfWork } from '../work/items.ts';
import { kindsFor } from '../work/queues.ts';
import { templatePrefix, templatesOf } from './kind.ts';

interface Sent {
  customers: string[];
  skipped: MessagePreview['skipped'];
}

/** Lists the templates by title, in the language of staff. */
export function listTemplates(deps: Deps) {
  const release = deps.releases.active();
  const language = release.manifest.settings.languages.default;
  return {
    templates: templatesOf(release).templates.map((id) => ({
      id,
      label: noticeWords(deps, language, `${templatePrefix}${id}`, {}).title,
    })),
  };
}

/** The customers that the lists name, each once, and the number of entries that name nobody. */
async function addressees(tx: Tx, deps: Deps, staff: StaffSession, { customers = [], work = [] }: Addressed) {
  const ofWork = work.length === 0 ? [] : await customersOfWork(tx, kindsFor(deps, staff), work);
  const ids = [...new Set([...customers, ...ofWork.flatMap((id) => id ?? [])])];
  return { ids, nobody: work.length - ofWork.filter((id) => id !== null).length };
}

/**
 * Sends a template to customers who have not had it today and are below the daily limit. Locks the customers to serialise concurrent sends
 * and deletions.
 */
async function send(tx: Tx, deps: Deps, staff: StaffSession, asked: Addressed): Promise<Sent> {
  const { template } = asked;
  const { templates, perCustomerAndDay } = templatesOf(deps.releases.active());
  if (!templates.includes(template)) {
    fail('badRequest', { problems: [{ code: 'unknown', path: '/template', params: { known: templates.join(', ') } }] });
  }
  if (!asked.customers && !asked.work) fail('badRequest', { problems: [{ code: 'required', path: '/customers' }] });
  const { ids, nobody } = await addressees(tx, deps, staff, asked);
  const day = todayOf(deps);
  const { rows: there } = await sql<{ id: string }>`
    select id from customers where id = any(${ids}::text[]) and deleted_at is null order by id for no key update`.execute(tx);
  const { rows: had } = await sql<{ id: string; count: number; same: boolean }>`
    select customer_id as id, count(*)::int as count, bool_or(template = ${template}) as same from template_messages
    where customer_id = any(${ids}::text[]) and day = ${day} group by customer_id`.execute(tx);
  const already = new Set(had.flatMap(({ id, same }) => (same ? id : [])));
  const full = new Set(had.flatMap(({ id, same, count }) => (!same && count >= perCustomerAndDay ? id : [])));
  const customers = there.map(({ id }) => id).filter((id) => !already.has(id) && !full.has(id));
  const at = deps.clock.now();
  if (customers.length > 0) {
    await tx
      .insertInto('template_messages')
      .values(customers.map((id) => ({ customer_id: id, day, template, staff_id: staff.id, at })))
      .execute();
  }
  const text = `${templatePrefix}${template}`;
  for (const id of customers) await notify(tx, deps, id, text, {}, { key: `${text}:${id}:${day}` });
  for (const id of customers)
    await audit(tx, deps, { actor: staff.actor, action: 'message.sent', subject: `customer:${id}`, detail: { template } });
  return { customers, skipped: { already: already.size, limit: full.size, nobody: nobody + ids.length - there.length } };
}

export async function sendTemplate(deps: Deps, staff: StaffSession, asked: Addressed) {
  const { customers, skipped } = await deps.db.transaction().execute((tx) => send(tx, deps, staff, asked));
  return { sent: customers.length, skipped };
}

/** Previews what each would read. Sends the messages and rolls back, so it skips exactly those whom sending would skip. */
export async function previewTemplate(deps: Deps, staff: StaffSession, asked: Addressed): Promise<MessagePreview> {
  let sent: Sent | undefined;
  const told = await rehearse(deps, async (tx, noting) => void (sent = await send(tx, noting, staff, asked)));
  if (!sent) throw new Error('templates: the rehearsal did nothing');
  const [first] = told;
  return {
    to: sent.customers.length,
    skipped: sent.skipped,
    languages: await byLanguage(deps, told),
    ...(first && first.at > deps.clock.now() && { sentAt: first.at.toISOString() }),
  };
}

async function byLanguage(deps: Deps, told: readonly Rehearsed[]): Promise<MessagePreview['languages']> {
  if (told.length === 0) return [];
  const rows = await deps.db
    .selectFrom('customers')
    .select(['id', 'language'])
    .where(
      'id',
      'in',
      told.map(({ customerId }) => customerId),
    )
    .execute();
  const languageOf = new Map(rows.map(({ id, language }) => [id, language]));
  const groups = [...Map.groupBy(told, ({ customerId }) => languageOf.get(customerId) ?? '')].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Promise.all(
    groups.map(async ([language, [one, ...more]]) => ({ language, count: 1 + more.length, ...(await wordsOf(deps, one as Rehearsed)) })),
  );
}
