import type { FormAnswers } from '../config/definitions.ts';
import { settleAll, transientFields } from './applicability.ts';
import { checkForm, type CheckOptions } from './check.ts';
import { isEmpty, own } from './empty.ts';
import { stableJson } from './hash.ts';
import { fieldOf } from './pointer.ts';
import { fieldsOfRule } from './rules.ts';
import type { Context, FormModule } from './types.ts';

/** Whether two answers say the same. */
export const sameAnswer = (left: unknown, right: unknown): boolean =>
  left === right || (isEmpty(left) && isEmpty(right)) || stableJson(left) === stableJson(right);

export interface Confirmed {
  /** Whether a field was answered when the form was confirmed. */
  answered(field: string): boolean;
  /** Whether its answer differs from the one confirmed. */
  changed(field: string): boolean;
}

/**
 * Transient fields of a form confirmed before that need not be asked again, because what they vouch for was answered and has
 * not changed: a repeated account number is asked anew only with a new account number, a consent not at all.
 */
export function vouchedTransient(module: FormModule, confirmed: Confirmed): Set<string> {
  const vouched = transientFields(module);
  for (const rule of module.rules) {
    const together = fieldsOfRule(module, rule);
    const lasting = together.filter((field) => !module.fields[field]?.transient);
    if (!together.some((field) => confirmed.changed(field)) && lasting.some((field) => confirmed.answered(field))) continue;
    for (const field of together) vouched.delete(field);
  }
  return vouched;
}

export interface SendBackOptions extends CheckOptions {
  /** Fields that were asked again. */
  open: ReadonlySet<string>;
  /** Answers of the form before this save. */
  before: FormAnswers;
}

/**
 * Fields that a send-back did not open and that were changed all the same; [] when the save is allowed. Beside the open ones a
 * field may change that was not answered before, that no longer applies, or that could not stay as it was under the new answers of the others.
 * `context.self` holds the new answers.
 */
export function forbiddenChanges(module: FormModule, context: Context, { open, before, ...options }: SendBackOptions): string[] {
  const { answers: after, applying } = settleAll(module, context, options);
  const changed = [...applying].filter((field) => {
    const previous = own(before, field);
    return !open.has(field) && !isEmpty(previous) && !sameAnswer(previous, own(after, field));
  });
  if (changed.length === 0) return changed;
  const stayed = { ...after, ...Object.fromEntries(changed.map((field) => [field, before[field]])) };
  const mustChange = new Set(checkForm(module, { ...context, self: stayed }, options).map(({ path }) => fieldOf(path)));
  return changed.filter((field) => !mustChange.has(field));
}
