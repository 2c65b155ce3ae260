import { type App, audit, type Deps, enumLabels, fail, refuseUnfitRequests, staffEndpoint, vaultOf } from 'hakbang/server';
import { claimStaffOperations } from '../contract.ts';
import { applyClaimEvent, type ClaimEvent, releaseOf } from './events.ts';
import { flowId, openAnswers } from './view.ts';

/** Claims for the desk: list, decide, send back. */
export function claimsDesk(app: App): void {
  staffEndpoint(app, claimStaffOperations['staff.claims'], async ({ deps, input }) => {
    let query = deps.db.selectFrom('claims').select(['id', 'state', 'submitted_at']).orderBy('id', 'desc').limit(100);
    if (input.state !== undefined) query = query.where('state', '=', input.state);
    const rows = await query.execute();
    return { claims: rows.map(({ submitted_at: at, ...claim }) => ({ ...claim, submittedAt: at.toISOString() })) };
  });
  staffEndpoint(app, claimStaffOperations['staff.decideClaim'], ({ deps, input: { id, decision, reason }, session }) =>
    decideByStaff(deps, id, { name: decision, ...(reason === undefined ? {} : { reason }) }, session.actor),
  );
  staffEndpoint(app, claimStaffOperations['staff.sendBackClaim'], ({ deps, input: { id, corrections }, session }) => {
    const [first] = corrections;
    return decideByStaff(deps, id, { name: 'sentBack', ...(first ? { reason: first.reason } : {}), corrections }, session.actor);
  });
}

/** Applies a decision of staff to a claim, and audits it. Refuses with `conflict` if its state does not accept the event. */
export async function decideByStaff(deps: Deps, id: string, event: ClaimEvent, actor: string): Promise<{ state: string }> {
  await refuseUnfit(deps, id, event);
  return deps.db.transaction().execute(async (tx) => {
    const claim = (await tx.selectFrom('claims').selectAll().where('id', '=', id).executeTakeFirst()) ?? fail('notFound');
    const { state } = await applyClaimEvent(tx, deps, claim, event, actor);
    await audit(tx, deps, { actor, action: `claim.${event.name}`, subject: `claim:${id}`, detail: { reason: event.reason ?? '' } });
    return { state };
  });
}

/** The customer must be able to read the reason of a refusal, and to answer what is sent back. */
async function refuseUnfit(deps: Deps, id: string, { name, reason = '', corrections }: ClaimEvent): Promise<void> {
  const claim = (await deps.db.selectFrom('claims').selectAll().where('id', '=', id).executeTakeFirst()) ?? fail('notFound');
  const release = await releaseOf(deps, claim);
  if (corrections) {
    const vault = await vaultOf(deps.settings.keyring).of(deps.db, claim.customer_id);
    await refuseUnfitRequests(deps, { release, flow: flowId, submitted: openAnswers(vault, claim), requests: corrections });
  }
  if (name !== 'declined') return;
  const { claimReason = {} } = await enumLabels(release, release.manifest.settings.languages.default);
  if (Object.hasOwn(claimReason, reason)) return;
  const params = { known: Object.keys(claimReason).join(', ') };
  fail('invalidAnswers', { problems: [{ code: 'unknownReason', path: '/reason', params }] });
}
