import type { FormAnswers } from '../config/definitions.ts';

/**
 * Unsaved input as a merge patch of a form's top-level properties (after RFC 7396). null removes an answer; answers themselves are
 * never null.
 */
export type Patch = Readonly<Record<string, unknown>>;

export function applyPatch(answers: FormAnswers | undefined, patch: Patch | undefined): FormAnswers {
  const merged = { ...answers, ...patch };
  return Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== null && value !== undefined));
}
