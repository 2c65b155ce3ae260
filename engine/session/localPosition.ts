import type { Answers, FormAnswers } from '../config/definitions.ts';
import { isMissing, type Report } from '../form/context.ts';
import { transientFields } from '../form/applicability.ts';
import { checkForm } from '../form/check.ts';
import { hashAnswers } from '../form/hash.ts';
import type { FormModule, Surroundings } from '../form/types.ts';
import { withhold } from '../form/withheld.ts';
import { formContext, instanceOf, itemNumber, stepOf } from '../flow/instances.ts';
import { renumbered, renumbering } from '../flow/renumbering.ts';
import { isSentBack, position, skipped } from '../flow/position.ts';
import type { CompiledFlow, CompiledStep, FlowEnvironment, FlowSnapshot, Position, StepView } from '../flow/types.ts';
import type { PendingStep } from './flowDraft.ts';

export interface LocalView {
  flow: CompiledFlow;
  snapshot: FlowSnapshot;
  /** Steps confirmed here that have not reached the server, by step id. */
  pending: ReadonlyMap<string, PendingStep>;
  surroundings: Omit<Surroundings, 'answers'>;
  /** Undefined until it is loaded. */
  module: (form: string) => FormModule | undefined;
  report?: Report;
}

/**
 * Computes the position on this device. Without a queue, it is the server's. Otherwise the same pure function runs: queued steps
 * count as confirmed, and the server's result applies to all others, because the device may lack their sensitive answers.
 */
export function localPosition(view: LocalView): Position {
  const { snapshot, pending } = view;
  if (pending.size === 0) return snapshot.position;
  const answers = readableAnswers(view);
  const confirmed = { ...snapshot.confirmed, ...Object.fromEntries([...pending.keys()].map((step) => [step, hashHere(step, view)])) };
  const corrections = snapshot.corrections.map((request) => (pendingOf(view, request.form) ? { ...request, given: true } : request));
  return position(withServerVerdicts(view), { answers, confirmed, corrections, facts: snapshot.facts }, environmentOf(view), view.report);
}

/** Returns the snapshot with the answers about items under the numbers that the items have in the queued answers. */
export function localSnapshot(flow: CompiledFlow, snapshot: FlowSnapshot, queued: Iterable<PendingStep>): FlowSnapshot {
  return [...queued].reduce((now, { form, answers }) => {
    const renumber =
      form === undefined
        ? undefined
        : renumbering(flow, form, { before: snapshot.answers[form], after: answers, sentBack: isSentBack(snapshot.position) });
    if (!renumber || !flow.steps.some(({ forEach }) => forEach?.list.split('.')[0] === form)) return now;
    const path = now.position.path.flatMap((view) => {
      const id = renumber(view.id);
      const step = id === undefined ? undefined : stepOf(flow, id);
      const number = id === undefined ? undefined : itemNumber(id);
      if (!step || number === undefined) return id === undefined ? [] : [view];
      const { route, form: key } = instanceOf(step, number);
      return [{ ...view, id: id ?? view.id, route, ...(key === undefined ? {} : { form: key }) }];
    });
    return {
      ...now,
      answers: renumbered(now.answers, renumber),
      masked: renumbered(now.masked, renumber),
      confirmed: renumbered(now.confirmed, renumber),
      position: { ...now.position, path },
    };
  }, snapshot);
}

/** Returns the server's answers, with queued forms replacing theirs. */
export function localAnswers({ snapshot, pending, module }: LocalView): Answers {
  const answered = snapshot.position.path.filter(({ status }) => status !== 'missing' && status !== 'skipped');
  const queued = [...pending.values()];
  const held = Object.fromEntries(answered.flatMap(({ form }) => (form === undefined ? [] : [[form, snapshot.answers[form] ?? {}]])));
  const local = queued.flatMap(({ form, answers }) => (form === undefined ? [] : [[form, storedOf(answers, module(form))]]));
  const skippedForms = new Set(queued.flatMap(({ form, skip }) => (skip ? (form ?? []) : [])));
  const all = Object.entries<FormAnswers>({ ...held, ...snapshot.answers, ...Object.fromEntries(local) });
  return Object.fromEntries(all.filter(([form]) => !skippedForms.has(form)));
}

/** The answers for expressions. Reading a value that only the server has stops an expression. */
export function readableAnswers(view: LocalView): Answers {
  const { masked } = view.snapshot;
  const entries = Object.entries(localAnswers(view)).map(([form, answers]) => {
    const fields = pendingOf(view, form) ? [] : Object.keys(masked[form] ?? {});
    return [form, fields.length > 0 ? withhold(answers, fields) : answers] as const;
  });
  return Object.fromEntries(entries);
}

function storedOf(answers: PendingStep['answers'], module: FormModule | undefined): PendingStep['answers'] {
  return Object.fromEntries(Object.entries(answers).filter(([field, value]) => value !== null && !module?.fields[field]?.transient));
}

/** A condition that reads values only the server has keeps the server's result. */
function withServerVerdicts({ flow, snapshot }: LocalView): CompiledFlow {
  const onServerPath = new Set(snapshot.position.path.map(({ id }) => id));
  return { ...flow, steps: flow.steps.map((step) => (step.when && onServerPath.has(step.id) ? trusting(step, step.when) : step)) };
}

function trusting(step: CompiledStep, when: NonNullable<CompiledStep['when']>): CompiledStep {
  return {
    ...step,
    when: (context) => {
      try {
        return when(context);
      } catch (error) {
        if (isMissing(error)) return true;
        throw error;
      }
    },
  };
}

function environmentOf(view: LocalView): FlowEnvironment {
  const server = new Map(view.snapshot.position.path.map((step) => [step.id, step]));
  return {
    surroundings: view.surroundings,
    check: (form, answers) => {
      const here = pendingOf(view, form);
      if (here) return checkHere(view, form, answers, here);
      const found = [...server.values()].find((step) => step.form === form);
      return found?.status === 'wrong' ? [{ code: 'invalid', path: '' }] : [];
    },
    hash: (step) => (view.pending.has(step.id) ? hashHere(step.id, view) : hashThere(step, server.get(step.id), view)),
  };
}

function checkHere({ flow, module, surroundings, report }: LocalView, form: string, answers: Answers, { kept }: PendingStep) {
  const rules = module(form);
  if (!rules) return [];
  const context = formContext(flow, surroundings, answers, form);
  return checkForm(rules, context, { kept: new Set([...kept, ...transientFields(rules)]), ...(report ? { report } : {}) });
}

const pendingOf = ({ pending }: LocalView, form: string) => [...pending.values()].find((step) => step.form === form);

const hashHere = (stepId: string, { pending }: LocalView) => (pending.get(stepId)?.skip ? skipped : hashAnswers(pending.get(stepId)));

/** The server's result for a step. A confirmed review is outdated as soon as another step is queued. */
function hashThere(step: CompiledStep, seen: StepView | undefined, { snapshot }: LocalView): string {
  const stands = step.form !== undefined && seen?.status !== 'unconfirmed';
  return stands ? (snapshot.confirmed[step.id] ?? '') : '';
}
