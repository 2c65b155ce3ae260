import type { Navigation } from '../../../engine/config/screen.ts';
import type { Expressions } from '../../../engine/flow/load.ts';
import type { Context } from '../../../engine/form/types.ts';
import { isMissing } from '../../../engine/form/context.ts';
import type { Lifetime } from '../state/clientState.ts';

/** As much as the API takes of a promotion: a longer one must not stand in the way of a login. */
const mostCharacters = 200;

/** Keeps what the query brings along (N02, N03). */
export function captureQuery(
  capture: Navigation['capture'],
  query: Readonly<Record<string, string>>,
  set: (name: string, value: string, lifetime: Lifetime) => void,
): void {
  for (const { query: name, to, as } of capture) {
    const value = Object.hasOwn(query, name) ? query[name] : undefined;
    if (value !== undefined) set(as ?? name, value.slice(0, mostCharacters), to);
  }
}

/** Where the navigation rules lead: the first that is on and holds. A rule that breaks is reported and skipped. */
export function redirectOf(
  rules: Navigation['rules'],
  expressions: Expressions,
  context: Context,
  report: (error: unknown, where: string) => void,
): Navigation['rules'][number] | undefined {
  return rules.find(({ id, when, enabled }) => {
    if (enabled === false) return false;
    try {
      return expressions[when]?.(context) === true;
    } catch (error) {
      if (!isMissing(error)) report(error, `navigation rule ${id}`);
      return false;
    }
  });
}
