import { withoutItem } from '../../../engine/flow/instances.ts';
import { audit } from '../../platform/audit/audit.ts';
import type { Deps } from '../../platform/deps.ts';
import { addressOf } from '../../platform/files/service.ts';
import { fileKindOf } from '../../platform/flows/sections.ts';
import { fail } from '../../platform/problem.ts';
import type { StaffSession } from '../../platform/staff/sessions.ts';
import { answersBefore } from './changes.ts';
import { openAnswers } from './opened.ts';
import { countReveal, fileAction } from './reveal.ts';

/**
 * Returns a short-lived URL of a file among an application's answers. It counts as a revealed answer, and the audit row is written first.
 * Refuses with `revealLimit`.
 */
export async function openFile(
  deps: Deps,
  staff: StaffSession,
  { id, form, field, event }: { id: string; form: string; field: string; event?: string },
) {
  const opened = await openAnswers(deps, id);
  const { row, forms } = opened;
  const answers = !event ? opened.answers : ((await answersBefore(deps, opened, event)) ?? fail('notFound'));
  const given = Object.hasOwn(answers, form) ? answers[form] : undefined;
  const fields = forms.get(withoutItem(form))?.definition.ui.fields ?? {};
  const ui = Object.hasOwn(fields, field) ? fields[field] : undefined;
  const file = given?.[field];
  if (fileKindOf(ui?.['ui:widget']) === undefined || typeof file !== 'string') return fail('notFound');
  await deps.db.transaction().execute(async (tx) => {
    const reached = await countReveal(tx, deps, staff);
    if (reached) fail('revealLimit', { params: reached });
    const detail = { form, field, ...(event && { event }) };
    await audit(tx, deps, { actor: staff.actor, action: fileAction, subject: `application:${id}`, detail });
  });
  return addressOf(deps, row.customer_id, file);
}
