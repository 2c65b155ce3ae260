import { sql, type Selectable } from 'kysely';
import type { ReviewState } from '../../contract/staff/publishing.ts';
import { audit } from '../audit/audit.ts';
import { storedCauses } from '../changes/causes.ts';
import { changeRow, openChange, reviewedChange, isAuthorOf } from '../changes/changes.ts';
import { studioOf } from '../changes/kind.ts';
import { releasesOf } from '../changes/releases.ts';
import type { ChangeRow } from '../changes/table.ts';
import type { Db, Tx } from '../db/database.ts';
import { json } from '../db/json.ts';
import type { Deps } from '../deps.ts';
import { fail, refuse } from '../problem.ts';
import type { RecordedPolicy } from '../release/types.ts';
import type { StaffSession } from '../staff/sessions.ts';
import { timeZoneOf } from '../time.ts';
import { judgedRefusal } from './publish.ts';
import { reviewing } from './rolling.ts';
import { forgetFailure } from './schedule.ts';
import { figuresOf, rehearsalsOf, verdictOf } from './verdict.ts';

/** How many approvals a change needs for what it touches (`approvals` of flows/studio.json). */
async function neededFor(deps: Deps, db: Db | Tx, id: string): Promise<number> {
  const { needed, folders } = studioOf(deps).approvals;
  const files = await db.selectFrom('change_files').select('path').where('change_id', '=', id).execute();
  const touched = folders.filter(({ under }) => files.some(({ path }) => path.startsWith(under)));
  return Math.max(needed, ...touched.map((each) => each.needed));
}

const policyOf = (said: 'none' | 'pin' | 'restart' | undefined): RecordedPolicy | null =>
  said === undefined || said === 'none' ? null : said;

/** Sends a change for review. From now on any edit voids its approvals. */
export async function sendChange(
  deps: Deps,
  staff: StaffSession,
  { id, carryOver }: { id: string; carryOver?: 'none' | 'pin' | 'restart' },
): Promise<{ state: string }> {
  const before = await changeRow(deps.db, id);
  if (!(await isAuthorOf(deps.db, id, staff.id))) fail('notAuthor');
  const active = releasesOf(deps, before.application).active().hash;
  if (before.base_hash !== active) fail('baseMoved');
  const { application, revision, base, release, judged, hash } = await verdictOf(deps, id);
  if (release.hash === active) fail('sameRelease');
  const policy = policyOf(carryOver);
  const refused = judgedRefusal(judged, policy ?? undefined);
  if (refused) refuse(refused);
  const rehearsal = await rehearsalsOf(deps, application)(release, policy ?? undefined);
  const { by, mostGrowthPercent } = studioOf(deps).approvals;
  await deps.db.transaction().execute(async (tx) => {
    const change = await openChange(tx, id);
    if (change.state === 'sent') fail('sentAlready');
    if (change.revision !== revision || change.base_hash !== base) fail('editedJustNow');
    const needed = await neededFor(deps, tx, id);
    await tx.updateTable('changes').set({ state: 'sent', updated_at: deps.clock.now() }).where('id', '=', id).execute();
    await forgetFailure(tx, id);
    await tx
      .insertInto('change_requests')
      .values({
        change_id: id,
        release_hash: release.hash,
        verdict_hash: hash,
        carry_over: policy,
        needed,
        roles: json([...by]),
        rehearsal: json(rehearsal),
        most_growth_percent: mostGrowthPercent,
        sent_by: staff.id,
        sent_at: deps.clock.now(),
      })
      .execute();
    const detail = { release: release.hash, verdict: hash, needed, ...(policy && { carryOver: policy }) };
    await audit(tx, deps, { actor: staff.actor, action: 'change.sent', subject: `change:${id}`, detail });
  });
  return { state: 'sent' };
}

interface Reviewed {
  id: string;
  decision: 'approved' | 'objected';
  release: string;
  verdict: string;
  carryOver: 'none' | 'pin' | 'restart';
  note: string;
}

/** Approves exactly what was sent, or objects to it. Refuses authors, and content that is no longer what the reviewer read. */
export async function reviewChange(
  deps: Deps,
  staff: StaffSession,
  { id, decision, release, verdict, carryOver, note }: Reviewed,
): Promise<{ state: string }> {
  await reviewing(deps, id, async (tx) => {
    const change = await reviewedChange(tx, id);
    const request =
      (await tx.selectFrom('change_requests').selectAll().where('change_id', '=', id).executeTakeFirst()) ?? fail('notInReview');
    // During a rollout too: an objection keeps the release from more people, and a reviewer who withdrew an approval can give it again.
    if (change.state !== 'sent' && change.state !== 'rolling') fail('notInReview');
    if (!request.roles.includes(staff.role)) fail('forbidden', { detail: `Only ${request.roles.join(', ')} may review it.` });
    if (await isAuthorOf(tx, id, staff.id)) fail('ownChange');
    const policy = policyOf(carryOver);
    if (request.release_hash !== release || request.verdict_hash !== verdict || request.carry_over !== policy) fail('readOther');
    const row = {
      decision,
      release_hash: release,
      verdict_hash: verdict,
      carry_over: policy,
      note: note.trim(),
      decided_at: deps.clock.now(),
    };
    await tx
      .insertInto('change_reviews')
      .values({ change_id: id, staff_id: staff.id, ...row })
      .onConflict((conflict) => conflict.columns(['change_id', 'staff_id']).doUpdateSet(row))
      .execute();
    const detail = { release, verdict, note: note.trim(), ...(policy && { carryOver: policy }) };
    await audit(tx, deps, { actor: staff.actor, action: `change.${decision}`, subject: `change:${id}`, detail });
  });
  return { state: decision };
}

