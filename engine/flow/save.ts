import type { FormAnswers } from '../config/definitions.ts';
import { settle, settleAll } from '../form/applicability.ts';
import { checkForm } from '../form/check.ts';
import type { Report } from '../form/context.ts';
import { isEmpty, own } from '../form/empty.ts';
import { pointer } from '../form/pointer.ts';
import { sameAnswer, vouchedTransient } from '../form/reopen.ts';
import type { Context, FormModule, Problem } from '../form/types.ts';
import { submittedAnswers } from '../form/submitted.ts';
import { unknownNames } from '../form/unknownNames.ts';
import { withdrawnProblems } from '../form/withdrawn.ts';
import { withoutDismissed } from './guests.ts';
import { formContext } from './instances.ts';
import { renumbered, renumbering } from './renumbering.ts';
import { isOptional } from './places.ts';
import { openFields, openParts, type SentBackForm } from './openFields.ts';
import { confirmation, isSentBack, position } from './position.ts';
import { changesLockedPart, partOf, requestedFields, type Requested } from './sentBackParts.ts';
import { submission } from './submission.ts';
import type { CompiledFlow, CorrectionRequest, FlowState, Position, SaveRules, StepView } from './types.ts';

/** A step that a person submits. */
export interface SubmittedStep {
  step: string;
  answers: FormAnswers;
  /** Sensitive fields to keep as stored. The server never sent them, so the browser cannot return them. */
  kept: readonly string[];
  /** The guest of the step submits it. */
  guest?: boolean;
  /** Leaves an optional step without answers. Stored ones are removed. */
  skip?: boolean;
}

export type SaveVerdict =
  /** The step is after the current position, off the path, or locked by a send-back. */
  | { is: 'outOfOrder'; position: Position }
  | { is: 'refused'; problems: Problem[] }
  /** `state` contains the settled answers. The step is not confirmed yet. */
  | { is: 'accepted'; step: StepView; state: FlowState };

/**
 * Decides about a submitted step: merges it with the stored answers, checks it and settles the result. Pure. Server and scenarios
 * both save through it. `openFields` tells the browser which fields are editable.
 */
export function submitStep(rules: SaveRules, state: FlowState, submitted: SubmittedStep): SaveVerdict {
  const now = rules.position?.(state) ?? position(rules.flow, state, rules.environment, rules.report);
  const step = now.path.find(({ id }) => id === submitted.step);
  const isGuests = rules.flow.steps.some(({ id, guest }) => id === step?.id && guest);
  if (!step?.open || isGuests !== (submitted.guest === true)) return { is: 'outOfOrder', position: now };
  const { form } = step;
  // A review confirms stored answers and has none of its own.
  if (form === undefined) return verdictOf(unknownNames({ properties: {} }, submitted.answers), step, state);
  if (submitted.skip) return skipStep(rules, state, form, { submitted, step, sentBack: isSentBack(now) });
  const sentBack = isSentBack(now);
  const { problems, answers } = checkAnswers(rules, { ...state, answers: submission(now, state.answers) }, form, submitted, sentBack);
  if (problems.length > 0) return { is: 'refused', problems };
  const corrections = sentBack ? givenBy(state, form, rules.form(form).module, answers) : state.corrections;
  const next = withForm(rules.flow, { ...state, corrections }, form, { answers, sentBack });
  return { is: 'accepted', step, state: withoutDismissed(rules, state, next) };
}

/** Returns the state with a form's new answers. The answers about the items of a list stay with their items. */
function withForm(
  flow: CompiledFlow,
  state: FlowState,
  form: string,
  { answers, sentBack }: { answers?: FormAnswers; sentBack: boolean },
): FlowState {
  const { [form]: before, ...others } = state.answers;
  const renumber = renumbering(flow, form, { before, after: answers, sentBack });
  return {
    ...state,
    answers: { ...renumbered(others, renumber), ...(answers && { [form]: answers }) },
    confirmed: renumbered(state.confirmed, renumber),
    corrections: state.corrections.flatMap((request) => {
      const now = renumber(request.form);
      return now === undefined ? [] : [now === request.form ? request : { ...request, form: now }];
    }),
  };
}

const verdictOf = (problems: Problem[], step: StepView, state: FlowState): SaveVerdict =>
  problems.length > 0 ? { is: 'refused', problems } : { is: 'accepted', step, state };

/** A send-back asks for answers. While it lasts, only a step without stored answers can be skipped. */
function skipStep(
  rules: SaveRules,
  state: FlowState,
  form: string,
  { submitted, step, sentBack }: { submitted: SubmittedStep; step: StepView; sentBack: boolean },
): SaveVerdict {
  if (!isOptional(rules.flow, step.id) || step.corrections.length > 0 || (sentBack && state.answers[form])) {
    return { is: 'refused', problems: [{ code: 'required', path: '' }] };
  }
  return verdictOf(
    unknownNames({ properties: {} }, submitted.answers),
    step,
    withoutDismissed(rules, state, withForm(rules.flow, state, form, { sentBack })),
  );
}

/** Confirms a step with its current answers. */
export function confirmStep<State extends FlowState>({ flow, environment, report }: SaveRules, state: State, step: string): State {
  const hash = confirmation(flow, state, environment, step, report);
  return hash === undefined ? state : { ...state, confirmed: { ...state.confirmed, [step]: hash } };
}

