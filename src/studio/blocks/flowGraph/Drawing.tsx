import {
  BaseEdge,
  Controls,
  type Edge,
  type EdgeProps,
  Handle,
  MarkerType,
  type Node,
  type NodeProps,
  Position,
  ReactFlow,
  useReactFlow,
} from '@xyflow/react';
import '@xyflow/react/dist/base.css';
import { useSyncExternalStore } from 'react';
import { useText } from '../../../../engine/react/text.tsx';
import type { Speaking } from '../../parts/conditionWords.ts';
import { type Drawn, type DrawnNode, edgeWords, findingsAt, nodeWords } from './graphWords.ts';
import { type Counts, countWords } from './counts.ts';
import { heightOf, joinedEdges, layOut, nodeWidth, pathThrough, type Way } from './layout.ts';

interface DrawingProps {
  graph: Drawn;
  counts: Counts;
  speaking: Speaking;
  chosen: string;
  onChoose: (id: string) => void;
}

interface StepData extends Record<string, unknown> {
  node: DrawnNode;
  text: string;
  came: readonly string[];
  findings: number;
  isChosen: boolean;
  onChoose: (id: string) => void;
}

const wideEnough = '(min-width: 60rem)';
const watchWidth = (changed: () => void) => {
  const query = window.matchMedia(wideEnough);
  query.addEventListener('change', changed);
  return () => query.removeEventListener('change', changed);
};

const mostHeight = 1400;
const leastHeight = 360;
const margin = 48;

/** The graph as a drawing. On a narrow screen, the list replaces it. */
export function Drawing({ graph, counts, speaking, chosen, onChoose }: DrawingProps) {
  const { t } = useText();
  const isWide = useSyncExternalStore(watchWidth, () => window.matchMedia(wideEnough).matches);
  if (!isWide) return null;
  const joined = joinedEdges(graph);
  const labels = joined.map(({ edges: all }) => all.map((edge) => edgeWords(edge, speaking)).join(', '));
  const isCounted = counts.size > 0;
  const laid = layOut(graph, joined, labels, isCounted);
  const nameOf = (id: string) => nodes.find((node) => node.id === id)?.data.text ?? '';
  const nodes = graph.nodes.map((node): Node<StepData> => ({
    id: node.id,
    type: 'step',
    position: laid.at.get(node.id) ?? { x: 0, y: 0 },
    width: nodeWidth,
    height: heightOf(node.kind, isCounted),
    data: {
      node,
      text: nodeWords(node, speaking),
      came: countWords(node, counts, speaking),
      findings: findingsAt(node, graph).length,
      isChosen: node.id === chosen,
      onChoose,
    },
  }));
  const edges = joined.map(({ from, to, edges: all }, index): Edge<WayData> => {
    const isFound = all.some(({ findings }) => findings.length > 0);
    const words = labels[index] ?? '';
    return {
      id: `${from} → ${to}`,
      source: from,
      target: to,
      type: 'way',
      data: { way: laid.ways[index] ?? { points: [] }, words },
      ariaLabel: [nameOf(from), words, nameOf(to)].filter(Boolean).join(' → '),
      className: isFound ? 'flow-edge-found' : '',
      markerEnd: { type: MarkerType.ArrowClosed, color: isFound ? 'var(--danger)' : 'var(--line-strong)', width: 16, height: 16 },
    };
  });
  return (
    <section
      className="flow-drawing"
      aria-label={t('common.blocks.flowGraph.drawing', { name: graph.id })}
      style={{ height: Math.max(leastHeight, Math.min(mostHeight, laid.height + margin)) }}
    >
      <ReactFlow
        nodes={nodes}
        edges={edges}
        nodeTypes={nodeTypes}
        edgeTypes={edgeTypes}
        fitView
        fitViewOptions={{ padding: 0.02, maxZoom: 1 }}
        minZoom={0.2}
        maxZoom={1.5}
        nodesDraggable={false}
        nodesConnectable={false}
        nodesFocusable={false}
        edgesFocusable={false}
        elementsSelectable={false}
        zoomOnScroll={false}
        preventScrolling={false}
        zoomOnDoubleClick={false}
        disableKeyboardA11y
      >
        <Controls showInteractive={false} />
      </ReactFlow>
    </section>
  );
}

function StepNode({
  height = 0,
  data: { node, text, came, findings, isChosen, onChoose },
  positionAbsoluteX: x,
  positionAbsoluteY: y,
}: NodeProps<Node<StepData>>) {
  const view = useReactFlow();
  const { t } = useText();
  /** Only keyboard focus moves the drawing: whatever somebody clicks is already in view. */
  const show = (element: HTMLElement) => {
    if (!element.matches(':focus-visible')) return;
    const frame = element.closest('.flow-drawing')?.getBoundingClientRect();
    const own = element.getBoundingClientRect();
    if (frame && own.top >= frame.top && own.bottom <= frame.bottom && own.left >= frame.left && own.right <= frame.right) return;
    void view.setCenter(x + nodeWidth / 2, y + height / 2, { zoom: view.getZoom() });
  };
  return (
    <>
      <Handle type="target" position={Position.Top} isConnectable={false} />
      <button
        type="button"
        className={`flow-node flow-node-${node.kind} nodrag nopan`}
        aria-pressed={isChosen}
        onClick={() => onChoose(node.id)}
        onFocus={({ currentTarget }) => show(currentTarget)}
      >
        <span className="flow-node-text">
          {text}
          {came.map((said) => (
            <span key={said} className="flow-came">
              {` ${said}`}
            </span>
          ))}
        </span>
        {findings > 0 && <span className="file-problems">{t('common.blocks.flowGraph.findings', { count: findings })}</span>}
      </button>
      <Handle type="source" position={Position.Bottom} isConnectable={false} />
    </>
  );
}

interface WayData extends Record<string, unknown> {
  way: Way;
  words: string;
}

function WayEdge({ data, markerEnd }: EdgeProps<Edge<WayData>>) {
  if (!data) return null;
  const { way, words } = data;
  const { x, y } = way;
  const label = words !== '' && x !== undefined && y !== undefined ? { label: words, labelX: x, labelY: y } : {};
  return <BaseEdge path={pathThrough(way.points)} {...label} {...(markerEnd !== undefined && { markerEnd })} />;
}

const nodeTypes = { step: StepNode };
const edgeTypes = { way: WayEdge };
