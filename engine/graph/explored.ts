import { createExplorer } from '../explore/index.ts';
import { FlowSearch, type SearchStep } from '../explore/flowSearch.ts';
import { stepsOf } from '../explore/flows.ts';
import { ProjectReader, type Explored } from '../explore/project.ts';
import { createRandom } from '../fake/index.ts';
import type { Registry } from '../config/definitions.ts';
import type { Diagnostic, Release } from '../compiler/types.ts';
import { isPlainObject } from '../form/empty.ts';
import { fieldsIn } from '../conditions/paths.ts';
import { graphsOf } from './graphs.ts';
import type { Example, Graph, GraphEdge, GraphFinding, GraphNode, Graphs } from './types.ts';

/** The date for all evaluations, that of the explorer. */
const today = '2026-03-01';
/** Enough for an example. The explorer's own findings search further. */
const budget = 2000;

/** Draws the graphs of a release with the explorer's findings, and an example for each way out of a choice. */
export async function exploredGraphs(release: Release, registry: Registry): Promise<Graphs> {
  const explored = await new ProjectReader(registry).read(release, { random: createRandom(1), today, budget });
  const drawn = graphsOf(explored.analysis);
  for (const graph of drawn.graphs) if (graph.kind === 'flow') addExamples(graph, explored);
  const findings = await createExplorer(registry).explore(release);
  return { ...drawn, findings: findings.map((each) => placed(each, drawn.graphs, explored)), isExplored: true };
}

function addExamples(graph: Graph, explored: Explored): void {
  const steps = stepsOf(graph.id, explored);
  for (const { id, name, kind } of graph.nodes) {
    // A sub-flow's choice has the name of the step that embeds the sub-flow, so the step to look up is the first one that follows.
    const next = kind === 'choice' ? stepAlong(graph, id, 'yes') : undefined;
    const index = next === undefined ? -1 : steps.findIndex((step) => step.id === next);
    if (index < 0) continue;
    const found = waysAt(index, steps, explored);
    for (const edge of graph.edges) {
      const example = edge.from === id ? found[edge.kind === 'yes' ? 'yes' : 'no'] : undefined;
      if (example && example.length > 0 && name !== '') edge.example = example;
    }
  }
}

/** Returns the step that follows a choice in one direction, whichever way later choices go. */
function stepAlong(graph: Graph, choice: string, way: 'yes' | 'no'): string | undefined {
  let at: string | undefined = choice;
  for (let depth = 0; at !== undefined && depth < graph.nodes.length; depth++) {
    const along: GraphEdge['kind'] = depth === 0 ? way : 'yes';
    const to: string | undefined = graph.edges.find(({ from, kind }) => from === at && (kind === along || kind === 'next'))?.to;
    const node: GraphNode | undefined = graph.nodes.find(({ id }) => id === to);
    if (node?.kind === 'form' || node?.kind === 'review') return node.name;
    at = to;
  }
  return undefined;
}

/** Answers that lead to a step, and answers that lead past it. */
function waysAt(index: number, steps: readonly SearchStep[], explored: Explored): Partial<Record<'yes' | 'no', Example[]>> {
  const step = steps[index];
  const found: Partial<Record<'yes' | 'no', Example[]>> = {};
  if (step?.source === undefined) return found;
  const { form: _form, ...own } = step;
  // Show only what the condition reads, not the answers that rules add.
  const paths = new Set(fieldsIn(step.source, explored.open.conditions));
  new FlowSearch(explored, { steps: [...steps.slice(0, index), own], readers: [{ source: step.source }] }).run(
    ({ on, answers, context }) => {
      const read = { ...answers, ...('item' in context && isPlainObject(context['item']) && { item: context['item'] }) };
      const way = on.has(step.id) ? 'yes' : 'no';
      // An example without answers explains nothing, so a later case replaces it.
      if (!found[way]?.length) found[way] = flat(read).filter(({ path }) => paths.has(path));
      return [found.yes, found.no].every((each) => each !== undefined && each.length > 0);
    },
  );
  return found;
}

const flat = (value: object, prefix = ''): Example[] =>
  Object.entries(value).flatMap(([name, each]: [string, unknown]): Example[] => {
    const path = prefix === '' ? name : `${prefix}.${name}`;
    return isPlainObject(each) ? flat(each, path) : [{ path, value: each }];
  });

/** Places a finding in each graph: on the edge that nobody takes, or on the node of its file. */
function placed(
  { code, severity, message, file, pointer, line, fix, witness }: Diagnostic,
  graphs: readonly Graph[],
  explored: Explored,
): GraphFinding {
  const example = exampleIn(code, witness);
  const finding: GraphFinding = {
    code,
    severity,
    message,
    file,
    pointer,
    line,
    ...(fix !== undefined && { fix }),
    ...(example.length > 0 && { example }),
  };
  const isAt = ({ places }: Pick<GraphNode, 'places'>) => places.some((each) => each.file === file && each.pointer === pointer);
  for (const graph of graphs) {
    const choice = graph.nodes.find((node) => node.kind === 'choice' && isAt(node));
    const [gone, closed] = code === 'always-true' ? (['yes', 'no'] as const) : (['no', 'yes'] as const);
    const edge = choice && graph.edges.find(({ from, kind }) => from === choice.id && kind === closed);
    const node = edge ? undefined : nodeAbout(graph, file, pointer);
    (edge ?? node)?.findings.push(finding);
    const step = edge ? stepAlong(graph, edge.from, gone) : node?.name;
    if (step !== undefined && graph.kind === 'flow') finding.at ??= { flow: graph.id, step };
  }
  const asking = lastStepAsking(example, explored);
  if (asking) finding.at ??= asking;
  return finding;
}

/** The example answers of a finding: those that a search met, or the case that a row of a decision table never decides. */
function exampleIn(code: string, witness: unknown): Example[] {
  if (!isPlainObject(witness)) return [];
  const answers = 'isDecided' in witness ? witness['example'] : code.startsWith('row-') ? witness : undefined;
  return isPlainObject(answers) ? flat(answers) : [];
}

/** The last step of the flow that asks for most of these answers: there, all of them are given. */
function lastStepAsking(example: readonly Example[], { open }: Explored): GraphFinding['at'] {
  const forms = new Set(example.map(({ path }) => path.split('.')[0]));
  const asking = Object.entries(open.flows).map(([flow, { steps }]) => ({
    flow,
    step: steps.at(-1)?.id,
    asks: steps.filter(({ form }) => form !== undefined && forms.has(form)).length,
  }));
  const [most] = asking.toSorted((one, other) => other.asks - one.asks);
  return most?.step === undefined || most.asks === 0 ? undefined : { flow: most.flow, step: most.step };
}

function nodeAbout({ nodes }: Graph, file: string, pointer: string): GraphNode | undefined {
  return nodes.find(({ kind, places }) =>
    places.some(
      (each) => each.file === file && (each.pointer === '' ? kind === 'form' || kind === 'review' : pointer.startsWith(`${each.pointer}/`)),
    ),
  );
}
