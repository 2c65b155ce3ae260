import type { FormAnswers } from '../../../engine/config/definitions.ts';
import { settle } from '../../../engine/form/applicability.ts';
import { checkForm } from '../../../engine/form/check.ts';
import { contextOf } from '../../../engine/form/context.ts';
import { submittedAnswers } from '../../../engine/form/submitted.ts';
import { unknownNames } from '../../../engine/form/unknownNames.ts';
import { withdrawnProblems } from '../../../engine/form/withdrawn.ts';
import { brokenExpression } from '../alarms/brokenExpression.ts';
import type { Deps } from '../deps.ts';
import { fail } from '../problem.ts';
import { todayOf } from '../time.ts';
import { fileProblems, filesIn } from '../flows/files.ts';
import type { FlowCustomer } from '../flows/flowCustomer.ts';

/** Form id. Its schema implements V08. */
export const feedbackForm = 'feedback';

export interface ValidFeedback {
  answers: FormAnswers;
  /** Ids of the photos in the answers. */
  photos: string[];
}

/**
 * Validates the answers with the form of the active release, the same check as in the browser (V16), and returns them for storage.
 * Refuses with `invalidAnswers`, or with `notFound` if the release has no such form.
 */
export async function validFeedback(deps: Deps, { customerId, session }: FlowCustomer, given: FormAnswers): Promise<ValidFeedback> {
  const release = deps.releases.active();
  if (!Object.hasOwn(release.manifest.forms, feedbackForm)) fail('notFound');
  const form = await release.form(feedbackForm);
  const { constants, features } = release.manifest.settings;
  const surroundings = { answers: {}, session, today: todayOf(deps), constants, features };
  const report = brokenExpression(deps);
  const context = contextOf(surroundings, feedbackForm, submittedAnswers(form.module, given, true));
  const problems = [...unknownNames(form.definition.schema, given), ...checkForm(form.module, context, { report })];
  const answers = settle(form.module, context, { stored: true, report });
  problems.push(...withdrawnProblems(form.definition.schema, {}, answers));
  if (problems.length > 0) fail('invalidAnswers', { problems });
  const missing = await fileProblems(deps.db, customerId, form, answers, deps.product.flowHooks);
  if (missing.length > 0) fail('invalidAnswers', { problems: missing });
  return { answers, photos: filesIn(form, answers, deps.product.flowHooks).map(({ fileId }) => fileId) };
}
