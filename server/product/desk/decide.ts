import { refuseAlone } from '../../platform/approvals/approvals.ts';
import type { Deps } from '../../platform/deps.ts';
import { rehearse } from '../../platform/notifications/rehearse.ts';
import type { StaffSession } from '../../platform/staff/sessions.ts';
import { applyDecision, decideByStaff, prepareDecision } from '../application/staff.ts';
import { grantedCents } from './decideAction.ts';
import { refuseUnfit, type DeskDecision } from './fitness.ts';
import { openAnswers } from './opened.ts';
import { storePending } from './pending.ts';

export interface Decided {
  state: string;
  /** When the decision is carried out, if it can still be taken back. */
  dueAt?: string;
}

/**
 * Decides a referred application, or sends fields back to the borrower. With `later`, the decision is checked now and carried out after the
 * seconds of flows/desk.json, unless somebody takes it back. Refuses with `secondNeeded` if the rules require a second person.
 */
export async function decideAtDesk(
  deps: Deps,
  staff: StaffSession,
  id: string,
  decision: DeskDecision,
  { later = false }: { later?: boolean | undefined } = {},
): Promise<Decided> {
  const opened = await openAnswers(deps, id);
  await refuseUnfit(deps, opened, decision);
  if (decision.decision !== 'sendBack') refuseAlone(deps, 'staff.decide', { amountCents: grantedCents(decision) });
  if (!later) return decideByStaff(deps, id, decision, staff.actor);
  const prepared = await prepareDecision(deps, id, decision);
  await rehearse(deps, (tx, noting) => applyDecision(tx, noting, prepared, staff.actor));
  return { state: opened.row.state, dueAt: await storePending(deps, staff, id, decision) };
}
