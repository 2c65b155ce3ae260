import type { Navigation } from '../../../engine/config/screen.ts';
import type { Expressions } from '../../../engine/flow/load.ts';
import type { Context } from '../../../engine/form/types.ts';
import { isMissing } from '../../../engine/form/context.ts';
import type { Lifetime } from '../state/clientState.ts';

/** The API's limit for a promotion. A longer one must not prevent a login. */
const maxCharacters = 200;

/** Stores the query's parameters that `capture` lists (N02, N03). */
export function captureQuery(
  capture: Navigation['capture'],
  query: Readonly<Record<string, string>>,
  set: (name: string, value: string, lifetime: Lifetime) => void,
): void {
  for (const { query: name, to, as } of capture) {
    const value = Object.hasOwn(query, name) ? query[name] : undefined;
    if (value !== undefined) set(as ?? name, value.slice(0, maxCharacters), to);
  }
}

/** Whether somebody who may call these operations may open a screen that needs certain others. */
export const mayOpen = ({ needs }: { needs?: readonly string[] }, operations: readonly string[] | undefined): boolean =>
  !needs || needs.every((id) => operations?.includes(id));

/** The target of `/`. */
export const homeOf = (homes: NonNullable<Navigation['homes']>, operations: readonly string[]): string =>
  (homes.find((home) => mayOpen(home, operations)) ?? homes.at(-1))?.route ?? '/';

/** Target of the first navigation rule that is enabled and true. A rule that throws is reported and skipped. */
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
