import { transientFields } from './applicability.ts';
import { isEmpty } from './empty.ts';
import { stableJson } from './hash.ts';
import { fieldsOfRule } from './rules.ts';
import type { FormModule } from './types.ts';

/** Whether two answers are equal. */
export const sameAnswer = (left: unknown, right: unknown): boolean =>
  left === right || (isEmpty(left) && isEmpty(right)) || stableJson(left) === stableJson(right);

export interface Confirmed {
  answered(field: string): boolean;
  changed(field: string): boolean;
}

/**
 * Returns the transient fields of a confirmed form that need no new answer, because the answer they vouch for is unchanged. For
 * example, a repeated account number is asked for again only with a new account number, and a consent never.
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
