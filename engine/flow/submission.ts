import type { Answers, FormAnswers } from '../config/definitions.ts';
import { settleAll } from '../form/applicability.ts';
import type { Report } from '../form/context.ts';
import { isEmpty, own } from '../form/empty.ts';
import type { Context, FormModule } from '../form/types.ts';
import { withoutFormerGuests } from './guests.ts';
import { formContext } from './instances.ts';
import { openFields, openParts } from './openFields.ts';
import { position } from './position.ts';
import { renumbered, renumbering } from './renumbering.ts';
import { mergeParts, requestedFields } from './sentBackParts.ts';
import type { CompiledFlow, FlowState, Position, SaveRules } from './types.ts';

/**
 * Returns the answers that count: those of the steps on the path. A draft keeps the answers of a step that left the path, in case it comes
 * back, but they are never submitted, read or used in a decision.
 */
export function submission({ path }: Pick<Position, 'path'>, answers: Answers): Answers {
  return Object.fromEntries(
    path.flatMap(({ form }): [string, FormAnswers][] => {
      const given = form === undefined ? undefined : answers[form];
      return form === undefined || given === undefined ? [] : [[form, given]];
    }),
  );
}

/**
 * Returns the answers to submit after a send-back: the previous submission plus the draft's answers in open fields. This is a second
 * barrier behind `submitStep`: no other change in a draft gets through.
 */
export function resubmitted(rules: SaveRules, state: FlowState, submitted: Answers): Answers {
  const { flow, form, environment, report } = rules;
  const onPath = (answers: Answers) => submission(position(flow, { ...state, answers }, environment, report), answers);
  const before = followItems(flow, withoutFormerGuests(rules, submitted, state), state.answers);
  const answers: Record<string, FormAnswers> = {};
  for (const [id, after] of Object.entries(onPath(state.answers))) {
    const { module } = form(id);
    const stored = before[id] ?? {};
    const context = formContext(flow, environment.surroundings, answers, id, after);
    const sentBack = { requested: requestedFields(state, id), before: stored, ...(report ? { report } : {}) };
    const open = openFields(module, context, sentBack);
    const parts = openParts(module, context, sentBack);
    const resubmittedAnswer = (field: string) => {
      if (module.fields[field]?.derived) return own(after, field);
      return open.has(field) ? mergeParts(own(stored, field), own(after, field), parts.get(field)) : own(stored, field);
    };
    const merged = Object.fromEntries(Object.keys(module.fields).map((field) => [field, resubmittedAnswer(field)]));
    answers[id] = applicable(module, { ...context, self: merged }, report);
  }
  return onPath(answers);
}

/** Returns the answers that apply. A locked answer may not, because correcting another one can make its condition false. */
function applicable(module: FormModule, context: Context, report: Report | undefined): FormAnswers {
  const { self = {} } = context;
  const { answers, applying } = settleAll(module, context, { given: true, ...(report ? { report } : {}) });
  const derived = Object.keys(self).filter((field) => module.fields[field]?.derived && applying.has(field) && !isEmpty(self[field]));
  return { ...answers, ...Object.fromEntries(derived.map((field) => [field, self[field]])) };
}

/** Renumbers submitted answers to where their items are now. */
function followItems(flow: CompiledFlow, submitted: Answers, now: Answers): Answers {
  const lists = new Set(flow.steps.flatMap(({ forEach }) => forEach?.list.split('.')[0] ?? []));
  return [...lists].reduce<Answers>(
    (answers, form) => renumbered(answers, renumbering(flow, form, { before: submitted[form], after: now[form], sentBack: true })),
    submitted,
  );
}
