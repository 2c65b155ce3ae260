import type { Selectable } from 'kysely';
import type { Compared } from '../../../engine/cli/compare.ts';
import { refusalOf, type Judgement } from '../../../engine/cli/judge.ts';
import type { Published, Rehearsal } from '../../../engine/cli/types.ts';
import type { Release } from '../../../engine/compiler/types.ts';
import { audit } from '../audit/audit.ts';
import { voiding } from '../changes/voided.ts';
import type { Tx } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { refusal, type Refusal } from '../problem.ts';
import { databaseReleases, moveActive } from '../release/databaseTable.ts';
import type { ActivationKind, RecordedPolicy } from '../release/types.ts';
import { beginRollout, endRollout, openRolloutOf, type Plan, type SeenRollout } from '../rollout/store.ts';
import type { RolloutRow } from '../release/rolloutTable.ts';
import { loosenedBy } from './loosening.ts';
import { approvedRequest, grownSince, type ApprovedRequest } from './approved.ts';

/** The authority for a release to become active. */
export type Authority =
  /** An approved change that produces exactly this release. */
  | { is: 'change'; change?: string }
  /** Files fill an empty database, or a demo or development server follows them. */
  | { is: 'exempt' }
  | { is: 'breakGlass'; reason: string };

export interface Publishing {
  application: string;
  release: Release;
  /** Actor, as in the audit log. */
  by: string;
  /** The policy for applications in progress that it breaks. An approved change has its own policy. */
  policy?: RecordedPolicy | undefined;
  authority: Authority;
  kind?: ActivationKind;
  /** Publishes only while this release is active, in addition to the change's own base. */
  basis?: string | undefined;
  /** Rolls it out to a growing share of the people instead of everybody. Only for an approved change. */
  gradually?: Plan;
  /** Finishes this rollout if it is unchanged: everybody gets its release. */
  finishes?: SeenRollout;
  /** Compares it with the active release. Absent where files alone decide. */
  judge?: (active: Compared) => Promise<Judgement>;
  rehearse: (release: Release, policy?: RecordedPolicy) => Promise<Rehearsal>;
}

/** Why nothing is published while a rollout is open. */
function rolloutIsOpen({ hash, stages, stage }: Pick<Selectable<RolloutRow>, 'hash' | 'stages' | 'stage'>): Refusal {
  const percent = stages[stage]?.percent ?? 0;
  const detail = `Not published: release ${hash} is being rolled out, and ${percent} % of the people have it. Finish or stop that first.`;
  return refusal('rolloutOpen', detail, { hash, percent });
}

const overtaken = refusal('overtaken', 'Not published: another release has become active. Look at what it changed, then publish again.');
const steered = refusal('steered', 'Somebody has advanced or paused this rollout in the meantime. Review it again.');

/** Why a release must not follow the active one. */
export function judgedRefusal(judged: Judgement, policy: RecordedPolicy | undefined): Refusal | undefined {
  const detail = refusalOf(judged, policy);
  if (detail === undefined) return undefined;
  return judged.misfits.length > 0 ? refusal('migrationMisfit', detail) : refusal('breaksDrafts', detail);
}

/** The result of publishing a release. It is active only if `refused` is absent. */
type Outcome = Omit<Published, 'refused'> & { refused?: Refusal };

/**
 * Publishes a release: every way to publish goes through here. Judges it against the active release, rehearses it on the applications in
 * progress, stores it and moves the pointer, all only while the active release stays the one that it was judged against.
 *
 * Other nodes notice by polling; the caller refreshes its own node.
 */
export async function publishRelease(deps: Pick<Deps, 'db' | 'clock' | 'alarms'>, publishing: Publishing): Promise<Outcome> {
  const { application, release, by, authority, finishes } = publishing;
  const prepared = await prepare(deps, publishing);
  if ('refused' in prepared) return prepared;
  const { found } = prepared;
  await databaseReleases(deps.db, { application }).save(release, by);
  const isMoved = await deps.db
    .transaction()
    .execute(async (tx) => {
      if (finishes !== undefined && !(await endRollout(tx, finishes, { state: 'finished', why: null, at: deps.clock.now() })))
        throw new Overtaken();
      await move(tx, deps, publishing, prepared);
      return true;
    })
    .catch(isOvertaken);
  if (!isMoved) return { ...found, refused: finishes === undefined ? overtaken : steered };
  if (authority.is === 'breakGlass')
    deps.alarms.raise(
      { kind: 'publishedWithoutApproval', subject: `release:${release.hash}`, detail: { application, by } },
      'a release was published without an approval',
    );
  return found;
}

interface Prepared {
  from: string | undefined;
  request: ApprovedRequest | undefined;
  policy: RecordedPolicy | undefined;
  rehearsal: Rehearsal | undefined;
  found: Outcome;
}

