import { type CorrectionRequest } from 'hakbang/engine';
import { applyEvent, type Deps, json, type LoadedRelease, sendBack, type Tx, vaultOf } from 'hakbang/server';
import { type Claim, flowId, openAnswers } from './view.ts';

export interface ClaimEvent {
  name: string;
  reason?: string;
  /** Fields that the customer fills again. */
  corrections?: readonly CorrectionRequest[];
  detail?: Readonly<Record<string, unknown>>;
}

export const releaseOf = async (deps: Pick<Deps, 'releases'>, { release }: Pick<Claim, 'release'>): Promise<LoadedRelease> =>
  (await deps.releases.get(release)) ?? deps.releases.active();

/** Applies an event to a claim. Refuses with `conflict` if its state does not accept the event. */
export async function applyClaimEvent(tx: Tx, deps: Deps, claim: Claim, event: ClaimEvent, actor: string): Promise<Claim> {
  const { name, reason, corrections, detail = {} } = event;
  const release = await releaseOf(deps, claim);
  if (corrections) {
    const vault = await vaultOf(deps.settings.keyring).of(tx, claim.customer_id);
    const submitted = openAnswers(vault, claim);
    await sendBack(tx, deps, { release, customerId: claim.customer_id, flow: flowId, submitted, requests: corrections });
  }
  return applyEvent(tx, deps, {
    release,
    lifeCycleId: 'claim',
    table: 'claims',
    key: { id: claim.id },
    from: claim.state,
    event: { name },
    actor,
    set: ({ open }, now) => ({ open, reason: reason ?? null, updated_at: now }),
    history: { table: 'claim_events', columns: { claim_id: claim.id, detail: json({ ...detail, ...(reason ? { reason } : {}) }), actor } },
  });
}
