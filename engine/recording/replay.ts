import type { OpenRelease } from '../compiler/index.ts';
import { stableJson } from '../form/hash.ts';
import { Behaviour } from './behave.ts';
import type { Difference, Recording } from './types.ts';

/** Returns the cases in which a release differs from the recording. */
export function replay(recording: Recording, open: OpenRelease): Difference[] {
  const behaviour = new Behaviour(open, recording.today);
  const found: Difference[] = [];
  const compare = (what: Difference['what'], index: number, of: string, expected: unknown, actual: unknown): void => {
    if (stableJson(expected) !== stableJson(actual)) found.push({ what, index, of, expected, actual });
  };
  recording.forms.forEach(({ form, given, problems, asks }, index) =>
    compare('forms', index, form, { problems, asks }, behaviour.form(form, given)),
  );
  recording.flows.forEach(({ flow, given, path }, index) => compare('flows', index, flow, path, behaviour.path(flow, given)));
  recording.tables.forEach(({ table, given, outcome }, index) =>
    compare('tables', index, table, outcome, behaviour.decision(table, given)),
  );
  recording.screens.forEach(({ screen, given, shows }, index) =>
    compare('screens', index, screen, shows.toSorted(), behaviour.screen(screen, given)?.toSorted()),
  );
  recording.navigation.forEach(({ given, go }, index) => compare('navigation', index, 'navigation', go, behaviour.navigation(given)));
  return found;
}
