import type { Given } from '../../config/cases.ts';
import type { Expected, Scope } from '../../expression/index.ts';
import { judge } from '../../form/context.ts';
import type { Context, Expression } from '../../form/types.ts';

/** The values that an expression can read but a case does not give. */
export interface Surrounding {
  constants: Readonly<Record<string, unknown>>;
  features: Readonly<Record<string, unknown>>;
}

/** The date on which cases run, unless a case sets `today`. */
export const caseDay = '2026-01-01';

type Values = Readonly<Record<string, unknown>>;

/**
 * Builds an empty context for the scope, then sets the given values at their paths. Features are on unless a case turns them off, so
 * turning one off in the settings breaks no case.
 */
export function contextOf(given: Given, scope: Scope, { constants, features }: Surrounding): Context {
  const empty: Values = Object.fromEntries(Object.keys(scope).map((name) => [name, {}]));
  const allOn = Object.fromEntries(Object.keys(features).map((name) => [name, true]));
  const base: Values = { ...empty, constants, features: allOn, today: caseDay };
  return Object.entries(given).reduce<Values>((context, [path, value]) => withValue(context, path.split('.'), value), base);
}

function withValue(context: Values, [name = '', ...rest]: readonly string[], value: unknown): Values {
  return { ...context, [name]: rest.length === 0 ? value : withValue((context[name] ?? {}) as Values, rest, value) };
}

/**
 * Returns the outcome in the notation of case files: "true" or "false", a text as it is, other values as JSON. It is "nothing" if
 * the expression reads an absent value.
 */
export function outcomeOf(expression: Expression, expected: Expected, context: Context): string {
  if (expected === 'bool') return String(judge(expression as Expression<boolean>, context, 'case') === 'yes');
  try {
    const value = expression(context);
    return typeof value === 'string' ? value : JSON.stringify(value ?? 'nothing');
  } catch {
    return 'nothing';
  }
}