/** Returns the requests that still need an answer. */
export const outstanding = (corrections: readonly CorrectionRequest[]): CorrectionRequest[] => corrections.filter(({ given }) => !given);

/** Marks the requests of a saved form as given. A field that a request opened stays open until everything is submitted. */
function givenBy({ answers, corrections }: FlowState, form: string, { fields }: FormModule, after: FormAnswers): CorrectionRequest[] {
  const before = answers[form] ?? {};
  const requested = requestedFields({ corrections }, form);
  const others = Object.keys(after).filter((field) => !requested.has(field) && !fields[field]?.derived);
  const dragged = others.filter((field) => !sameAnswer(own(before, field), own(after, field)));
  const reason = corrections[0]?.reason ?? '';
  return [
    ...corrections.map((request) => (request.form === form ? { ...request, given: true } : request)),
    ...dragged.map((field) => ({ form, field, reason, given: true })),
  ];
}

function checkAnswers(
  { flow, form, environment, report }: SaveRules,
  state: FlowState,
  id: string,
  submitted: SubmittedStep,
  sentBack: boolean,
): { problems: Problem[]; answers: FormAnswers } {
  const { module, definition } = form(id);
  const before = state.answers[id] ?? {};
  const requested = requestedFields(state, id);
  const requests = outstanding(state.corrections).filter((request) => request.form === id);
  const sent = { ...submitted, answers: submittedAnswers(module, submitted.answers, state.answers[id] === undefined) };
  const answers = mergeStored(module, sent, { before, requested, asked: new Set(requests.map(({ field }) => field)), sentBack });
  const context = formContext(flow, environment.surroundings, state.answers, id, answers);
  const reported = report ? { report } : {};
  const vouched = vouchedBy(module, before, answers);
  const problems = [...unknownNames(definition.schema, answers), ...checkForm(module, context, { kept: vouched, ...reported })];
  if (problems.length === 0 && sentBack) problems.push(...lockedProblems(module, context, { before, requested, ...reported }));
  if (problems.length === 0 && sentBack) problems.push(...unchangedProblems(module, context, requests, before, reported));
  const settled = settle(module, context, { stored: true, ...reported });
  problems.push(...withdrawnProblems(definition.schema, before, settled));
  return { problems, answers: settled };
}

/**
 * Completes the submitted answers with stored ones: kept sensitive fields and, after a send-back, every field that was not
 * requested. A requested field needs a new answer. Keeping the old one would fulfil the request with the wrong answer.
 */
function mergeStored(
  module: FormModule,
  { answers, kept }: SubmittedStep,
  { before, requested, asked, sentBack }: { before: FormAnswers; requested: Requested; asked: ReadonlySet<string>; sentBack: boolean },
): FormAnswers {
  const stays = (field: string) => {
    const definition = Object.hasOwn(module.fields, field) ? module.fields[field] : undefined;
    if (!definition || definition.derived || asked.has(field) || Object.hasOwn(answers, field)) return false;
    return (sentBack && !requested.has(field)) || (kept.includes(field) && definition.sensitive !== undefined);
  };
  return { ...answers, ...Object.fromEntries(Object.entries(before).filter(([field]) => stays(field))) };
}

/** Returns the transient fields that can be omitted, because the answer they vouch for is stored and unchanged. */
function vouchedBy(module: FormModule, before: FormAnswers, after: FormAnswers): Set<string> {
  if (Object.keys(before).length === 0) return new Set();
  const vouched = vouchedTransient(module, {
    answered: (field) => !isEmpty(own(before, field)),
    changed: (field) => !sameAnswer(own(before, field), own(after, field)),
  });
  return new Set([...vouched].filter((field) => !Object.hasOwn(after, field)));
}

/** Reports changes to fields that a send-back locks. */
function lockedProblems(module: FormModule, context: Context, sentBack: SentBackForm): Problem[] {
  const { answers: after, applying } = settleAll(module, context, sentBack);
  const open = openFields(module, context, sentBack);
  const parts = openParts(module, context, sentBack);
  const isChanged = (field: string) => {
    const [was, now] = [own(sentBack.before, field), own(after, field)];
    return open.has(field) ? changesLockedPart(was, now, parts.get(field)) : !sameAnswer(was, now);
  };
  return [...applying]
    .filter((field) => !module.fields[field]?.derived && isChanged(field))
    .map((field) => ({ code: 'locked', path: pointer(field) }));
}

/** Reports requests for a different answer that got the same one in every field of the form with that reason. */
function unchangedProblems(
  module: FormModule,
  context: Context,
  requests: readonly CorrectionRequest[],
  before: FormAnswers,
  reported: { report?: Report },
): Problem[] {
  const { answers: after, applying } = settleAll(module, context, reported);
  const changed = ({ field, part }: CorrectionRequest) => !sameAnswer(partOf(own(before, field), part), partOf(own(after, field), part));
  const fulfilled = new Set(requests.filter(changed).map(({ reason }) => reason));
  return requests
    .filter(({ field, reason, anew }) => anew && applying.has(field) && !fulfilled.has(reason))
    .map(({ field, part = '' }) => ({ code: 'unchanged', path: pointer(field) + part }));
}
