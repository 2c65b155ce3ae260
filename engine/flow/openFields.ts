import { transientFields } from '../form/applicability.ts';
import { checkForm } from '../form/check.ts';
import type { Report } from '../form/context.ts';
import { isEmpty, own } from '../form/empty.ts';
import { fieldOf } from '../form/pointer.ts';
import type { Context, FormModule } from '../form/types.ts';
import type { FormAnswers } from '../config/definitions.ts';
import { withProblems, type Requested } from './sentBackParts.ts';

export interface SentBackForm {
  requested: Requested;
  /** The answers of the form before this save. */
  before: FormAnswers;
  /** Answered fields whose values only the server has. */
  held?: ReadonlySet<string>;
  report?: Report;
}

/**
 * Returns the editable fields of a form after a send-back: the requested fields, unanswered fields and, transitively, fields whose
 * stored answer conflicts with new answers of open fields or earlier forms. `context.self` has the new answers.
 */
export function openFields(
  module: FormModule,
  context: Context,
  { requested, before, held = new Set(), report }: SentBackForm,
): ReadonlySet<string> {
  const after = context.self ?? {};
  const fields = Object.keys(module.fields);
  const open = new Set(fields.filter((field) => requested.has(field) || (isEmpty(own(before, field)) && !held.has(field))));
  const transient = transientFields(module);
  for (;;) {
    const self = Object.fromEntries(fields.map((field) => [field, own(open.has(field) ? after : before, field)]));
    const kept = new Set([...transient, ...[...held].filter((field) => isEmpty(self[field]))]);
    const problems = checkForm(module, { ...context, self }, { kept, ...(report ? { report } : {}) });
    const dragged = problems.map(({ path }) => fieldOf(path)).filter((field) => !open.has(field));
    if (dragged.length === 0) return open;
    for (const field of dragged) open.add(field);
  }
}

/** Returns the open places inside the sent-back fields: the requested ones, and those whose stored answer is invalid now. */
export function openParts(module: FormModule, context: Context, { requested, before, report }: SentBackForm): Requested {
  if ([...requested.values()].every((places) => places.includes(''))) return requested;
  const stored = Object.fromEntries([...requested.keys()].map((field) => [field, own(before, field)]));
  const self = { ...context.self, ...stored };
  const problems = checkForm(module, { ...context, self }, { kept: transientFields(module), ...(report ? { report } : {}) });
  return withProblems(requested, problems);
}
