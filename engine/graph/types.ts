import type { Field } from '../conditions/vocabulary.ts';
import type { Severity } from '../config/rules/rule.ts';

/** Where something is written. */
export interface FilePlace {
  file: string;
  pointer: string;
  line: number;
}

export interface GraphFinding extends FilePlace {
  code: string;
  severity: Severity;
  message: string;
  fix?: string;
  /** The step at which somebody sees what it says. */
  at?: { flow: string; step: string };
  /** Answers of somebody whom it is about. */
  example?: Example[];
}

/** `choice` asks a condition, `each` stands before the steps of every item of a list. */
export const nodeKinds = ['start', 'form', 'review', 'choice', 'each', 'end', 'state'] as const;

export interface GraphNode {
  id: string;
  kind: (typeof nodeKinds)[number];
  /** Name of the step or state in the configuration; of a choice, the step that it leads to. */
  name: string;
  /** As people read it, in the main language. */
  label?: string;
  /** CEL: what a choice asks, or until when a step is not done. */
  condition?: string;
  /** The list of `each`, as `form.field`. */
  list?: string;
  route?: string;
  isOptional?: true;
  isGuest?: true;
  isFinal?: true;
  /** What it is made of, its own place first. */
  places: FilePlace[];
  findings: GraphFinding[];
}

/** An answer that leads along an edge. */
export interface Example {
  path: string;
  value: unknown;
}

export interface GraphEdge {
  from: string;
  to: string;
  /** `yes` and `no` leave a choice: the condition holds, it does not. Of `each`: the next item, no more items. */
  kind: 'next' | 'yes' | 'no' | 'event';
  event?: string;
  condition?: string;
  effects?: string[];
  /** Answers with which somebody goes this way. Absent if nothing was searched or found. */
  example?: Example[];
  places: FilePlace[];
  findings: GraphFinding[];
}

/** A flow or a life cycle as it runs. */
export interface Graph {
  id: string;
  kind: 'flow' | 'lifeCycle';
  nodes: GraphNode[];
  edges: GraphEdge[];
}

export interface Graphs {
  graphs: Graph[];
  /** The fields that the conditions read. */
  fields: Field[];
  /** The named conditions that they use, in CEL. */
  named: Record<string, string>;
  /** All that was found, also in forms, decision tables and content. */
  findings: GraphFinding[];
  /** Whether the ways were searched. A configuration with errors is only drawn. */
  isExplored: boolean;
}
