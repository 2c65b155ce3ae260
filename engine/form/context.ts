import type { FormAnswers } from '../config/definitions.ts';
import type { Context, DerivedAnswer, Expression, Surroundings } from './types.ts';

/** Receives every expression error except for absent values. `where` names the expression: `work.income x-when`. */
export type Report = (error: unknown, where: string) => void;

/**
 * The result of a condition. `missing`: it read an unanswered value, which is normal. `broken`: it failed with another error, which
 * is a bug of the configuration and was reported. Each caller chooses the safe result.
 */
export type Verdict = 'yes' | 'no' | 'missing' | 'broken';

/** Builds the context of a form's expressions. The form's own answers are available as `self`, as `form` and under the form's id. */
export function contextOf(surroundings: Surroundings, formId: string, self: FormAnswers): Context {
  const { answers, ...namespaces } = surroundings;
  return { ...answers, ...withSelf(formId, self), ...namespaces };
}

export function withSelf(formId: string, self: FormAnswers): { self: FormAnswers; form: FormAnswers } {
  return { [formId]: self, self, form: self };
}

/** Compares by name, because each published module has its own class. */
export const isMissing = (error: unknown): boolean => error instanceof Error && error.name === 'MissingValue';

/** Evaluates a condition. Only `true` counts as yes. `where` can be a function, which runs only on an error. */
export function judge(expression: Expression<boolean>, context: Context, where: string | (() => string), report?: Report): Verdict {
  try {
    const said: unknown = expression(context);
    return said === true ? 'yes' : 'no';
  } catch (error) {
    if (isMissing(error)) return 'missing';
    report?.(error, typeof where === 'string' ? where : where());
    return 'broken';
  }
}

/**
 * Computes a derived answer. Undefined for other fields, while the expression reads an absent or invalid answer, and if it fails with
 * an error, which is reported.
 */
export function derive(
  derived: DerivedAnswer | undefined,
  context: Context,
  isValid: (field: string) => boolean,
  where: string,
  report?: Report,
): unknown {
  try {
    return derived?.reads.every(isValid) ? derived.compute(context) : undefined;
  } catch (error) {
    if (!isMissing(error)) report?.(error, where);
    return undefined;
  }
}
