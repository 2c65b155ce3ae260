import type { Answers } from '../config/definitions.ts';
import { isMissing, type Report } from '../form/context.ts';
import { stepContext } from './position.ts';
import type { CompiledFlow, CompiledStep, FlowEnvironment, FlowState } from './types.ts';

/** The guest whom a step asks, and the customer in whose name it asks. */
export interface Guest {
  name: string;
  phone: string;
  from: string;
}

interface GuestRules {
  flow: CompiledFlow;
  environment: FlowEnvironment;
  report?: Report;
}

/** Returns the forms that guests answer. */
export const guestForms = ({ steps }: Pick<CompiledFlow, 'steps'>): ReadonlySet<string> =>
  new Set(steps.flatMap(({ form, guest }) => (guest && form !== undefined ? [form] : [])));

/** Returns the guest of a step, or undefined if the step is not on the path, has no guest or lacks the guest's number. */
export function guestOf({ flow, environment, report }: GuestRules, state: FlowState, stepId: string): Guest | undefined {
  const guest = flow.steps.find(({ id }) => id === stepId)?.guest;
  const context = guest && stepContext(flow, state, environment, stepId, report);
  if (!context) return undefined;
  const read = (part: 'name' | 'phone' | 'from') => {
    try {
      const value = guest[part](context);
      return typeof value === 'string' ? value : '';
    } catch (error) {
      if (!isMissing(error)) report?.(error, `${flow.id}.${stepId} guest ${part}`);
      return '';
    }
  };
  const found = { name: read('name'), phone: read('phone'), from: read('from') };
  return found.phone === '' ? undefined : found;
}

/** Returns the steps whose guest a change replaces or no longer asks. Their answers and invitations end with it. */
export function dismissedGuests(rules: GuestRules, before: FlowState, after: FlowState): CompiledStep[] {
  return rules.flow.steps.filter(({ id, guest }) => {
    const was = guest && guestOf(rules, before, id);
    return was !== undefined && !isSamePerson(was, guestOf(rules, after, id));
  });
}

/** Returns the answers that identify the guest of a step. Changing one of them names another person, or nobody. */
export function namingFields(rules: GuestRules, state: FlowState, stepId: string): { form: string; field: string }[] {
  const guest = guestOf(rules, state, stepId);
  if (!guest) return [];
  return Object.entries(state.answers).flatMap(([form, answers]) =>
    Object.keys(answers).flatMap((field) => {
      const { [field]: _absent, ...others } = answers;
      const without = { ...state, answers: { ...state.answers, [form]: others } };
      return isSamePerson(guest, guestOf({ ...rules, report: () => {} }, without, stepId)) ? [] : [{ form, field }];
    }),
  );
}

/** A statement belongs to the name under which it was given, even if another person shares the number. */
const isSamePerson = (one: Guest, other: Guest | undefined): boolean =>
  one.phone === other?.phone && spelling(one.name) === spelling(other.name);

/** Ignores case and spaces, because they do not make a different person. */
const spelling = (name: string): string => name.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase();

/**
 * Removes the answers of dismissed guests, so that nobody reads or confirms them as another person. Removes requests to correct these
 * answers too, because the next guest answers the whole form.
 */
export function withoutDismissed(rules: GuestRules, before: FlowState, after: FlowState): FlowState {
  const forms = dismissedForms(rules, before, after);
  if (forms.size === 0) return after;
  return { ...after, answers: without(after.answers, forms), corrections: after.corrections.filter(({ form }) => !forms.has(form)) };
}

/** Returns submitted answers without those of guests whom the draft has dismissed since. */
export const withoutFormerGuests = (rules: GuestRules, submitted: Answers, draft: FlowState): Answers =>
  without(submitted, dismissedForms(rules, { ...draft, answers: submitted }, draft));

const dismissedForms = (rules: GuestRules, before: FlowState, after: FlowState): ReadonlySet<string> =>
  new Set(dismissedGuests(rules, before, after).flatMap(({ form }) => form ?? []));

const without = (answers: Answers, forms: ReadonlySet<string>): Answers =>
  Object.fromEntries(Object.entries(answers).filter(([form]) => !forms.has(form)));
