import { Graph, layout } from '@dagrejs/dagre';
import type { Drawn, DrawnEdge } from './graphWords.ts';

export interface Point {
  x: number;
  y: number;
}

/** An edge, and the position of its label. */
export interface Way extends Partial<Point> {
  points: readonly Point[];
}

export interface Laid {
  at: ReadonlyMap<string, Point>;
  height: number;
  ways: readonly Way[];
}

export const nodeWidth = 200;
const heights: Readonly<Record<string, number>> = { start: 40, end: 40, choice: 72, each: 48 };
const stepHeight = 48;
/** Height of a node with counts below its name. */
const countedHeight = 72;

export const heightOf = (kind: string, isCounted: boolean): number => heights[kind] ?? (isCounted ? countedHeight : stepHeight);

/** Edges between the same two nodes, drawn as one with all their events. */
export interface Joined {
  from: string;
  to: string;
  edges: DrawnEdge[];
}

/** Joins parallel edges. Loops are left out, because the node itself lists them. */
export function joinedEdges({ edges }: Drawn): Joined[] {
  const byEnds = Map.groupBy(
    edges.filter(({ from, to }) => from !== to),
    ({ from, to }) => `${from} → ${to}`,
  );
  return [...byEnds.values()].flatMap((all) => (all[0] ? [{ from: all[0].from, to: all[0].to, edges: all }] : []));
}

const letterWidth = 7;
const labelHeight = 20;

/**
 * Places the nodes in layers from top to bottom, and routes the edges around them.
 *
 * @param labels of the joined edges, in their order
 * @param isCounted whether steps have counts below their names
 */
export function layOut(graph: Drawn, joined: readonly Joined[], labels: readonly string[], isCounted: boolean): Laid {
  const sheet = new Graph();
  sheet.setGraph({ rankdir: 'TB', nodesep: 32, ranksep: graph.kind === 'flow' ? 32 : 40 });
  for (const { id, kind } of graph.nodes) sheet.setNode(id, { width: nodeWidth, height: heightOf(kind, isCounted) });
  joined.forEach(({ from, to }, index) => {
    const width = (labels[index]?.length ?? 0) * letterWidth;
    sheet.setEdge(from, to, { width, height: width === 0 ? 0 : labelHeight, labelpos: 'c' });
  });
  layout(sheet);
  const at = new Map<string, Point>();
  for (const { id, kind } of graph.nodes) {
    const { x = 0, y = 0 } = sheet.node(id) as Partial<Point>;
    // dagre positions a node by its centre, the view by its corner.
    at.set(id, { x: x - nodeWidth / 2, y: y - heightOf(kind, isCounted) / 2 });
  }
  const { height = 0 } = sheet.graph() as { height?: number };
  return { at, height, ways: joined.map(({ from, to }) => sheet.edge(from, to) as Way) };
}

/** A line through points, with rounded corners. */
export function pathThrough([first, ...rest]: readonly Point[]): string {
  if (!first) return '';
  const middle = (one: Point, other: Point) => `${(one.x + other.x) / 2},${(one.y + other.y) / 2}`;
  const bends = rest.slice(0, -1).map((point, index) => `Q${point.x},${point.y} ${middle(point, rest[index + 1] ?? point)}`);
  const last = rest.at(-1) ?? first;
  return `M${first.x},${first.y} ${bends.join(' ')} L${last.x},${last.y}`;
}
