import type { FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { staffRoles } from '../../contract/staff/operation.ts';
import { previewOperations, type PreviewLink } from '../../contract/staff/preview.ts';
import { audit } from '../audit/audit.ts';
import { countUpTo } from '../limits/caps.ts';
import { hashToken } from '../auth/linkToken.ts';
import { pageAddress } from '../auth/sendLink.ts';
import { changeRow } from '../changes/changes.ts';
import { studioOf } from '../changes/kind.ts';
import { json } from '../db/json.ts';
import type { Deps } from '../deps.ts';
import type { JobHandler } from '../jobs/types.ts';
import { fail } from '../problem.ts';
import { randomToken, uuidV7 } from '../random.ts';
import { mayCall } from '../staff/roles.ts';
import type { StaffSession } from '../staff/sessions.ts';
import { addSeconds } from '../time.ts';
import { previewPage } from './pages.ts';
import { previewOf } from './preview.ts';
import type { PreviewLinkRow } from './table.ts';

/** Maximum number of active links of a change. */
const mostLinks = 20;
const usualHours = 24;

type Asked = PreviewLinkRow['entry'] & { id: string };

/** Expiry time of a revoked link. Its row stays until its sessions have ended, too. */
const ended = new Date(0);

/** A link works until it expires, somebody revokes it, its maker loses the right to share, or its change is over. */
const works = (deps: Deps) => sql<boolean>`
  preview_links.expires_at > ${deps.clock.now()}
  and exists (select from staff where staff.id = preview_links.created_by and staff.disabled_at is null
    and staff.role = any(${staffRoles.filter((role) => mayCall(deps, role, previewOperations['studio.share']))}::text[]))
  and exists (select from changes where changes.id = preview_links.change_id and changes.state not in ('abandoned', 'published'))`;

/** Creates a link that shows the change until it expires. The URL is returned only once, because only the token's hash is stored. */
export async function shareChange(deps: Deps, staff: StaffSession, request: FastifyRequest, { id, ...entry }: Asked): Promise<PreviewLink> {
  await changeRow(deps.db, id);
  const now = deps.clock.now();
  const token = randomToken(deps.random);
  const link = uuidV7(deps.clock, deps.random);
  const expires = addSeconds(now, (studioOf(deps).linkHours ?? usualHours) * 3600);
  const address = pageAddress(deps, request, `/preview/${token}`);
  await deps.db.transaction().execute(async (tx) => {
    // Lock the change, so that concurrent requests count one after the other.
    const { state } = await tx.selectFrom('changes').select('state').where('id', '=', id).forUpdate().executeTakeFirstOrThrow();
    if (state === 'abandoned' || state === 'published') fail('nothingToShow');
    const { rows } = await sql`
      insert into preview_links (id, token_hash, change_id, entry, created_by, created_at, expires_at)
      select ${link}, ${hashToken(token)}, ${id}, ${json(entry)}, ${staff.id}, ${now}, ${expires}
      where (select count(*) from preview_links where change_id = ${id} and ${works(deps)}) < ${mostLinks} returning id`.execute(tx);
    if (rows.length === 0) fail('linksFull', { params: { most: mostLinks } });
    await audit(tx, deps, { actor: staff.actor, action: 'preview.shared', subject: `change:${id}`, detail: { link, ...entry } });
  });
  return { id: link, author: staff.name, expiresAt: expires.toISOString(), address };
}

/** Active links of a change, newest first. */
export async function linksOf(deps: Deps, id: string): Promise<{ links: PreviewLink[] }> {
  const rows = await deps.db
    .selectFrom('preview_links')
    .innerJoin('staff', 'staff.id', 'preview_links.created_by')
    .select(['preview_links.id', 'staff.name', 'expires_at'])
    .where('change_id', '=', id)
    .where(works(deps))
    .orderBy('preview_links.id', 'desc')
    .limit(mostLinks)
    .execute();
  return { links: rows.map((row) => ({ id: row.id, author: row.name, expiresAt: row.expires_at.toISOString() })) };
}

/** Revokes a link and ends every session that was opened with it. */
export async function unshare(deps: Deps, staff: StaffSession, { id, link }: { id: string; link: string }): Promise<{ state: string }> {
  await deps.db.transaction().execute(async (tx) => {
    const found = await tx
      .updateTable('preview_links')
      .set({ expires_at: ended })
      .where('id', '=', link)
      .where('change_id', '=', id)
      .where('expires_at', '>', ended)
      .returning('id')
      .executeTakeFirst();
    if (!found) fail('notFound');
    await audit(tx, deps, { actor: staff.actor, action: 'preview.unshared', subject: `change:${id}`, detail: { link } });
  });
  await endSessions(deps, link);
  return { state: 'ended' };
}

/** Ends the sessions of a link, and then deletes it. If the preview cannot be reached now, the job retries. */
async function endSessions({ db, previews, log }: Deps, link: string): Promise<void> {
  try {
    await previews?.endLink(link);
  } catch (err) {
    return log.warn({ err, link }, 'sessions of a shared link did not end yet');
  }
  await db.deleteFrom('preview_links').where('id', '=', link).execute();
}

/** In random order, so that links that keep failing do not block the others. */
const endedAtOnce = 100;

/** Ends the sessions of links that no longer work, and retries until that succeeds. */
export const endLinks: JobHandler = {
  kind: 'preview.links',
  everySeconds: 60,
  async run(deps) {
    const over = await deps.db
      .selectFrom('preview_links')
      .select('id')
      .where(sql<boolean>`not (${works(deps)})`)
      .orderBy(sql`random()`)
      .limit(endedAtOnce)
      .execute();
    await Promise.all(over.map(({ id }) => endSessions(deps, id)));
  },
};

const askAgainSeconds = 2;
/** Enough for two phones that wait for a preview to start. */
const openingsAMinute = 60;

/** Opens a link: redirects to the preview, or says what it waits for. Unknown, expired and revoked links look the same. */
export async function openLink(deps: Deps, request: FastifyRequest, reply: FastifyReply, token: string): Promise<FastifyReply> {
  reply
    .type('text/html; charset=utf-8')
    .headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' });
  const now = deps.clock.now();
  const link = await deps.db
    .selectFrom('preview_links')
    .select(['id', 'change_id', 'entry', 'expires_at'])
    .where('token_hash', '=', hashToken(token))
    .where(works(deps))
    .executeTakeFirst();
  if (!link) return reply.code(404).send(await previewPage(deps, 'noLink'));
  // An opening may lead a made-up person through a whole flow, and the preview does one thing at a time for everybody.
  const cap = { scope: 'previewLink', key: link.id, cap: openingsAMinute, windowSeconds: 60 } as const;
  const counted = await deps.db.transaction().execute((tx) => countUpTo(tx, cap, now));
  if ('seconds' in counted)
    return reply
      .code(429)
      .header('refresh', String(counted.seconds))
      .send(await previewPage(deps, 'soon'));
  // The clock of a demo can be moved; the sessions of the preview end in real time.
  const until = Date.now() + (link.expires_at.getTime() - now.getTime());
  const { state, address } = await previewOf(deps, request, { ...link.entry, id: link.change_id }, { until, link: link.id });
  // If somebody revoked the link meanwhile, they could not end the session that has just started.
  if (!(await isOpen(deps, link.id))) {
    await endSessions(deps, link.id);
    return reply.code(404).send(await previewPage(deps, 'noLink'));
  }
  if (address !== undefined) return reply.redirect(address, 303);
  if (state === 'noWay') return reply.code(503).send(await previewPage(deps, 'wayGone'));
  if (state === 'starting' || state === 'failed') {
    reply.header('refresh', String(askAgainSeconds));
    return reply.code(503).send(await previewPage(deps, 'soon'));
  }
  return reply.code(503).send(await previewPage(deps, 'nothingYet'));
}

const isOpen = async (deps: Deps, id: string): Promise<boolean> =>
  (await deps.db.selectFrom('preview_links').select('id').where('id', '=', id).where(works(deps)).executeTakeFirst()) !== undefined;
