import { transientFields } from './applicability.ts';
import { isEmpty } from './empty.ts';
import { stableJson } from './hash.ts';
import { fieldsOfRule } from './rules.ts';
import type { FormModule } from './types.ts';

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
