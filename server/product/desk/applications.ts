import type { CorrectionRequest } from '../../../engine/flow/types.ts';
import { audit } from '../../platform/audit/audit.ts';
import type { Deps } from '../../platform/deps.ts';
import { refuseUnfitRequests } from '../../platform/flows/sendBack.ts';
import { pageOf, pageSize } from '../../platform/page.ts';
import { fail } from '../../platform/problem.ts';
import { enumLabels } from '../../platform/release/enumLabels.ts';
import type { StaffSession } from '../../platform/staff/sessions.ts';
import { decideByStaff, type StaffDecision } from '../application/staff.ts';
import { findApplication, openAnswers, sensitivityOf } from './opened.ts';
import { summaryOf } from './summary.ts';

const summaryColumns = ['applications.id', 'customer_id', 'state', 'reason', 'limit_cents', 'submitted_at', 'phone_sealed'] as const;

/** Applications, newest first, `pageSize` at a time. */
export async function listApplications(deps: Deps, { state, before }: { state?: string; before?: string }) {
  let query = deps.db
    .selectFrom('applications')
    .innerJoin('customers', 'customers.id', 'applications.customer_id')
    .select(summaryColumns)
    .orderBy('applications.id', 'desc')
    .limit(pageSize + 1);
  if (state !== undefined) query = query.where('state', '=', state);
  if (before !== undefined) query = query.where('applications.id', '<', before);
  const { shown, more } = pageOf(await query.execute());
  return { applications: shown.map((row) => summaryOf(deps, row)), ...more };
}

/**
 * Returns one sensitive answer in the clear. Writes the audit row with reader and reason first, so that every reading is audited. A field
 * that the release lacks stays hidden.
 */
export async function reveal(
  deps: Deps,
  staff: StaffSession,
  { id, form, field, reason }: { id: string; form: string; field: string; reason: string },
): Promise<{ value: unknown }> {
  const { forms, answers } = await openAnswers(deps, id);
  const given = Object.hasOwn(answers, form) ? answers[form] : undefined;
  if (!given || !Object.hasOwn(given, field) || sensitivityOf(forms, form, field) === 'unknown') fail('notFound');
  await deps.db
    .transaction()
    .execute((tx) =>
      audit(tx, deps, { actor: staff.actor, action: 'answer.revealed', subject: `application:${id}`, detail: { form, field, reason } }),
    );
  return { value: given[field] };
}

/** Decides a referred application. An acceptance needs a limit, a rejection a reason. */
export async function decideApplication(deps: Deps, staff: StaffSession, id: string, decision: StaffDecision): Promise<{ state: string }> {
  const { state, release } = await findApplication(deps, id);
  if (decision.decision === 'rejected') await refuseUnknownReason(deps, release, decision.reason);
  // The life cycle would also take a decision during underwriting or after a payout.
  if (state !== 'referred') fail('conflict', { detail: `Staff can decide only a referred application. This one is ${state}.` });
  return decideByStaff(deps, id, decision, staff.actor);
}

/** The borrower reads the reason of a rejection as a label of `enums.rejectionReason`. An older release has one list for all reasons. */
async function refuseUnknownReason(deps: Deps, hash: string, reason: string): Promise<void> {
  const release = (await deps.releases.get(hash)) ?? deps.releases.active();
  const { decisionReason = {}, rejectionReason = decisionReason } = await enumLabels(release, release.manifest.settings.languages.default);
  if (Object.hasOwn(rejectionReason, reason)) return;
  fail('invalidAnswers', {
    problems: [{ code: 'unknownReason', path: '/reason', params: { known: Object.keys(rejectionReason).join(', ') } }],
  });
}

/** Sends fields back to the borrower, each once and with a reason that fits it. Fields that depend on them open as well. */
export async function sendBack(
  deps: Deps,
  staff: StaffSession,
  id: string,
  corrections: readonly CorrectionRequest[],
): Promise<{ state: string }> {
  const { row, release, answers } = await openAnswers(deps, id);
  await refuseUnfitRequests(deps, { release, flow: row.flow, submitted: answers, requests: corrections });
  return decideByStaff(deps, id, { decision: 'sendBack', corrections: [...corrections] }, staff.actor);
}
