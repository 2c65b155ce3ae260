import type { Answers, FormAnswers } from '../config/definitions.ts';
import type { FormSchema } from '../config/form.ts';
import { settle, settleAll, transientFields } from '../form/applicability.ts';
import { checkForm } from '../form/check.ts';
import { contextOf, type Report } from '../form/context.ts';
import { isEmpty, own } from '../form/empty.ts';
import { fieldOf, pointer } from '../form/pointer.ts';
import { sameAnswer, vouchedTransient } from '../form/reopen.ts';
import type { Context, FormModule, Problem } from '../form/types.ts';
import { unknownNames } from '../form/unknownNames.ts';
import { confirmation, isSentBack, position } from './position.ts';
import type { CompiledFlow, CorrectionRequest, FlowEnvironment, FlowState, Position, StepView } from './types.ts';

/** A step as a person confirms it. */
export interface SubmittedStep {
  step: string;
  answers: FormAnswers;
  /** Sensitive fields to leave as the server holds them: it never sent them, so the browser cannot send them back. */
  kept: readonly string[];
}

/** Everything that decides about a save. */
export interface SaveRules {
  flow: CompiledFlow;
  environment: FlowEnvironment;
  form: (id: string) => { module: FormModule; definition: { schema: FormSchema } };
  report?: Report;
}

export type SaveVerdict =
  /** The step is beyond the position, off the path, or closed by a send-back. */
  | { is: 'outOfOrder'; position: Position }
  | { is: 'refused'; problems: Problem[] }
  /** `state` holds the settled answers; the step still has to be confirmed. */
  | { is: 'accepted'; step: StepView; state: FlowState };

/**
 * Decides about one submitted step: merges it with the stored answers, checks it, and settles what is stored. Pure; server and
 * scenarios both save through it, and `openFields` tells the browser what may be edited.
 */
export function submitStep(rules: SaveRules, state: FlowState, submitted: SubmittedStep): SaveVerdict {
  const now = position(rules.flow, state, rules.environment, rules.report);
  const step = now.path.find(({ id }) => id === submitted.step);
  if (!step?.open) return { is: 'outOfOrder', position: now };
  const { form } = step;
  // A review confirms the stored answers and brings none of its own.
  if (form === undefined) return verdictOf(unknownNames({ properties: {} }, submitted.answers), step, state);
  const { problems, answers } = checkAnswers(rules, state, form, submitted, isSentBack(now));
  const corrections = isSentBack(now) ? givenBy(state, form, answers) : state.corrections;
  return verdictOf(problems, step, { ...state, answers: { ...state.answers, [form]: answers }, corrections });
}

const verdictOf = (problems: Problem[], step: StepView, state: FlowState): SaveVerdict =>
  problems.length > 0 ? { is: 'refused', problems } : { is: 'accepted', step, state };

/** The state with a step confirmed as its answers now stand. */
export function confirmStep<State extends FlowState>({ flow, environment, report }: SaveRules, state: State, step: string): State {
  const hash = confirmation(flow, state, environment, step, report);
  return hash === undefined ? state : { ...state, confirmed: { ...state.confirmed, [step]: hash } };
}

/** The fields of a form that were sent back, those given anew among them. */
export const requestedFields = ({ corrections }: Pick<FlowState, 'corrections'>, form: string): Set<string> =>
  new Set(corrections.flatMap((request) => (request.form === form ? [request.field] : [])));

/** Requests that wait for an answer. */
export const outstanding = (corrections: readonly CorrectionRequest[]): CorrectionRequest[] => corrections.filter(({ given }) => !given);

/** The requests once a form is saved: its own are given. A field that one of them opened is as open as they are, to be mended until all is sent. */
function givenBy({ answers, corrections }: FlowState, form: string, after: FormAnswers): CorrectionRequest[] {
  const before = answers[form] ?? {};
  const requested = requestedFields({ corrections }, form);
  const dragged = Object.keys(after).filter((field) => !requested.has(field) && !sameAnswer(own(before, field), own(after, field)));
  const reason = corrections[0]?.reason ?? '';
  return [
    ...corrections.map((request) => (request.form === form ? { ...request, given: true } : request)),
    ...dragged.map((field) => ({ form, field, reason, given: true })),
  ];
}

/**
 * Builds the answers to submit after a send-back: the earlier submission, with the draft's answers in open fields only. It is a
 * second check behind `submitStep`: nothing else in a draft gets through.
 */
export function resubmitted({ form, environment, report }: SaveRules, state: FlowState, before: Answers): Answers {
  const answers: Record<string, FormAnswers> = {};
  for (const [id, after] of Object.entries(state.answers)) {
    const { module } = form(id);
    const stored = before[id] ?? {};
    const context = contextOf({ ...environment.surroundings, answers: { ...before, ...answers } }, id, after);
    const open = openFields(module, context, { requested: requestedFields(state, id), before: stored, ...(report ? { report } : {}) });
    const merged = Object.keys(module.fields).map((field) => [field, own(open.has(field) ? after : stored, field)] as const);
    answers[id] = Object.fromEntries(merged.filter(([, value]) => value !== undefined));
  }
  return answers;
}

