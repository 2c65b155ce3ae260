import type { Analysis } from '../compiler/analysis.ts';
import { fieldsIn, namedIn } from '../conditions/paths.ts';
import { fieldsAt, type Field, mainTexts, type Texts } from '../conditions/vocabulary.ts';
import type { Entry } from '../compiler/project/project.ts';
import { flowGraph } from './flowGraph.ts';
import { lifeCycleGraph } from './lifeCycleGraph.ts';
import type { Graphs } from './types.ts';

/** Draws every flow and life cycle of a configuration. If the configuration has errors, draws what can be read. */
export function graphsOf(analysis: Analysis): Graphs {
  const { project, conditions } = analysis;
  const texts = mainTexts(analysis);
  const flows = project.all('flow').map((entry) => flowGraph(entry, { analysis, texts }));
  const lifeCycles = project.all('lifeCycle').map((entry) => lifeCycleGraph(entry, analysis, texts));
  const graphs = [...flows, ...lifeCycles];
  const sources = graphs.flatMap(({ nodes, edges }) => [...nodes, ...edges].flatMap(({ condition }) => condition ?? []));
  const named = [...new Set(sources.flatMap((source) => namedIn(source, conditions)))];
  return {
    graphs,
    fields: fieldsRead(analysis, texts),
    named: Object.fromEntries(named.flatMap((name) => (Object.hasOwn(conditions, name) ? [[name, conditions[name] ?? '']] : []))),
    findings: [],
    isExplored: false,
  };
}

/** The fields that conditions of flows and life cycles read, with their labels. */
function fieldsRead(analysis: Analysis, texts: Texts): Field[] {
  const { project, sites, conditions } = analysis;
  const entries: Entry[] = [...project.all('flow'), ...project.all('subFlow'), ...project.all('lifeCycle')];
  const found = new Map<string, Field>();
  for (const entry of entries)
    for (const site of sites(entry).expressions.filter(({ expected }) => expected === 'bool')) {
      const names = new Set(fieldsIn(site.source, conditions));
      for (const field of fieldsAt(analysis, entry, site, texts)) if (names.has(field.path)) found.set(field.path, field);
    }
  return [...found.values()];
}
