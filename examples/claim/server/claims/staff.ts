import { type App, audit, type Deps, fail, staffEndpoint } from 'hakbang/server';
import { claimStaffOperations } from '../contract.ts';
import { applyClaimEvent, type ClaimEvent } from './events.ts';

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
  return deps.db.transaction().execute(async (tx) => {
    const claim = (await tx.selectFrom('claims').selectAll().where('id', '=', id).executeTakeFirst()) ?? fail('notFound');
    const { state } = await applyClaimEvent(tx, deps, claim, event, actor);
    await audit(tx, deps, { actor, action: `claim.${event.name}`, subject: `claim:${id}`, detail: { reason: event.reason ?? '' } });
    return { state };
  });
}
