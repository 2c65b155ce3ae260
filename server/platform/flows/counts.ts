import type { CorrectionRequest, StepView } from '../../../engine/flow/types.ts';
import { stepOf, withoutItem } from '../../../engine/flow/instances.ts';
import { fieldOf } from '../../../engine/form/pointer.ts';
import type { Deps } from '../deps.ts';
import { ProblemError } from '../problem.ts';
import { countStep } from '../rollout/count.ts';
import { todayOf } from '../time.ts';
import type { FlowRecord } from './record.ts';
import type { FlowProgress } from './resume.ts';

/** A save after a longer pause counts as a return. */
const pauseMs = 30 * 60_000;

type Place = { step?: string; field?: string; code?: string };

function add(deps: Deps, { customer, rules }: Pick<FlowProgress, 'customer' | 'rules'>, event: string, place: Place = {}): void {
  const { step = '', field = '', code = '' } = place;
  const { language, customerId } = customer;
  const { hash: release } = rules.release;
  if (event === 'reached' || event === 'saved')
    countStep(deps, { customerId, release, place: `${rules.flow.id}|${withoutItem(step)}|${event}` });
  deps.stepCounts.add({
    day: todayOf(deps),
    release,
    language,
    flow: rules.flow.id,
    step: withoutItem(step),
    field,
    event,
    code,
  });
}

/** Counts that a customer reached the first step, once per customer and flow. */
export async function countOpened(deps: Deps, progress: FlowProgress): Promise<void> {
  const { record, rules } = progress;
  const { step } = rules.position(record);
  if (record.revision > 0 || !step) return;
  const opened = await deps.db
    .insertInto('opened_flows')
    .values({ customer_id: record.customerId, flow: record.flow })
    .onConflict((conflict) => conflict.doNothing())
    .returning('flow')
    .executeTakeFirst();
  if (opened) add(deps, progress, 'reached', { step: step.id });
}

/** Counts the first save of a step, and the step that it leads to. */
export function countSaved(deps: Deps, before: FlowProgress, step: StepView, next: FlowRecord, skipped: boolean): void {
  const { rules, record } = before;
  const { savedAt } = record;
  if (savedAt && deps.clock.now().getTime() - savedAt.getTime() >= pauseMs) add(deps, before, 'resumed', { step: step.id });
  if (Object.hasOwn(record.confirmed, step.id)) return;
  add(deps, before, 'saved', { step: step.id, ...(skipped && { code: 'skipped' }) });
  const [from, to] = [rules.position(record).step, rules.position(next).step];
  if (to && to.id !== from?.id && !Object.hasOwn(next.confirmed, to.id)) add(deps, before, 'reached', { step: to.id });
}

/** Counts each field that the server refused, by code. Only fields of the form count, because a path may quote client input. */
export function countRefused(deps: Deps, progress: FlowProgress, id: string, error: unknown): void {
  if (!(error instanceof ProblemError) || error.code === 'outOfOrder' || error.code === 'notFound') return;
  const step = stepOf(progress.rules.flow, id);
  if (!step) return;
  const fields = step.form === undefined ? {} : progress.rules.form(step.form).module.fields;
  const { problems = [] } = error.details;
  const places = problems.map(({ code, path }) => ({ code, field: Object.hasOwn(fields, fieldOf(path)) ? fieldOf(path) : '' }));
  const refused = places.length > 0 ? places : [{ code: error.code, field: '' }];
  const once = new Map(refused.map((place) => [`${place.field} ${place.code}`, place]));
  for (const place of once.values()) add(deps, progress, 'refused', { step: id, ...place });
}

export const countSubmitted = (deps: Deps, progress: FlowProgress): void => add(deps, progress, 'submitted');

/** Counts each field that staff or a check sent back, by reason. */
export function countSentBack(
  deps: Deps,
  progress: Pick<FlowProgress, 'customer' | 'rules'>,
  requests: readonly CorrectionRequest[],
): void {
  for (const { form, field, reason } of requests) {
    const step = progress.rules.flow.steps.find((each) => each.form === withoutItem(form))?.id;
    if (step !== undefined) add(deps, progress, 'sentBack', { step, field, code: reason });
  }
}
