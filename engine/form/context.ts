import type { FormAnswers } from '../config/definitions.ts';
import type { Context, Expression, Surroundings } from './types.ts';

/** Told of every expression that failed for another reason than an absent value. `where` names it: `work.income x-when`. */
export type Report = (error: unknown, where: string) => void;

/**
 * What an expression said. `missing`: it read what is not answered yet, which is no fault. `broken`: it threw
 * anything else, which is a bug of the configuration and was reported; each caller decides what is the closed side.
 */
export type Verdict = 'yes' | 'no' | 'missing' | 'broken';

/** Context of a form's expressions. The form's own answers stand as `self`, as `form` and under its id. */
export function contextOf(surroundings: Surroundings, formId: string, self: FormAnswers): Context {
  const { answers, ...namespaces } = surroundings;
  return { ...answers, ...withSelf(formId, self), ...namespaces };
}

/** The three names under which a form sees its own answers. */
export function withSelf(formId: string, self: FormAnswers): { self: FormAnswers; form: FormAnswers } {
  return { [formId]: self, self, form: self };
}

/** `MissingValue` is matched by name: it is thrown by published modules, which carry a class of their own. */
export const isMissing = (error: unknown): boolean => error instanceof Error && error.name === 'MissingValue';

/** Evaluates a condition. Only `true` itself is a yes. `where` may be a function: the place is named only when something broke. */
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
