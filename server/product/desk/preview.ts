import type { Deciding, Preview } from '../../contract/staff/decisions.ts';
import { reasonsFor } from '../../../engine/config/corrections.ts';
import type { CorrectionRequest } from '../../../engine/flow/types.ts';
import { withoutItem } from '../../../engine/flow/instances.ts';
import type { AnswerSection } from '../../contract/staff/answers.ts';
import { secondAboveCents } from '../../platform/approvals/approvals.ts';
import { getCustomer } from '../../platform/customer/customers.ts';
import type { Deps } from '../../platform/deps.ts';
import { rehearse, wordsOf, type Rehearsed } from '../../platform/notifications/rehearse.ts';
import { formWords } from '../../platform/release/formWords.ts';
import type { StaffSession } from '../../platform/staff/sessions.ts';
import { applyDecision, prepareDecision } from '../application/staff.ts';
import { acceptsEvent } from '../application/transitions.ts';
import { lendingOf } from '../lendingConfig.ts';
import { refuseUnfit, rejectionReasons, type DeskDecision } from './fitness.ts';
import { openAnswers, type Opened } from './opened.ts';

/**
 * Previews what the borrower will read about a decision, in their language. It applies the decision and rolls it back, so the texts are the
 * real ones, and it refuses whatever the decision would refuse.
 */
export async function previewDecision(deps: Deps, staff: StaffSession, id: string, decision: DeskDecision): Promise<Preview> {
  const opened = await openAnswers(deps, id);
  await refuseUnfit(deps, opened, decision);
  const prepared = await prepareDecision(deps, id, decision);
  const [told] = await rehearse(deps, (tx, noting) => applyDecision(tx, noting, prepared, staff.actor));
  const words = await wordsTold(deps, opened.row.customer_id, told);
  const { language } = words;
  return {
    ...words,
    ...(decision.decision === 'rejected' && {
      reason: (await rejectionReasons(opened.release, language))[decision.reason] ?? decision.reason,
    }),
    fields: decision.decision === 'sendBack' ? await fieldsOf(opened, language, decision.corrections) : [],
  };
}

/** The text of a notification in the customer's language, and when it is sent. */
export async function wordsTold(deps: Deps, customerId: string, told: Rehearsed | undefined): Promise<Omit<Preview, 'reason' | 'fields'>> {
  const { language } = await getCustomer(deps, customerId);
  const words = told && (await wordsOf(deps, told));
  const waits = told && told.at > deps.clock.now();
  return {
    language,
    ...(words && { sms: words.sms, message: { title: words.title, text: words.text } }),
    ...(waits && { sentAt: told.at.toISOString() }),
  };
}

/** The fields that the borrower must correct, each with its reason. */
export async function fieldsOf(
  { release }: Opened,
  language: string,
  corrections: readonly CorrectionRequest[],
): Promise<Preview['fields']> {
  const words = await formWords(release, language);
  return corrections.map(({ form, field, reason, note }) => ({
    id: `${form}.${field}`,
    label: words.t(`forms.${withoutItem(form)}.${field}.label`),
    reason: words.t(`corrections.${reason}`),
    ...(note === undefined ? {} : { note }),
  }));
}

/** The decisions that a member of staff may make on an application now, and their options. */
export async function decidingOf(
  deps: Deps,
  { role }: StaffSession,
  { row, release, forms }: Opened,
  { sections, isPending }: { sections: readonly AnswerSection[]; isPending: boolean },
): Promise<Deciding> {
  const language = release.manifest.settings.languages.default;
  const [words, reasons, takesSendBack] = await Promise.all([
    formWords(release, language),
    rejectionReasons(release, language),
    acceptsEvent(release, row.state, 'identityProblem'),
  ]);
  const second = secondAboveCents(deps, 'staff.decide');
  const { maximumCents, stepCents } = lendingOf(deps.releases.active()).limits;
  // Older releases list no reasons, so their customers read the texts of the active release.
  const corrections = release.manifest.corrections ?? deps.releases.active().manifest.corrections;
  const rows = sections
    .flatMap((section) => section.rows)
    .filter(({ form, field }) => !forms.get(withoutItem(form))?.module.fields[field]?.derived);
  return {
    mayDecide: role === 'underwriter' && row.state === 'referred' && !isPending,
    maySendBack: takesSendBack && !isPending,
    limits: { minimumCents: stepCents, maximumCents, stepCents },
    ...(second === undefined ? {} : { secondAboveCents: second }),
    rejectionReasons: Object.entries(reasons).map(([id, label]) => ({ id, label })),
    sendable: rows.map(({ id, form, field, label }) => ({
      id,
      form,
      field,
      label,
      reasons: reasonsFor(corrections, withoutItem(form), field).map((reason) => ({ id: reason, label: words.t(`corrections.${reason}`) })),
    })),
  };
}
