import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { dayIn, timeIn } from '../../../engine/config/days.ts';
import { answerCsv, mostExported } from '../../platform/csvAnswer.ts';
import { screenWords } from '../../platform/release/screenWords.ts';
import { hourSeconds, timeZoneOf } from '../../platform/time.ts';
import { staffRelease } from '../../platform/work/kind.ts';
import { sql } from 'kysely';
import { itemNumber, withoutItem } from '../../../engine/flow/instances.ts';
import type { Wording } from '../../../engine/form/shownValue.ts';
import type { Reveal } from '../../contract/staff/applications.ts';
import { audit } from '../../platform/audit/audit.ts';
import { countUnder } from '../../platform/limits/caps.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { Deps } from '../../platform/deps.ts';
import { answerText } from '../../platform/flows/sections.ts';
import { pageOf, pageSize } from '../../platform/page.ts';
import { fail } from '../../platform/problem.ts';
import { formWords } from '../../platform/release/formWords.ts';
import type { StaffSession } from '../../platform/staff/sessions.ts';
import { numberOf } from '../application/number.ts';
import { deskOf } from './kind.ts';
import { openAnswers, sensitivityOf } from './opened.ts';

const action = 'answer.revealed';
export const fileAction = 'file.opened';

/** Must match the predicate of the index (0057_revealedFiles). */
const revealed = sql<boolean>`action in ('answer.revealed', 'file.opened') and actor like 'staff:%'`;

/**
 * Returns one sensitive answer in the clear. It first counts the access and writes the audit row with reader and reason, so that every
 * access is counted and audited. A field that the release lacks stays hidden. Refuses with `tooFrequent` at the hourly limit of
 * flows/desk.json.
 */
export async function reveal(
  deps: Deps,
  staff: StaffSession,
  { id, form, field, reason }: { id: string; form: string; field: string; reason: string },
): Promise<{ value: unknown; text: string }> {
  const { release, forms, answers } = await openAnswers(deps, id);
  const given = Object.hasOwn(answers, form) ? answers[form] : undefined;
  const loaded = forms.get(withoutItem(form));
  if (!given || !loaded || !Object.hasOwn(given, field) || sensitivityOf(forms, form, field) === 'unknown') fail('notFound');
  const words = await formWords(release, release.manifest.settings.languages.default);
  await deps.db.transaction().execute(async (tx) => {
    const reached = await countReveal(tx, deps, staff);
    if (reached) {
      const { seconds, ...params } = reached;
      fail('tooFrequent', { params: { seconds }, problems: [{ code: 'revealLimit', path: '/reason', params }] });
    }
    await audit(tx, deps, { actor: staff.actor, action, subject: `application:${id}`, detail: { form, field, reason } });
  });
  return { value: given[field], text: answerText(words, loaded, field, given) };
}

/** Counts a revealed answer or photo, in one statement. If the limit is reached, returns it with the time to wait. */
export async function countReveal(
  tx: Tx,
  deps: Deps,
  { id }: Pick<StaffSession, 'id'>,
): Promise<{ limit: number; minutes: number; seconds: number } | undefined> {
  const cap = { scope: 'reveals', key: id, cap: deskOf(deps).revealsPerHour, windowSeconds: hourSeconds } as const;
  const reached = await countUnder(tx, [cap], deps.clock.now());
  return reached && { limit: reached.cap, minutes: Math.ceil(reached.seconds / 60), seconds: reached.seconds };
}

/** What staff revealed, newest first: who, which answer or photo and why, never the answer. A photo is opened without a reason. */
export async function listReveals(deps: Deps, { before }: { before?: string }) {
  let query = deps.db
    .selectFrom('audit_rows')
    .leftJoin('staff', (join) => join.on('audit_rows.actor', '=', sql<string>`'staff:' || staff.id`))
    .select(['audit_rows.id', 'at', 'actor', 'subject', 'detail', 'staff.name'])
    .where(revealed)
    .orderBy('audit_rows.id', 'desc')
    .limit(pageSize + 1);
  if (before !== undefined) query = query.where('audit_rows.id', '<', rowId(before));
  const rows = await query.execute();
  const { shown, more } = pageOf(rows.map((row) => ({ ...row, id: String(row.id) })));
  const release = deps.releases.active();
  const words = await formWords(release, release.manifest.settings.languages.default);
  return { reveals: shown.map(({ name, ...row }) => revealOf(words, { ...row, name: name ?? row.actor })), ...more };
}

/** The same list as a CSV file for the reviewer. */
export async function exportReveals(deps: Deps, { actor }: StaffSession, reply: FastifyReply): Promise<Readable> {
  const some = deps.db
    .selectFrom('audit_rows')
    .select('id')
    .where(revealed)
    .limit(mostExported + 1);
  const { found } = await deps.db
    .selectFrom(some.as('some'))
    .select(({ fn }) => fn.countAll<number>().as('found'))
    .executeTakeFirstOrThrow();
  const desk = staffRelease(deps);
  const word = desk ? await screenWords(desk, 'reveals') : (key: string) => key;
  const zone = timeZoneOf(deps);
  async function* pages() {
    let before: string | undefined;
    for (let left = mostExported; left > 0; left -= pageSize) {
      const { reveals, next } = await listReveals(deps, before === undefined ? {} : { before });
      yield reveals.slice(0, left).map(({ name, number, field, reason, at }) => {
        const when = new Date(at);
        return [name, number, field, reason, `${dayIn(zone, when)} ${timeIn(zone, when)}`];
      });
      if (next === undefined) return;
      before = next;
    }
  }
  return answerCsv(deps, reply, {
    name: 'reveals',
    audited: { actor, action: 'reveals.exported', subject: 'reveals' },
    headings: ['name', 'number', 'field', 'reason', 'at'].map(word),
    found,
    pages: pages(),
  });
}

const rowId = (before: string): number => (/^\d{1,15}$/.test(before) ? Number(before) : fail('badRequest'));

interface RevealRow {
  id: string;
  at: Date;
  subject: string;
  detail: string;
  name: string;
}

function revealOf(words: Wording, { id, at, subject, detail, name }: RevealRow): Reveal {
  const { form, field, reason = '' } = JSON.parse(detail) as { form: string; field: string; reason?: string };
  const key = `forms.${withoutItem(form)}.${field}.label`;
  const item = itemNumber(form);
  const label = words.has(key) ? words.t(key) : `${form}.${field}`;
  const number = numberOf(subject.replace('application:', ''));
  return { id, name, number, field: item === undefined ? label : `${label} (${item})`, reason, at: at.toISOString() };
}
