import { valueAt } from '../config/valueAt.ts';
import { isPlainObject } from '../form/empty.ts';
import type { Context } from '../form/types.ts';
import type { Bounds } from './finding.ts';
import type { Variable } from './variables.ts';

type Values = Record<string, unknown>;

/**
 * Enumerates all combinations of the variables' cases.
 *
 * @param visit receives each combination as a context; returns true to end the search
 */
export function searchFreely(variables: readonly Variable[], base: Context, budget: number, visit: (context: Context) => boolean): Bounds {
  let cases = 0;
  let isCutOff = false;
  const root: Values = { ...base };

  function assign(index: number, context: Values): boolean {
    if (cases >= budget) return (isCutOff = true);
    const variable = variables[index];
    if (!variable) {
      cases += 1;
      return visit(context);
    }
    if (!isThere(context, variable.path.slice(0, -1))) return assign(index + 1, context);
    if (variable.mayBeAbsent && assign(index + 1, context)) return true;
    return variable.cases.some((value) => assign(index + 1, withValue(context, variable.path, value)));
  }

  const ended = assign(0, root);
  return { cases, isDecided: !isCutOff && (ended || variables.every(({ isExact }) => isExact)) };
}

/** A namespace always exists, at least empty. The parts of an absent object are absent. */
function isThere(context: Values, path: readonly string[]): boolean {
  let inner: unknown = context;
  for (const [depth, name] of path.entries()) {
    inner = valueAt(inner, [name]);
    if (inner === undefined && depth > 0) return false;
    inner ??= {};
  }
  return true;
}

export function withValue(context: Values, [name = '', ...rest]: readonly string[], value: unknown): Values {
  return { ...context, [name]: rest.length === 0 ? value : withValue(objectAt(context, name), rest, value) };
}

function objectAt(context: Values, name: string): Values {
  const { [name]: inner } = context;
  return isPlainObject(inner) ? inner : {};
}
