import type { Flow } from '../config/flow.ts';
import type { Entry } from '../compiler/project/project.ts';
import { placedSteps, wholeCondition } from '../compiler/project/subFlows.ts';
import type { Answers } from '../config/definitions.ts';
import type { Diagnostic } from '../compiler/types.ts';
import { judge } from '../form/context.ts';
import { notFound } from './finding.ts';
import { FlowSearch, type SearchStep } from './flowSearch.ts';
import type { Explored } from './project.ts';

/** Returns the steps of a flow with their conditions, as source and compiled. */
export function stepsOf(flow: string, { open, analysis }: Explored): SearchStep[] {
  const written = analysis.project.get('flow', flow)?.value.steps ?? [];
  return (open.flows[flow]?.steps ?? []).map((step, index) => {
    const source = wholeCondition(written[index] ?? {});
    return source === undefined ? step : { ...step, source };
  });
}

/** Checks that every conditional step can be reached and skipped, and that each `until` can become true. */
export function exploreFlow(entry: Entry<Flow>, explored: Explored): Diagnostic[] {
  const steps = stepsOf(entry.id, explored);
  return placedSteps(entry, explored.analysis.project).flatMap(({ step, document, pointer, around }, index) => {
    const condition = step.when === undefined ? around : { document, pointer };
    const source = wholeCondition(step);
    return [
      ...(source === undefined || !condition ? [] : reached(placedAt(entry, condition), index, source, steps, explored)),
      ...(step.until === undefined ? [] : done(placedAt(entry, { document, pointer }), index, step.until, steps, explored)),
    ];
  });
}

interface PlacedFlow extends Entry<Flow> {
  /** Pointer to the step. */
  pointer: string;
}

const placedAt = (entry: Entry<Flow>, place: Pick<PlacedFlow, 'document' | 'pointer'>): PlacedFlow => ({ ...entry, ...place });

function reached(entry: PlacedFlow, index: number, source: string, steps: readonly SearchStep[], explored: Explored): Diagnostic[] {
  const id = steps[index]?.id ?? '';
  const seen = new Set<boolean>();
  const search = new FlowSearch(explored, { steps: steps.slice(0, index + 1).map(withoutOwnForm(index)), readers: [{ source }] });
  let met: Answers | undefined;
  const bounds = search.run(({ on, answers }) => {
    met ??= answers;
    return seen.add(on.has(id)).size === 2;
  });
  const pointer = `${entry.pointer}/when`;
  // Nobody gets this far. The form that stops everybody has its own finding.
  if (seen.size === 0) return [];
  if (!seen.has(true)) return [notFound('step-never-reached', entry, pointer, `Nobody can reach the step "${id}"`, bounds, met)];
  if (!seen.has(false)) return [notFound('always-true', entry, pointer, `The step "${id}" is never skipped`, bounds, met)];
  return [];
}

/** A step's own form cannot affect whether the step is reached. */
const withoutOwnForm =
  (own: number) =>
  (step: SearchStep, index: number): SearchStep => {
    if (index !== own) return step;
    const { form: _form, ...rest } = step;
    return rest;
  };

function done(entry: PlacedFlow, index: number, source: string, steps: readonly SearchStep[], explored: Explored): Diagnostic[] {
  const id = steps[index]?.id ?? '';
  const until = explored.open.flows[entry.id]?.steps[index]?.until;
  let isDone = false;
  let met: Answers | undefined;
  // The step's `until` matters only to people who reach it.
  const readers = [source, steps[index]?.source ?? []].flat().map((each) => ({ source: each }));
  const bounds = new FlowSearch(explored, { steps: steps.slice(0, index + 1), readers }).run(({ on, answers, context }) => {
    if (on.has(id)) met ??= answers;
    return (isDone = on.has(id) && until !== undefined && judge(until, context, id) === 'yes');
  });
  return isDone || bounds.cases === 0
    ? []
    : [notFound('step-never-done', entry, `${entry.pointer}/until`, `Nobody can complete the step "${id}"`, bounds, met)];
}

/** Returns the steps up to and including a form, in the first flow that asks for it, or the form alone. */
export function wayTo(form: string, explored: Explored): SearchStep[] {
  for (const { id } of explored.analysis.project.all('flow')) {
    const steps = stepsOf(id, explored);
    const index = steps.findIndex((step) => step.form === form);
    if (index >= 0) return steps.slice(0, index + 1);
  }
  return [{ id: form, form }];
}
