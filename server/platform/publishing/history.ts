import { sql } from 'kysely';
import type { ReleaseMove } from '../../contract/staff/publishing.ts';
import { editsBetween } from '../changes/compiling/edits.ts';
import { filesOf } from '../changes/files.ts';
import { describedMeaning } from '../changes/problems.ts';
import { releasesOf, sourcesOf } from '../changes/releases.ts';
import type { Deps } from '../deps.ts';
import { fail, refuse } from '../problem.ts';
import { mainApplication } from '../project.ts';
import type { StaffSession } from '../staff/sessions.ts';
import { propose } from '../approvals/approvals.ts';
import { loosenedBy } from './loosening.ts';
import { rollBack } from './publish.ts';
import { assertPublishable } from './publishChange.ts';
import { figuresOf, rehearsalsOf } from './verdict.ts';

const pageSize = 30;

/** Every release that was ever active in an application, latest first. */
export async function releaseHistory(deps: Deps, { application = mainApplication, before }: { application?: string; before?: string }) {
  const below = before ? Number(before) : undefined;
  if (below !== undefined && !Number.isSafeInteger(below)) fail('badRequest', { problems: [{ code: 'format', path: '/before' }] });
  const active = releasesOf(deps, application).active().hash;
  const rows = await deps.db
    .selectFrom('active_releases as move')
    .leftJoin('staff', (join) => join.on(sql<boolean>`move.moved_by = 'staff:' || staff.id`))
    .leftJoin('changes', 'changes.id', 'move.change_id')
    .select([
      'move.id',
      'move.hash',
      'move.kind',
      'moved_by',
      'moved_at',
      'authority',
      'reason',
      'move.change_id',
      'staff.name',
      'changes.title',
    ])
    .select((eb) => [
      eb
        .selectFrom('change_reviews')
        .innerJoin('staff as reviewer', 'reviewer.id', 'change_reviews.staff_id')
        .select(sql<string[]>`coalesce(array_agg(reviewer.name order by reviewer.name), '{}')`.as('names'))
        .whereRef('change_reviews.change_id', '=', 'move.change_id')
        .where('decision', '=', 'approved')
        .as('approved_by'),
    ])
    .where('move.application', '=', application)
    .$if(below !== undefined, (query) => query.where('move.id', '<', below ?? 0))
    .orderBy('move.id', 'desc')
    .limit(pageSize + 1)
    .execute();
  const releases = rows.slice(0, pageSize).map((row, index): ReleaseMove => {
    const earlier = rows[index + 1]?.hash;
    return {
      id: row.id,
      hash: row.hash,
      application,
      kind: row.kind,
      by: row.name ?? row.moved_by,
      at: row.moved_at.toISOString(),
      isActive: below === undefined && index === 0 && row.hash === active,
      ...(row.authority && { authority: row.authority }),
      ...(row.reason !== null && { reason: row.reason }),
      ...(row.change_id !== null && { change: { id: row.change_id, title: row.title ?? '', approvedBy: row.approved_by ?? [] } }),
      ...(earlier !== undefined && { before: earlier }),
    };
  });
  const coming = below === undefined ? await comingIn(deps, application) : [];
  return { releases, coming, ...(rows.length > pageSize && { next: String(releases.at(-1)?.id) }) };
}

const comingAtMost = 50;

/** Approved changes that are scheduled, next first. */
async function comingIn({ db }: Deps, application: string) {
  const rows = await db
    .selectFrom('change_requests')
    .innerJoin('changes', 'changes.id', 'change_id')
    .innerJoin('staff', 'staff.id', 'scheduled_by')
    .select(['changes.id as change', 'title', 'publish_at', 'staff.name as by'])
    .where('application', '=', application)
    .where('changes.state', '=', 'sent')
    .where('publish_at', 'is not', null)
    .orderBy('publish_at')
    .limit(comingAtMost)
    .execute();
  return rows.flatMap(({ publish_at: at, ...rest }) => (at ? [{ ...rest, at: at.toISOString() }] : []));
}

/** Describes the changes of a release compared with another. */
export async function releaseDiff(
  deps: Deps,
  { hash, against, application = mainApplication }: { hash: string; against: string; application?: string },
) {
  releasesOf(deps, application);
  const [after, before] = await Promise.all([sourcesOf(deps, hash), sourcesOf(deps, against)]);
  const question = {
    change: `release ${hash}`,
    version: against,
    application,
    edits: editsBetween(before, after),
    before: { files: filesOf(before), hash: against },
  };
  return { changes: describedMeaning(await deps.compilers.ask({ ...question, wants: 'meaning' })) };
}

/** The effect that a rollback to a release would have on applications in progress. */
export async function previewRollback(deps: Deps, { hash, application = mainApplication }: { hash: string; application?: string }) {
  const from = releasesOf(deps, application).active().hash;
  if (!(await deps.releases.get(hash))) fail('notFound');
  const rehearsal = figuresOf(await rehearsalsOf(deps, application)(hash));
  return { from, rehearsal, loosens: await loosenedBy(deps, application, hash) };
}

interface Back {
  hash: string;
  from: string;
  application?: string;
  reason: string;
}

/** Rolls back to a release that was active before. A rollback that loosens the current rules waits for a second person. */
export async function rollBackTo(
  deps: Deps,
  staff: StaffSession,
  { hash, from, application = mainApplication, reason }: Back,
): Promise<{ state: string }> {
  assertPublishable(deps);
  const releases = releasesOf(deps, application);
  const rehearse = rehearsalsOf(deps, application);
  if ((await loosenedBy(deps, application, hash)).length > 0) {
    const input = { hash, from, application, reason };
    const { state } = await propose(deps, staff, { operation: 'studio.rollBack', input });
    return { state: state === 'done' ? 'rolledBack' : 'pending' };
  }
  const rolled = await rollBack(deps, { application, hash, by: staff.actor, reason: reason.trim(), basis: from, rehearse });
  if (!rolled) return fail('notFound');
  if ('refused' in rolled) return refuse(rolled.refused);
  await releases.refresh?.();
  return { state: 'rolledBack' };
}
