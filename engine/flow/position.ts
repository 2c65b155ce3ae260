import type { Answers } from '../config/definitions.ts';
import { judge, type Report } from '../form/context.ts';
import type { Context } from '../form/types.ts';
import { answersByForm, instanceOf, itemScope, itemsIn, withoutItem } from './instances.ts';
import type { CompiledFlow, CompiledStep, FlowEnvironment, FlowState, Position, StepStatus, StepView } from './types.ts';

/**
 * Computes the path of a flow, which is the steps whose `when` holds, and the first step on it that is not done. This pure function
 * is the only definition of flow state. Browser and server call it with their own environments.
 *
 * Conditions read only earlier answers: those of forms on the path before the step, and of forms outside the flow. Answers of a
 * step that left the path no longer count.
 */
export function position(flow: CompiledFlow, state: FlowState, environment: FlowEnvironment, report?: Report): Position {
  const steps = onPath(flow, state, environment, report);
  const views = steps.map((step) => viewOf(step, state, environment, report));
  return assemble(steps, views);
}

/** Returns what to store in `confirmed` for a step, or undefined if the step is not on the path. */
export function confirmation(
  flow: CompiledFlow,
  state: FlowState,
  environment: FlowEnvironment,
  stepId: string,
  report?: Report,
): string | undefined {
  const at = onPath(flow, state, environment, report).find(({ step }) => step.id === stepId);
  if (at && isSkippable(at)) return skipped;
  return at && environment.hash(at.step, at.answers);
}

/** Stored in `confirmed` instead of a hash. A hash of no answers would change with derived answers. */
export const skipped = 'skipped';

const isSkippable = ({ step, answers }: PathStep): boolean => step.optional === true && step.form !== undefined && !answers[step.form];

const isFinished = ({ status }: Pick<StepView, 'status'>): boolean => status === 'done' || status === 'skipped';

/** Whether a form has fields that were sent back. Everything else is locked until they are submitted. */
export const isSentBack = ({ path }: Pick<Position, 'path'>): boolean => path.some(({ corrections }) => corrections.length > 0);

/** Returns what the expressions of a step read, or undefined if the step is not on the path. */
export function stepContext(
  flow: CompiledFlow,
  state: FlowState,
  environment: FlowEnvironment,
  stepId: string,
  report?: Report,
): Context | undefined {
  const at = onPath(flow, state, environment, report).find(({ step }) => step.id === stepId);
  return at && flowContext(flow, at.answers, state, environment);
}

interface PathStep {
  step: CompiledStep;
  /** The valid answers at this step, its own included. */
  answers: Answers;
  flow: CompiledFlow;
}

function onPath(flow: CompiledFlow, state: FlowState, environment: FlowEnvironment, report?: Report): PathStep[] {
  const path: PathStep[] = [];
  const asked = new Set(flow.steps.flatMap(({ form }) => form ?? []));
  let answers: Answers = Object.fromEntries(Object.entries(state.answers).filter(([form]) => !asked.has(withoutItem(form))));
  const visit = (step: CompiledStep) => {
    const context = flowContext(flow, answers, state, environment, step.form);
    if (step.when && !isOn(judge(step.when, context, `${flow.id}.${step.id} when`, report))) return;
    const own = step.form === undefined ? undefined : state.answers[step.form];
    if (step.form !== undefined && own) answers = { ...answers, [step.form]: own };
    path.push({ step, answers, flow });
  };
  for (let at = 0, run: CompiledStep[]; at < flow.steps.length; at += run.length) {
    run = runAt(flow, at);
    const { forEach } = run[0] ?? {};
    if (!forEach) run.forEach(visit);
    else itemsIn(answers, forEach.list).forEach((_item, index) => run.forEach((step) => visit(instanceOf(step, index + 1))));
  }
  return path;
}

/** Returns a step, or the adjacent steps that are asked together for each item of a list. */
function runAt({ steps }: CompiledFlow, at: number): CompiledStep[] {
  const group = steps[at]?.forEach?.group;
  const end = group === undefined ? at + 1 : steps.findIndex((step, index) => index > at && step.forEach?.group !== group);
  return steps.slice(at, end < 0 ? undefined : end);
}

/** A step whose condition fails with an error stays on the path. An extra step is safer than a skipped check. */
const isOn = (verdict: ReturnType<typeof judge>) => verdict === 'yes' || verdict === 'broken';

/**
 * The context of a flow's `when` and `until`.
 *
 * @param form the form of the step, or an instance of it
 */
function flowContext(flow: CompiledFlow, answers: Answers, state: FlowState, environment: FlowEnvironment, form = ''): Context {
  return { ...answersByForm(flow, answers), ...itemScope(flow, form, answers), ...environment.surroundings, facts: state.facts };
}

function viewOf(at: PathStep, state: FlowState, environment: FlowEnvironment, report?: Report): StepView {
  const { id, route, kind, form } = at.step;
  const corrections = form === undefined ? [] : state.corrections.filter((request) => request.form === form);
  const status = corrections.some(({ given }) => !given) ? 'sentBack' : statusOf(at, state, environment, report);
  return { id, route, kind, ...(form === undefined ? {} : { form }), status, open: false, corrections };
}

/** A customer can only wait for the guest of a step. */
function statusOf(at: PathStep, state: FlowState, environment: FlowEnvironment, report?: Report): StepStatus {
  const status = ownStatusOf(at, state, environment, report);
  return at.step.guest && status !== 'done' ? 'waiting' : status;
}

function ownStatusOf(at: PathStep, state: FlowState, environment: FlowEnvironment, report?: Report): StepStatus {
  const { step, answers, flow } = at;
  if (isSkippable(at) && state.confirmed[step.id] === skipped) return 'skipped';
  if (step.form !== undefined) {
    if (!answers[step.form]) return 'missing';
    if (environment.check(step.form, answers).length > 0) return 'wrong';
  }
  if (state.confirmed[step.id] !== environment.hash(step, answers)) return 'unconfirmed';
  if (!step.until) return 'done';
  const context = flowContext(flow, answers, state, environment, step.form);
  return judge(step.until, context, `${flow.id}.${step.id} until`, report) === 'yes' ? 'done' : 'waiting';
}

function assemble(steps: readonly PathStep[], views: readonly StepView[]): Position {
  const found = views.findIndex((view) => !isFinished(view));
  const at = found < 0 ? views.length : found;
  const sentBack = isSentBack({ path: views });
  const isLocked = (view: StepView) => sentBack && isFinished(view) && view.corrections.length === 0;
  const path = views.map((view, index) => ({ ...view, open: index <= at && !isLocked(view) }));
  const minutesLeft = views.reduce((sum, view, index) => (isFinished(view) ? sum : sum + (steps[index]?.step.minutes ?? 0)), 0);
  const step = path[at];
  return {
    ...(step ? { step } : {}),
    path,
    number: Math.min(at + 1, path.length),
    total: path.length,
    minutesLeft,
    complete: !step,
  };
}
