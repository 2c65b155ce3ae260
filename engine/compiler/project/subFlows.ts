import type { Flow, FlowStep, SubFlow, WrittenFlow } from '../../config/flow.ts';
import type { Entry, Project } from './project.ts';
import type { SourceDocument } from './document.ts';

type WrittenStep = WrittenFlow['steps'][number];

/** Inserts the steps of each sub-flow in place of the first step that names it. A second step that names it is an error. */
export function withSubFlows(entries: readonly Entry[]): Entry[] {
  const left = new Map(
    entries.flatMap((entry) => (entry.kind === 'subFlow' ? [[entry.id, (entry as Entry<SubFlow>).value] as const] : [])),
  );
  const take = (id: string) => {
    const found = left.get(id);
    left.delete(id);
    return found;
  };
  return entries.map((entry) => {
    const written = entry.value as WrittenFlow;
    if (entry.kind !== 'flow' || !written.steps.some((step) => 'subFlow' in step)) return entry;
    const parts = written.steps.map((step) => ('subFlow' in step ? { step, subFlow: take(step.subFlow) } : { step }));
    const inputs = parts.map(({ subFlow }) => subFlow);
    const last = known.get(entry);
    if (last?.inputs.every((each, index) => each === inputs[index])) return last.entry;
    const value: Flow = { ...written, steps: parts.flatMap(({ step, subFlow }) => resolved(step, () => subFlow)) };
    const made = { ...entry, value, written };
    known.set(entry, { inputs, entry: made });
    return made;
  });
}

/** The last result for each flow. Unchanged flows stay the same object, so that nothing downstream is recomputed. */
const known = new WeakMap<Entry, { inputs: readonly (SubFlow | undefined)[]; entry: Entry }>();

function resolved(step: WrittenStep, subFlow: (id: string) => SubFlow | undefined): FlowStep[] {
  if (!('subFlow' in step)) return [step];
  const { id, when, forEach } = step;
  const around = { ...(when !== undefined && { within: when }), ...(forEach !== undefined && { forEach, group: id }) };
  return (subFlow(step.subFlow)?.steps ?? []).map((inner) => ({ ...inner, ...around }));
}

/** Returns the sub-flows that a flow names. */
export const subFlowsOf = ({ written }: Entry<Flow>, project: Project): Entry<SubFlow>[] =>
  (written?.steps ?? []).flatMap((step) => ('subFlow' in step ? (project.get('subFlow', step.subFlow) ?? []) : []));

export interface PlacedStep {
  step: FlowStep;
  document: SourceDocument;
  pointer: string;
  /** The place of the condition around the first step of a sub-flow. */
  around?: { document: SourceDocument; pointer: string };
}

/** Returns the condition of a step together with that of its sub-flow. */
export const wholeCondition = ({ within, when }: Pick<FlowStep, 'when' | 'within'>): string | undefined =>
  within !== undefined && when !== undefined ? `(${within}) && (${when})` : (when ?? within);

/** Returns the steps of a flow with their places in the files. */
export const placedSteps = (entry: Entry<Flow>, project: Project): PlacedStep[] =>
  (entry.written ?? entry.value).steps.flatMap((step, at) => placed(step, at, entry, project));

function placed(step: WrittenStep, at: number, { id, document }: Entry<Flow>, project: Project): PlacedStep[] {
  const here = { document, pointer: `/steps/${at}` };
  if (!('subFlow' in step)) return [{ step, ...here }];
  const place = placeOfSubFlow(step.subFlow, project);
  const inner = project.get('subFlow', step.subFlow);
  if (!inner || place?.flow.id !== id || place.at !== at) return [];
  return resolved(step, () => inner.value).map((each, index) => ({
    step: each,
    document: inner.document,
    pointer: `/steps/${index}`,
    ...(index === 0 ? { around: here } : {}),
  }));
}

/** Returns the number of steps before a step as written in the file of a flow. */
export const stepsBefore = (entry: Entry<Flow>, at: number, project: Project): number =>
  (entry.written ?? entry.value).steps.slice(0, at).flatMap((step, index) => placed(step, index, entry, project)).length;

/** Returns the flow that names a sub-flow, and its place there. */
export function placeOfSubFlow(id: string, project: Project): { flow: Entry<Flow>; at: number } | undefined {
  for (const flow of project.all('flow')) {
    const at = flow.written?.steps.findIndex((step) => 'subFlow' in step && step.subFlow === id) ?? -1;
    if (at >= 0) return { flow, at };
  }
  return undefined;
}
