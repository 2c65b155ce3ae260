import type { Compared } from '../../../engine/cli/compare.ts';
import { refusalOf, type Judgement } from '../../../engine/cli/judge.ts';
import type { Published, Rehearsal } from '../../../engine/cli/types.ts';
import type { Release } from '../../../engine/compiler/types.ts';
import { audit } from '../audit/audit.ts';
import type { Tx } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { databaseReleases, moveActive } from '../release/databaseTable.ts';
import type { ActivationKind, RecordedPolicy } from '../release/types.ts';
import { approvedRequest, grownSince, type ApprovedRequest } from './approved.ts';

/** What allows a release to become active. */
export type Authority =
  /** An approved change that makes exactly this release. */
  | { is: 'change'; change?: string }
  /** Files fill an empty database, or a demo and development follow them. */
  | { is: 'exempt' }
  | { is: 'breakGlass'; reason: string };

export interface Publishing {
  application: string;
  release: Release;
  /** Actor, as in the audit log. */
  by: string;
  /** What to do with applications in progress that it breaks. An approved change has its own. */
  policy?: RecordedPolicy | undefined;
  authority: Authority;
  kind?: ActivationKind;
  /** Publishes only while this release is active, besides the change's own base. */
  basis?: string | undefined;
  /** Compares it with the active release. Absent where files decide by themselves. */
  judge?: (active: Compared) => Promise<Judgement>;
  rehearse: (release: Release, policy?: RecordedPolicy) => Promise<Rehearsal>;
}

const overtaken = 'Not published: another release has become active. Look at what it changed, then publish again.';

/**
 * Publishes a release: every way to publish goes through here. Judges it against the active release, rehearses it on the applications in
 * progress, stores it and moves the pointer, all only while the active release stays the one that it was judged against.
 *
 * Nodes notice by polling; the caller tells its own.
 */
export async function publishRelease(deps: Pick<Deps, 'db' | 'clock' | 'alarms'>, publishing: Publishing): Promise<Published> {
  const { application, release, by, authority, judge, basis, kind = 'publish' } = publishing;
  const table = databaseReleases(deps.db, { application });
  const from = await table.activeHash();
  const request = authority.is === 'change' ? await approvedRequest(deps.db, application, release.hash, authority.change) : undefined;
  if (typeof request === 'string') return { refused: request };
  const expected = request?.base ?? basis ?? from;
  if (expected !== from) return { refused: overtaken };
  const policy = request ? (request.policy ?? undefined) : publishing.policy;
  if (request && publishing.policy !== undefined && publishing.policy !== policy)
    return { refused: `Not published: the change was approved with ${policy ?? 'no policy'} for applications in progress.` };
  const active = from === undefined ? undefined : await table.load(from);
  const judged = active && from !== undefined ? await judge?.({ files: active.sources, hash: from }) : undefined;
  const rehearsal = active ? await publishing.rehearse(release, policy) : undefined;
  const found = { ...(judged && { changes: judged.changes, misfits: judged.misfits }), ...(rehearsal && { rehearsal }) };
  const refused = (judged && refusalOf(judged, policy)) ?? (request && rehearsal && grownSince(request, rehearsal));
  if (refused !== undefined) return { ...found, refused };
  await table.save(release, by);
  const isMoved = await deps.db
    .transaction()
    .execute(async (tx) => {
      if (request) await markPublished(tx, deps, request);
      const move = { application, hash: release.hash, kind, by, at: deps.clock.now(), policy, from: { hash: from } };
      const reason = authority.is === 'breakGlass' ? authority.reason : undefined;
      if (!(await moveActive(tx, { ...move, authority: authority.is, change: request?.change, reason }))) throw new Overtaken();
      await audit(tx, deps, {
        actor: by,
        action: 'release.published',
        subject: `release:${release.hash}`,
        detail: {
          application,
          from: from ?? '',
          authority: authority.is,
          ...(kind === 'seed' && { seeded: true }),
          ...(policy && { carryOver: policy }),
          ...(request && { change: request.change, approvedBy: request.approvedBy }),
          ...(reason !== undefined && { reason }),
          ...(rehearsal && { rehearsal: figures(rehearsal) }),
        },
      });
      return true;
    })
    .catch(isOvertaken);
  if (!isMoved) return { ...found, refused: overtaken };
  if (authority.is === 'breakGlass')
    deps.alarms.raise(
      { kind: 'publishedWithoutApproval', subject: `release:${release.hash}`, detail: { application, by } },
      'a release was published without an approval',
    );
  return found;
}

/** Rolls the transaction back: the change stays sent. */
class Overtaken extends Error {}

function isOvertaken(error: unknown): false {
  if (error instanceof Overtaken) return false;
  throw error;
}

/** The database refuses a change that is not approved (0047_publishing). */
async function markPublished(tx: Tx, { clock }: Pick<Deps, 'clock'>, { change, revision }: ApprovedRequest): Promise<void> {
  const moved = await tx
    .updateTable('changes')
    .set({ state: 'published', updated_at: clock.now() })
    .where('id', '=', change)
    .where('state', '=', 'sent')
    .where('revision', '=', revision)
    .returning('id')
    .executeTakeFirst();
  if (!moved) throw new Overtaken();
}

/** Only figures: the fields stay in the answer to whoever asked. */
const figures = ({ unmet: _unmet, ...counts }: Rehearsal) => counts;

/**
 * Returns to a release that was active before, by default the previous one. Needs no approval: it has had one.
 *
 * @returns undefined if there is no such release
 */
export async function rollBack(
  deps: Pick<Deps, 'db' | 'clock'>,
  { application, hash, by, reason, basis, rehearse }: RollBack,
): Promise<{ hash: string; rehearsal: Rehearsal } | { refused: string } | undefined> {
  const table = databaseReleases(deps.db, { application });
  const from = await table.activeHash();
  const target = hash ?? (await table.previousHash());
  // Applications share stored releases, and one may be stored that never became active.
  if (target === undefined || !(await wasActive(deps, application, target))) return undefined;
  if (basis !== undefined && basis !== from) return { refused: overtaken };
  const rehearsal = await rehearse(target);
  const isMoved = await deps.db.transaction().execute(async (tx) => {
    const move = { application, hash: target, kind: 'rollback' as const, by, at: deps.clock.now(), from: { hash: from }, reason };
    if (!(await moveActive(tx, move))) return false;
    await audit(tx, deps, {
      actor: by,
      action: 'release.rolledBack',
      subject: `release:${target}`,
      detail: { application, from: from ?? '', ...(reason !== undefined && { reason }), rehearsal: figures(rehearsal) },
    });
    return true;
  });
  return isMoved ? { hash: target, rehearsal } : { refused: overtaken };
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
