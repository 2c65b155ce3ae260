import type { Field } from '../../../../engine/conditions/vocabulary.ts';
import type { GraphEdge, GraphNode } from '../../../../engine/graph/types.ts';
import type { DrawnGraphs } from '../../../../server/contract/staff/studioGraph.ts';
import { conditionWords, fieldWords, nameWords, type Speaking, valueWords } from '../../parts/conditionWords.ts';

export type Drawn = DrawnGraphs['graphs'][number];
export type DrawnNode = Drawn['nodes'][number];
export type DrawnEdge = Drawn['edges'][number];

export const speakingOf = ({ fields, named }: DrawnGraphs, { t, formats }: Pick<Speaking, 't' | 'formats'>): Speaking => ({
  t,
  formats,
  named,
  fields: new Map((fields as Field[]).map((field) => [field.path, field])),
});

const word = ({ t }: Speaking, key: string, values?: Parameters<Speaking['t']>[1]): string => t(`common.blocks.flowGraph.${key}`, values);

/** The display name of a node. */
export function nodeWords(node: DrawnNode, speaking: Speaking): string {
  const { kind, name, label, condition = '' } = node;
  if (kind === 'start' || kind === 'end') return word(speaking, kind);
  if (kind === 'choice') return conditionWords(condition, speaking);
  if (kind === 'each') return word(speaking, 'each', { list: label ?? nameWords(name) });
  return label ?? nameWords(name);
}

/** The outgoing edges of a node, in words. */
export function waysFrom(node: DrawnNode, { nodes, edges }: Drawn, speaking: Speaking): { edge: DrawnEdge; text: string }[] {
  const from = edges.filter((edge) => edge.from === node.id);
  return from
    .filter(({ to }) => to !== node.id)
    .map((edge) => {
      const end = nodes.find(({ id }) => id === edge.to);
      return { edge, text: wayWords(node.kind, edge, end ? nodeWords(end, speaking) : edge.to, speaking) };
    });
}

function wayWords(kind: GraphNode['kind'], edge: DrawnEdge, to: string, speaking: Speaking): string {
  const { event = '', condition } = edge;
  if (edge.kind === 'event') {
    const values = { event: nameWords(event), to };
    return condition === undefined
      ? word(speaking, 'on', values)
      : word(speaking, 'onIf', { ...values, condition: conditionWords(condition, speaking) });
  }
  if (edge.kind === 'next') return word(speaking, 'next', { to });
  if (kind === 'each') return word(speaking, edge.kind === 'yes' ? 'nextItem' : 'noMore', { to });
  return word(speaking, edge.kind === 'yes' ? 'ifSo' : 'ifNot', { to });
}

/** The events that leave a state unchanged. */
export const staysOn = ({ id }: DrawnNode, { edges }: Drawn): string[] =>
  edges.flatMap(({ from, to, event }) => (from === id && to === id && event !== undefined ? [nameWords(event)] : []));

/** The label of an edge in the drawing. */
export function edgeWords({ kind, event = '' }: Pick<GraphEdge, 'kind' | 'event'>, speaking: Speaking): string {
  if (kind === 'event') return nameWords(event);
  return kind === 'next' ? '' : word(speaking, kind);
}

/** Example answers that lead along an edge, in words. */
export const exampleWords = ({ example = [] }: DrawnEdge, speaking: Speaking): string =>
  example
    .map(({ path, value }) => word(speaking, 'answer', { field: fieldWords(path, speaking), value: valueWords(value, path, speaking) }))
    .join('; ');

/** The step that an edge leads to, unless another choice comes first. */
export function stepAt(id: string, { nodes, edges }: Drawn): string | undefined {
  let at: string | undefined = id;
  for (let depth = 0; at !== undefined && depth < nodes.length; depth += 1) {
    const node = nodes.find((each) => each.id === at);
    if (node?.kind === 'form' || node?.kind === 'review') return node.name;
    const ways = edges.filter(({ from }) => from === at);
    at = ways.length === 1 ? ways[0]?.to : undefined;
  }
  return undefined;
}

/** All of the explorer's findings on a node and its outgoing edges. */
export const findingsAt = (node: DrawnNode, { edges }: Drawn) => [
  ...node.findings,
  ...edges.filter(({ from }) => from === node.id).flatMap(({ findings }) => findings),
];
