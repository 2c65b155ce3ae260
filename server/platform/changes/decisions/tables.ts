import type { Deps } from '../../deps.ts';
import { fail } from '../../problem.ts';
import { questionOf } from '../problems.ts';

/** The inputs of a table and the columns of its outcomes. Refuses with `notFound` if the change has no such table. */
export async function decisionTableOf(deps: Deps, { id, table }: { id: string; table: string }) {
  const { asked } = await questionOf(deps, id);
  const { described } = await deps.compilers.ask({ ...asked, wants: 'table', decisions: { table } });
  return described ?? fail('notFound');
}

interface Tried {
  id: string;
  table: string;
  given: readonly { path: string; value: unknown }[];
}

/** Says which row decides on sample values, and why the others do not. Refuses with `changeHasErrors` while the change has errors. */
export async function tryDecision(deps: Deps, { id, table, given }: Tried) {
  const { asked } = await questionOf(deps, id);
  const { tried } = await deps.compilers.ask({ ...asked, wants: 'decisions', decisions: { table, tried: nested(given) } });
  return tried ?? fail('changeHasErrors');
}

/** `work.income` and its value → `{ work: { income } }`. The names are untrusted, so the objects have no prototype. */
function nested(given: Tried['given']): Record<string, unknown> {
  const root: Record<string, unknown> = Object.create(null);
  for (const { path, value } of given) {
    const keys = path.split('.');
    const last = keys.pop() ?? '';
    let at = root;
    for (const key of keys) {
      const inner = at[key];
      at = at[key] = typeof inner === 'object' && inner !== null ? inner : Object.create(null);
    }
    at[last] = value;
  }
  return root;
}