/** Judges and rehearses, and finds the approval. */
async function prepare(deps: Pick<Deps, 'db'>, publishing: Publishing): Promise<Prepared | (Outcome & { refused: Refusal })> {
  const { application, release, authority, judge, basis, finishes } = publishing;
  const table = databaseReleases(deps.db, { application });
  const open = await openRolloutOf(deps.db, application);
  if (open && open.id !== finishes?.id) return { refused: rolloutIsOpen(open) };
  const from = await table.activeHash();
  const state = finishes === undefined ? 'sent' : 'rolling';
  const request =
    authority.is === 'change' ? await approvedRequest(deps.db, application, release.hash, authority.change, state) : undefined;
  if (request && 'code' in request) return { refused: request };
  const expected = request?.base ?? basis ?? from;
  if (expected !== from) return { refused: overtaken };
  const policy = request ? (request.policy ?? undefined) : publishing.policy;
  if (request && publishing.policy !== undefined && publishing.policy !== policy)
    return {
      refused: refusal('conflict', `Not published: the change was approved with ${policy ?? 'no policy'} for applications in progress.`),
    };
  const active = from === undefined ? undefined : await table.load(from);
  const judged = active && from !== undefined ? await judge?.({ files: active.sources, hash: from }) : undefined;
  const rehearsal = active ? await publishing.rehearse(release, policy) : undefined;
  const found = { ...(judged && { changes: judged.changes, misfits: judged.misfits }), ...(rehearsal && { rehearsal }) };
  const refused = (judged && judgedRefusal(judged, policy)) ?? (request && rehearsal && grownSince(request, rehearsal));
  return refused === undefined ? { from, request, policy, rehearsal, found } : { ...found, refused };
}

/** Moves the pointer, or opens the rollout. */
async function move(
  tx: Tx,
  deps: Pick<Deps, 'clock'>,
  publishing: Publishing,
  { from, request, policy, rehearsal }: Prepared,
): Promise<void> {
  const { application, release, by, authority, gradually, finishes, kind = 'publish' } = publishing;
  const { hash } = release;
  const reason = authority.is === 'breakGlass' ? authority.reason : undefined;
  const at = deps.clock.now();
  if (gradually) {
    if (!request) throw new Error('only an approved change is rolled out');
    await moveChange(tx, deps, request, 'sent', 'rolling');
    const begun = { ...gradually, application, hash, base: request.base, change: request.change, policy, by, at };
    if (!(await beginRollout(tx, begun))) throw new Overtaken();
  } else {
    if (request) await moveChange(tx, deps, request, finishes === undefined ? 'sent' : 'rolling', 'published');
    const next = { application, hash, kind, by, at, policy, from: { hash: from } };
    if (!(await moveActive(tx, { ...next, authority: authority.is, change: request?.change, reason }))) throw new Overtaken();
  }
  await audit(tx, deps, {
    actor: by,
    action: gradually ? 'release.rolloutStarted' : 'release.published',
    subject: `release:${hash}`,
    detail: {
      application,
      from: from ?? '',
      authority: authority.is,
      ...(kind === 'seed' && { seeded: true }),
      ...(policy && { carryOver: policy }),
      ...(gradually && { rollout: gradually.id, percent: gradually.stages[0]?.percent ?? 0 }),
      ...(finishes !== undefined && { rollout: finishes.id }),
      ...(request && { change: request.change, approvedBy: request.approvedBy }),
      ...(reason !== undefined && { reason }),
      ...(rehearsal && { rehearsal: figures(rehearsal) }),
    },
  });
}

/** Rolls the transaction back, so that the change stays sent. */
class Overtaken extends Error {}

function isOvertaken(error: unknown): false {
  // A rollout began, or another release became active, concurrently (0052_rollouts).
  if (error instanceof Overtaken || (error as { constraint?: unknown }).constraint === 'rollouts_alone') return false;
  throw error;
}

/** The database refuses a change that is not approved (0055_approvedRollouts). */
async function moveChange(
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  { change, revision }: ApprovedRequest,
  from: 'sent' | 'rolling',
  to: 'rolling' | 'published',
): Promise<void> {
  const moved = await tx
    .updateTable('changes')
    .set({ state: to, updated_at: clock.now() })
    .where('id', '=', change)
    .where('state', '=', from)
    .where('revision', '=', revision)
    .returning('id')
    .executeTakeFirst();
  if (!moved) throw new Overtaken();
}

/** Only counts: the field names stay in the response to the caller. */
const figures = ({ unmet: _unmet, ...counts }: Rehearsal) => counts;

/** A prepared rollback. */
interface PreparedBack {
  from: string | undefined;
  target: string;
  rehearsal: Rehearsal;
}

const notActiveBefore = refusal('neverActive', 'Not published: no such release was active before.');

