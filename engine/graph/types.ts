import type { Field } from '../conditions/vocabulary.ts';
import type { Severity } from '../config/rules/rule.ts';

/** A place in a configuration file. */
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
  /** The step at which somebody meets the finding. */
  at?: { flow: string; step: string };
  /** Example answers of somebody whom the finding affects. */
  example?: Example[];
}

/** `choice` branches on a condition, `each` precedes the steps that repeat for every item of a list. */
export const nodeKinds = ['start', 'form', 'review', 'choice', 'each', 'end', 'state'] as const;

export interface GraphNode {
  id: string;
  kind: (typeof nodeKinds)[number];
  /** Name of the step or state in the configuration; for a choice, the step that it leads to. */
  name: string;
  /** Its label in the main language. */
  label?: string;
  /** CEL: the condition of a choice, or the `until` of a step. */
  condition?: string;
  /** The list of `each`, as `form.field`. */
  list?: string;
  route?: string;
  isOptional?: true;
  isGuest?: true;
  isFinal?: true;
  /** The places that define it, its own first. */
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
  /**
   * From a choice, `yes` and `no` say whether the condition holds. From `each`, `yes` leads to the next item, and `no` is taken after the
   * last one.
   */
  kind: 'next' | 'yes' | 'no' | 'event';
  event?: string;
  condition?: string;
  effects?: string[];
  /** Example answers that take this edge. Absent if nothing was searched or found. */
  example?: Example[];
  places: FilePlace[];
  findings: GraphFinding[];
}

/** The graph of a flow or a life cycle. */
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
  /** The named conditions that the conditions use, in CEL. */
  named: Record<string, string>;
  /** All findings, including those in forms, decision tables and content. */
  findings: GraphFinding[];
  /** Whether the explorer searched the paths. A configuration with errors is only drawn. */
  isExplored: boolean;
}
