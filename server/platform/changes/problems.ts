import { changeClasses, type Change } from '../../../engine/diff/index.ts';
import type { Problem } from '../../contract/staff/studio.ts';
import type { ConditionContext, DrawnGraphs, ListedCondition } from '../../contract/staff/studioGraph.ts';
import type { Deps } from '../deps.ts';
import { changeRow, textHash } from './changes.ts';
import { fail } from '../problem.ts';
import { changeSources } from './files.ts';

export const questionOf = async (deps: Deps, id: string) => {
  const sources = await changeSources(deps, id);
  const { application, revision, baseHash, before, edits } = sources;
  return {
    revision,
    sources,
    asked: { change: id, version: `${revision} ${baseHash}`, application, edits, before: { files: before, hash: baseHash } },
  };
};

/** The compiler's findings on a change. Their fixes apply to texts with these hashes only. */
export async function problemsOf(
  deps: Deps,
  id: string,
): Promise<{ revision: number; problems: Problem[]; hashes: Record<string, string> }> {
  const { revision, sources, asked } = await questionOf(deps, id);
  const { diagnostics } = await deps.compilers.ask({ ...asked, wants: 'problems' });
  const fixed = new Set(diagnostics.flatMap(({ edits = [] }) => edits.map(({ file }) => file)));
  const texts = new Map(fixed.size > 0 ? sources.after.map(({ path, text }) => [path, text]) : []);
  const hashes = Object.fromEntries([...fixed].map((path) => [path, textHash(texts.get(path) ?? null)]));
  return { revision, problems: diagnostics, hashes };
}

/** The meta-schemas of the change's application, by kind. They depend on code only. */
export async function metaSchemasFor(deps: Deps, id: string): Promise<{ kinds: Record<string, unknown> }> {
  const { application } = await changeRow(deps.db, id);
  const question = { change: `the code of ${application}`, version: '', application, edits: [], before: { files: [], hash: '' } };
  const { kinds } = await deps.compilers.ask({ ...question, wants: 'metaSchemas' });
  return { kinds };
}

/** The effects of a change in words, the most severe first. */
export async function meaningOf(deps: Deps, id: string) {
  const { revision, asked } = await questionOf(deps, id);
  return { revision, changes: describedMeaning(await deps.compilers.ask({ ...asked, wants: 'meaning' })) };
}

const severity = (change: Change) => changeClasses.indexOf(change.class);

/** Formatted for people, the most severe first. */
export const describedMeaning = ({ changes }: { changes: readonly Change[] }) =>
  changes
    .toSorted((one, other) => severity(other) - severity(one))
    .map(({ class: kind, code, message, why, who, file, line }) => ({ class: kind, code, message, why, who, file, line }));

/** The flows and life cycles of a change as graphs. */
export async function graphOf(deps: Deps, id: string): Promise<DrawnGraphs> {
  const { revision, asked } = await questionOf(deps, id);
  const { graphs, fields, named, findings, isExplored } = await deps.compilers.ask({ ...asked, wants: 'graph' });
  return { revision, graphs, fields, named, findings, isExplored };
}

/** Every condition of a change. */
export async function conditionsOf(deps: Deps, id: string): Promise<{ revision: number; conditions: ListedCondition[] }> {
  const { revision, asked } = await questionOf(deps, id);
  const { conditions } = await deps.compilers.ask({ ...asked, wants: 'conditions' });
  return { revision, conditions };
}

/** The scope of the condition at a place. Refuses with `notFound` if there is none. */
export async function conditionOf(deps: Deps, { id, ...at }: { id: string; file: string; pointer: string }): Promise<ConditionContext> {
  const { asked } = await questionOf(deps, id);
  const { condition } = await deps.compilers.ask({ ...asked, at, wants: 'condition' });
  return condition ?? fail('notFound');
}