function checkAnswers(
  { form, environment, report }: SaveRules,
  state: FlowState,
  id: string,
  submitted: SubmittedStep,
  sentBack: boolean,
): { problems: Problem[]; answers: FormAnswers } {
  const { module, definition } = form(id);
  const before = state.answers[id] ?? {};
  const requested = requestedFields(state, id);
  const requests = outstanding(state.corrections).filter((request) => request.form === id);
  const answers = mergeStored(module, submitted, { before, requested, asked: new Set(requests.map(({ field }) => field)), sentBack });
  const context = contextOf({ ...environment.surroundings, answers: state.answers }, id, answers);
  const reported = report ? { report } : {};
  const vouched = vouchedBy(module, before, answers);
  const problems = [...unknownNames(definition.schema, answers), ...checkForm(module, context, { kept: vouched, ...reported })];
  if (problems.length === 0 && sentBack) problems.push(...lockedProblems(module, context, { before, requested, ...reported }));
  if (problems.length === 0 && sentBack) problems.push(...unchangedProblems(module, context, requests, before, reported));
  return { problems, answers: settle(module, context, { stored: true, ...reported }) };
}

/**
 * The submitted answers, completed by stored ones: sensitive fields that were kept, and after a send-back every field that
 * was not requested. A field that is asked for (requested and not given yet) must be given anew: keeping it would fulfil the request with the answer that was wrong.
 */
function mergeStored(
  module: FormModule,
  { answers, kept }: SubmittedStep,
  {
    before,
    requested,
    asked,
    sentBack,
  }: { before: FormAnswers; requested: ReadonlySet<string>; asked: ReadonlySet<string>; sentBack: boolean },
): FormAnswers {
  const stays = (field: string) => {
    if (asked.has(field) || Object.hasOwn(answers, field) || !Object.hasOwn(module.fields, field)) return false;
    return (sentBack && !requested.has(field)) || (kept.includes(field) && module.fields[field]?.sensitive !== undefined);
  };
  return { ...answers, ...Object.fromEntries(Object.entries(before).filter(([field]) => stays(field))) };
}

/** Transient fields that may be left out, because what they vouch for was stored before and has not changed. */
function vouchedBy(module: FormModule, before: FormAnswers, after: FormAnswers): Set<string> {
  if (Object.keys(before).length === 0) return new Set();
  const vouched = vouchedTransient(module, {
    answered: (field) => !isEmpty(own(before, field)),
    changed: (field) => !sameAnswer(own(before, field), own(after, field)),
  });
  return new Set([...vouched].filter((field) => !Object.hasOwn(after, field)));
}

/** Problems of fields that a send-back keeps closed and that were changed all the same. */
function lockedProblems(module: FormModule, context: Context, sentBack: SentBackForm): Problem[] {
  const { answers: after, applying } = settleAll(module, context, sentBack);
  const open = openFields(module, context, sentBack);
  return [...applying]
    .filter((field) => !open.has(field) && !sameAnswer(own(sentBack.before, field), own(after, field)))
    .map((field) => ({ code: 'locked', path: pointer(field) }));
}

/** Problems of requests that want another answer and got the one before, in all fields of the form that one reason names. */
function unchangedProblems(
  module: FormModule,
  context: Context,
  requests: readonly CorrectionRequest[],
  before: FormAnswers,
  reported: { report?: Report },
): Problem[] {
  const { answers: after, applying } = settleAll(module, context, reported);
  const changed = ({ field }: CorrectionRequest) => !sameAnswer(own(before, field), own(after, field));
  const fulfilled = new Set(requests.filter(changed).map(({ reason }) => reason));
  return requests
    .filter(({ field, reason, anew }) => anew && applying.has(field) && !fulfilled.has(reason))
    .map(({ field }) => ({ code: 'unchanged', path: pointer(field) }));
}

export interface SentBackForm {
  /** Fields that were sent back. */
  requested: ReadonlySet<string>;
  /** Answers of the form before this save. */
  before: FormAnswers;
  /** Fields that were answered before and whose answers only the server holds. */
  held?: ReadonlySet<string>;
  report?: Report;
}

/**
 * Fields of a form that may be edited after a send-back: the requested ones, those without an answer, and, transitively, those whose
 * stored answer is wrong beside the new answers of the open ones or of earlier forms. `context.self` holds the new answers.
 */
export function openFields(
  module: FormModule,
  context: Context,
  { requested, before, held = new Set(), report }: SentBackForm,
): ReadonlySet<string> {
  const after = context.self ?? {};
  const fields = Object.keys(module.fields);
  const open = new Set(fields.filter((field) => requested.has(field) || (isEmpty(own(before, field)) && !held.has(field))));
  const transient = transientFields(module);
  for (;;) {
    const self = Object.fromEntries(fields.map((field) => [field, own(open.has(field) ? after : before, field)]));
    const kept = new Set([...transient, ...[...held].filter((field) => isEmpty(self[field]))]);
    const problems = checkForm(module, { ...context, self }, { kept, ...(report ? { report } : {}) });
    const dragged = problems.map(({ path }) => fieldOf(path)).filter((field) => !open.has(field));
    if (dragged.length === 0) return open;
    for (const field of dragged) open.add(field);
  }
}
