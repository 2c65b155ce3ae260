import { sql } from 'kysely';
import type { Rehearsal } from '../../../engine/cli/types.ts';
import type { Db, Tx } from '../db/database.ts';
import { refusal, type Refusal } from '../problem.ts';
import type { RecordedPolicy } from '../release/types.ts';

/** A change that produces a release and that enough people have approved. */
export interface ApprovedRequest {
  change: string;
  revision: number;
  /** The release that it is based on. */
  base: string;
  policy: RecordedPolicy | null;
  /** The rehearsal that the approvers saw. */
  rehearsal: Rehearsal;
  mostGrowthPercent: number;
  approvedBy: string[];
}

/**
 * The approved change that produces exactly this release, or why there is none.
 *
 * @param change only this one; any by default
 * @param state of the change: `rolling` to finish its rollout
 */
export async function approvedRequest(
  db: Db,
  application: string,
  hash: string,
  change?: string,
  state: 'sent' | 'rolling' = 'sent',
): Promise<ApprovedRequest | Refusal> {
  const sent = await db
    .selectFrom('change_requests')
    .innerJoin('changes', 'changes.id', 'change_requests.change_id')
    .select(['changes.id', 'revision', 'base_hash', 'carry_over', 'rehearsal', 'most_growth_percent'])
    .select((eb) => [
      sql<boolean>`change_is_approved(changes.id)`.as('is_approved'),
      eb
        .selectFrom('change_reviews')
        .select(sql<string[]>`coalesce(array_agg(staff_id order by staff_id), '{}')`.as('ids'))
        .whereRef('change_reviews.change_id', '=', 'changes.id')
        .where('decision', '=', 'approved')
        .as('approved_by'),
    ])
    .where('changes.application', '=', application)
    .where('changes.state', '=', state)
    .where('release_hash', '=', hash)
    .$if(change !== undefined, (query) => query.where('changes.id', '=', change ?? ''))
    .orderBy('sent_at')
    .execute();
  const request = sent.find(({ is_approved }) => is_approved);
  if (request)
    return {
      change: request.id,
      revision: request.revision,
      base: request.base_hash,
      policy: request.carry_over,
      rehearsal: request.rehearsal,
      mostGrowthPercent: request.most_growth_percent,
      approvedBy: request.approved_by ?? [],
    };
  return refusal(
    'notApproved',
    sent.length > 0
      ? 'Not published: the change that makes this release is not approved, or somebody objects to it.'
      : `Not published: release ${hash} has no approval. Send a change that makes it for review, or give a reason: --break-glass "<reason>".`,
  );
}

export async function isApproved(db: Db | Tx, change: string): Promise<boolean> {
  const { rows } = await sql<{ is_approved: boolean }>`select change_is_approved(${change}) as is_approved`.execute(db);
  return rows[0]?.is_approved ?? false;
}

/** Why a rehearsal differs too much from the approved one. */
export function grownSince({ rehearsal: before, mostGrowthPercent }: ApprovedRequest, now: Rehearsal): Refusal | undefined {
  const added = Object.keys(now.unmet).filter((field) => !Object.hasOwn(before.unmet, field));
  const fields = added.join(', ');
  if (added.length > 0)
    return refusal('moreUnmet', `Not published: since the approval, more answers do not carry over: ${fields}. Send it again.`, { fields });
  const grown = disturbedPercent(now) - disturbedPercent(before);
  const percent = Math.ceil(grown);
  return grown > mostGrowthPercent
    ? refusal(
        'moreDisturbed',
        `Not published: since the approval, the share of applications that are asked again or restarted has grown by ${percent} percentage points. Send it again.`,
        { percent },
      )
    : undefined;
}

function disturbedPercent({ held, migrated, askedAgain, restarted, pinned }: Rehearsal): number {
  const all = held + migrated + restarted + pinned;
  return all === 0 ? 0 : (100 * (askedAgain + restarted)) / all;
}
