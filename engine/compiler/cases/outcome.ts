import type { Given } from '../../config/cases.ts';
import type { Expected, Scope } from '../../expression/index.ts';
import { judge } from '../../form/context.ts';
import type { Context, Expression } from '../../form/types.ts';

/** What an expression reads of everything that a case does not give. */
export interface Surrounding {
  constants: Readonly<Record<string, unknown>>;
  features: Readonly<Record<string, unknown>>;
}

/** Cases are tried on this day, unless they give another as `today`. */
export const caseDay = '2026-01-01';

type Values = Readonly<Record<string, unknown>>;

/** All that stands in the scope, empty; then what is given, by its path. */
export function contextOf(given: Given, scope: Scope, { constants, features }: Surrounding): Context {
  const empty: Values = Object.fromEntries(Object.keys(scope).map((name) => [name, {}]));
  const base: Values = { ...empty, constants, features, today: caseDay };
  return Object.entries(given).reduce<Values>((context, [path, value]) => withValue(context, path.split('.'), value), base);
}

function withValue(context: Values, [name = '', ...rest]: readonly string[], value: unknown): Values {
  return { ...context, [name]: rest.length === 0 ? value : withValue((context[name] ?? {}) as Values, rest, value) };
}

/** What an expression comes to, as cases write it: "true", a text as it is, other values as JSON; "nothing" where it reads what is absent. */
export function outcomeOf(expression: Expression, expected: Expected, context: Context): string {
  if (expected === 'bool') return String(judge(expression as Expression<boolean>, context, 'case') === 'yes');
  try {
    const value = expression(context);
    return typeof value === 'string' ? value : JSON.stringify(value ?? 'nothing');
  } catch {
    return 'nothing';
  }
}