/** Withdraws the caller's own approval or objection. */
export async function withdrawReview(deps: Deps, staff: StaffSession, { id }: { id: string }): Promise<{ state: string }> {
  await reviewing(deps, id, async (tx) => {
    await reviewedChange(tx, id);
    const row = await tx
      .updateTable('change_reviews')
      .set({ decision: 'withdrawn', decided_at: deps.clock.now() })
      .where('change_id', '=', id)
      .where('staff_id', '=', staff.id)
      .where('decision', 'in', ['approved', 'objected'])
      .returning('staff_id')
      .executeTakeFirst();
    if (!row) fail('nothingToWithdraw');
    await audit(tx, deps, { actor: staff.actor, action: 'change.reviewWithdrawn', subject: `change:${id}` });
  });
  return { state: 'withdrawn' };
}

async function failureOf({ db }: Deps, { failed_causes, failed_why, failed_at: at, failed_for: by, state }: Selectable<ChangeRow>) {
  if (at === null || by === null || (state !== 'open' && state !== 'sent')) return undefined;
  const { name } = await db.selectFrom('staff').select('name').where('id', '=', by).executeTakeFirstOrThrow();
  return { causes: storedCauses(failed_causes, failed_why), at: at.toISOString(), scheduledBy: name };
}

/** Progress of a change's review. */
export async function reviewStateOf(deps: Deps, staff: StaffSession, { id }: { id: string }): Promise<ReviewState> {
  const change = await changeRow(deps.db, id);
  const [request, reviews, author] = await Promise.all([
    deps.db
      .selectFrom('change_requests')
      .innerJoin('staff', 'staff.id', 'sent_by')
      .leftJoin('staff as scheduler', 'scheduler.id', 'scheduled_by')
      .selectAll('change_requests')
      .select(['staff.name as sender', 'scheduler.name as scheduler', sql<boolean>`change_is_approved(${id})`.as('is_approved')])
      .where('change_id', '=', id)
      .executeTakeFirst(),
    deps.db
      .selectFrom('change_reviews')
      .innerJoin('staff', 'staff.id', 'staff_id')
      .selectAll('change_reviews')
      .select(['staff.name', 'staff.role', 'staff.disabled_at'])
      .where('change_id', '=', id)
      .orderBy('decided_at')
      .execute(),
    isAuthorOf(deps.db, id, staff.id),
  ]);
  const failure = await failureOf(deps, change);
  const isReviewer = !author && (request?.roles.includes(staff.role) ?? false);
  const counts = reviews.filter(
    ({ decision, disabled_at, role }) => decision === 'approved' && disabled_at === null && request?.roles.includes(role),
  );
  return {
    ...(request && {
      request: {
        release: request.release_hash,
        verdict: request.verdict_hash,
        carryOver: request.carry_over ?? 'none',
        needed: request.needed,
        given: counts.length,
        isApproved: request.is_approved,
        rehearsal: figuresOf(request.rehearsal),
        sentBy: request.sender,
        sentAt: request.sent_at.toISOString(),
        ...(request.publish_at && { publishAt: request.publish_at.toISOString() }),
        ...(request.scheduler !== null && { scheduledBy: request.scheduler }),
      },
    }),
    reviews: reviews.map(({ name, decision, note, decided_at, staff_id }) => ({
      who: name,
      decision,
      note,
      at: decided_at.toISOString(),
      isMine: staff_id === staff.id,
    })),
    objections: reviews.filter(({ decision, disabled_at }) => decision === 'objected' && disabled_at === null).length,
    ...(failure && { failed: failure }),
    timeZone: timeZoneOf({ releases: releasesOf(deps, change.application) }),
    neededNow: request?.needed ?? (await neededFor(deps, deps.db, id)),
    maySend: author && change.state === 'open',
    mayReview: isReviewer && (change.state === 'sent' || (change.state === 'rolling' && request?.is_approved === false)),
    mayObject: isReviewer && change.state === 'rolling' && request?.is_approved === true,
  };
}
