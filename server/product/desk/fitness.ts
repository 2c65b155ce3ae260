import type { CorrectionRequest } from '../../../engine/flow/types.ts';
import type { Deps } from '../../platform/deps.ts';
import { refuseUnfitRequests } from '../../platform/flows/sendBack.ts';
import { fail } from '../../platform/problem.ts';
import { enumLabels } from '../../platform/release/enumLabels.ts';
import type { LoadedRelease } from '../../platform/release/types.ts';
import type { StaffDecision } from '../application/staff.ts';
import type { Opened } from './opened.ts';

/** A send-back by staff must name its fields. */
export type DeskDecision = Exclude<StaffDecision, { decision: 'sendBack' }> | { decision: 'sendBack'; corrections: CorrectionRequest[] };

/** An acceptance needs a referred application, a rejection a known reason, and a send-back fields that the borrower can correct. */
export async function refuseUnfit(deps: Deps, { row, release, answers }: Opened, decision: DeskDecision): Promise<void> {
  if (decision.decision === 'sendBack') {
    await refuseUnfitRequests(deps, { release, flow: row.flow, submitted: answers, requests: decision.corrections });
    return;
  }
  if (decision.decision === 'rejected') await refuseUnknownReason(release, decision.reason);
  // The life cycle would also accept a decision during underwriting or after a payout.
  if (row.state !== 'referred') fail('notReferred', { detail: `Staff can decide only a referred application. This one is ${row.state}.` });
}

/** The texts of rejection reasons in a language, as the borrower reads them. Older releases have one list for all reasons. */
export async function rejectionReasons(release: LoadedRelease, language: string): Promise<Readonly<Record<string, string>>> {
  const { decisionReason = {}, rejectionReason = decisionReason } = await enumLabels(release, language);
  return rejectionReason;
}

async function refuseUnknownReason(release: LoadedRelease, reason: string): Promise<void> {
  const known = await rejectionReasons(release, release.manifest.settings.languages.default);
  if (Object.hasOwn(known, reason)) return;
  fail('invalidAnswers', {
    problems: [{ code: 'unknownReason', path: '/reason', params: { known: Object.keys(known).join(', ') } }],
  });
}
