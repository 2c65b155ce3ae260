import type { Analysis } from '../compiler/analysis.ts';
import type { Entry } from '../compiler/project/project.ts';
import { pointerTo } from '../compiler/project/document.ts';
import type { Texts } from '../conditions/vocabulary.ts';
import type { LifeCycle } from '../config/flow.ts';
import { placeIn } from './flowGraph.ts';
import type { Graph, GraphEdge, GraphNode } from './types.ts';

/** Draws the states of a life cycle and the events between them. */
export function lifeCycleGraph({ id, document, value }: Entry<LifeCycle>, { project }: Analysis, texts: Texts): Graph {
  const names = Object.keys(value.states);
  // States have no texts of their own. Their labels are those of the enum that lists them.
  const list = project.all('enum').find((each) => names.every((name) => each.value.enum.includes(name)))?.id;
  const nodes = names.map((name): GraphNode => {
    const label = texts.get(`enums.${list}.${name}`);
    const isFinal = value.states[name]?.final === true;
    const places = [placeIn(document, pointerTo('/states', name))];
    return {
      id: `state ${name}`,
      kind: 'state',
      name,
      ...(label !== undefined && { label }),
      ...(isFinal && { isFinal }),
      places,
      findings: [],
    };
  });
  const edges = names.flatMap((name) =>
    Object.entries(value.states[name]?.on ?? {}).map(([event, { to, when, effects }]): GraphEdge => ({
      from: `state ${name}`,
      to: `state ${to}`,
      kind: 'event',
      event,
      ...(when !== undefined && { condition: when }),
      ...(effects && effects.length > 0 && { effects }),
      places: [placeIn(document, pointerTo(pointerTo(`/states/${name}`, 'on'), event))],
      findings: [],
    })),
  );
  const begin = placeIn(document, '/initial');
  return {
    id,
    kind: 'lifeCycle',
    nodes: [{ id: 'start', kind: 'start', name: '', places: [begin], findings: [] }, ...nodes],
    edges: [
      { from: 'start', to: `state ${value.initial}`, kind: 'next', places: [begin], findings: [] },
      ...edges.filter(({ to }) => nodes.some((node) => node.id === to)),
    ],
  };
}
