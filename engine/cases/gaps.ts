import type { Diagnostic } from '../compiler/types.ts';
import type { Cases } from '../config/cases.ts';
import { subjectsOf } from '../compiler/cases/subjects.ts';
import type { Entry } from '../compiler/project/project.ts';
import type { Explored } from '../explore/project.ts';
import { found } from '../explore/finding.ts';
import { makeCases } from './make.ts';

/** Finds the conditions whose cases would let a near miss pass: those to which `hakbang cases` would add a case. */
export async function caseGaps(explored: Explored): Promise<Diagnostic[]> {
  const { project, sites } = explored.analysis;
  const before = new Map(project.all('cases').map(({ value }) => [value.of, value.cases]));
  if (before.size === 0) return [];
  const gaps: Diagnostic[] = [];
  for (const entry of project.entries) {
    if (entry.kind === 'cases' || entry.kind === 'conditions') continue;
    gaps.push(...(await ofFile(entry, explored, before.get(entry.document.path) ?? {}, sites)));
  }
  return gaps;
}

async function ofFile(
  entry: Entry,
  explored: Explored,
  before: Cases['cases'],
  sites: Explored['analysis']['sites'],
): Promise<Diagnostic[]> {
  const made = await makeCases(entry, explored, before);
  return subjectsOf(entry, sites(entry)).flatMap(({ name, site }): Diagnostic[] => {
    const [wanted, given] = [made[name] ?? {}, before[name] ?? {}];
    const added = Object.entries(wanted).flatMap(([outcome, all]) =>
      all.slice(given[outcome]?.length ?? 0).map((data) => ({ outcome, data })),
    );
    const [first] = added;
    if (!first) return [];
    const message = `No case of "${name}" says that it is ${first.outcome} for ${JSON.stringify(first.data)}.`;
    return [found('case-gap', entry, site.pointer, message, first.data)];
  });
}