/** Finds the release to roll back to, by default the previous one, and rehearses it. */
export async function prepareBack(
  deps: Pick<Deps, 'db'>,
  { application, hash, basis, rehearse }: Pick<RollBack, 'application' | 'hash' | 'basis' | 'rehearse'>,
): Promise<PreparedBack | { refused: Refusal }> {
  const table = databaseReleases(deps.db, { application });
  const from = await table.activeHash();
  const open = await openRolloutOf(deps.db, application);
  if (open) return { refused: rolloutIsOpen(open) };
  const target = hash ?? (await table.previousHash());
  // Applications share stored releases, and a stored release may never have been active.
  if (target === undefined || !(await wasActive(deps, application, target))) return { refused: notActiveBefore };
  if (basis !== undefined && basis !== from) return { refused: overtaken };
  return { from, target, rehearsal: await rehearse(target) };
}

/** Moves the pointer back. Returns why it did not. */
export async function moveBack(
  tx: Tx,
  deps: Pick<Deps, 'clock'>,
  { application, by, reason, from, target, rehearsal, approvedBy }: PreparedBack & Omit<RollBack, 'rehearse'> & { approvedBy?: string },
): Promise<Refusal | undefined> {
  const next = { application, hash: target, kind: 'rollback' as const, by, at: deps.clock.now(), from: { hash: from }, reason };
  if (!(await moveActive(tx, next).catch(isOvertaken))) return overtaken;
  await audit(tx, deps, {
    actor: by,
    action: 'release.rolledBack',
    subject: `release:${target}`,
    detail: {
      application,
      from: from ?? '',
      ...(reason !== undefined && { reason }),
      ...(approvedBy !== undefined && { approvedBy }),
      rehearsal: figures(rehearsal),
    },
  });
  return undefined;
}

/**
 * Rolls back to a release that was active before, by default the previous one. Needs no approval, because the release has had one, unless
 * it loosens the current rules (`loosenedBy`). During a rollout, it ends the rollout and keeps the active release.
 *
 * @returns undefined if there is no such release
 */
export async function rollBack(
  deps: Pick<Deps, 'db' | 'clock' | 'product'>,
  { application, hash, by, reason, basis, rehearse, mayLoosen = false }: RollBack & { mayLoosen?: boolean },
): Promise<{ hash: string; rehearsal?: Rehearsal } | { refused: Refusal } | undefined> {
  const from = await databaseReleases(deps.db, { application }).activeHash();
  const open = await openRolloutOf(deps.db, application);
  if (open && (hash === undefined || hash === from)) return stopped(deps, open, by, reason);
  const back = await prepareBack(deps, { application, hash, basis, rehearse });
  if ('refused' in back) return back.refused === notActiveBefore ? undefined : back;
  const { target, rehearsal } = back;
  const loosens = mayLoosen ? [] : await loosenedBy(deps, application, target);
  if (loosens.length > 0) return { refused: needsTwo(loosens) };
  const refused = await deps.db.transaction().execute((tx) => moveBack(tx, deps, { ...back, application, by, reason }));
  return refused ? { refused } : { hash: target, rehearsal };
}

const namedAtOnce = 3;

function needsTwo(loosens: readonly string[]): Refusal {
  const more = loosens.length > namedAtOnce ? `, and ${loosens.length - namedAtOnce} more` : '';
  return refusal(
    'secondNeeded',
    `Not published: after it ${loosens.slice(0, namedAtOnce).join(', ')}${more}. An admin proposes it in the studio, and another one approves it.`,
  );
}

/** Returns everybody to the old release and reopens the change. */
export async function stopRollout(
  deps: Pick<Deps, 'db' | 'clock'>,
  { id, application }: Pick<Selectable<RolloutRow>, 'id' | 'application'>,
  by: string,
  why: string | null,
): Promise<Selectable<RolloutRow> | undefined> {
  const at = deps.clock.now();
  return deps.db.transaction().execute(async (tx) => {
    const row = await endRollout(tx, { id }, { state: 'stopped', why, at });
    if (!row) return undefined;
    const reopen = tx.updateTable('changes').set({ state: 'open', updated_at: at }).where('id', '=', row.change_id);
    await voiding(tx, deps, { id: row.change_id, actor: by }, () => reopen.execute());
    const detail = { application, rollout: id, to: row.base_hash, change: row.change_id, ...(why !== null && { reason: why }) };
    await audit(tx, deps, { actor: by, action: 'release.rolloutStopped', subject: `release:${row.hash}`, detail });
    return row;
  });
}

async function stopped(deps: Pick<Deps, 'db' | 'clock'>, open: Selectable<RolloutRow>, by: string, reason: string | undefined) {
  const row = await stopRollout(deps, open, by, reason ?? null);
  return row ? { hash: row.base_hash } : { refused: overtaken };
}

interface RollBack {
  application: string;
  hash?: string | undefined;
  by: string;
  reason?: string | undefined;
  /** Only while this release is active. */
  basis?: string | undefined;
  rehearse: (hash: string) => Promise<Rehearsal>;
}

const wasActive = async ({ db }: Pick<Deps, 'db'>, application: string, hash: string): Promise<boolean> =>
  (await db
    .selectFrom('active_releases')
    .select('id')
    .where('application', '=', application)
    .where('hash', '=', hash)
    .limit(1)
    .executeTakeFirst()) !== undefined;
