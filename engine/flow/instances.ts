import type { Answers, FormAnswers } from '../config/definitions.ts';
import { valueAt } from '../config/valueAt.ts';
import { contextOf } from '../form/context.ts';
import type { Context, Surroundings } from '../form/types.ts';
import type { CompiledFlow, CompiledStep } from './types.ts';

/**
 * A step with `forEach` is asked once for each item of a list. The turn of one item is an instance. Its step id and the key of its
 * answers end with the item's number, counted from 1: `itemDetail:2`. Ids of files contain no colon.
 */
export const instanceKey = (id: string, number: number): string => `${id}:${number}`;

/** Returns the id of the step or form that an instance belongs to, and any other id unchanged. */
export const withoutItem = (key: string): string => key.replace(/:\d+$/, '');

/** Returns the number of the item, counted from 1. */
export function itemNumber(key: string): number | undefined {
  const number = /:(\d+)$/.exec(key)?.[1];
  return number === undefined ? undefined : Number(number);
}

/** Returns the step that has this id, or that asks this instance. */
export const stepOf = (flow: CompiledFlow, stepId: string): CompiledStep | undefined =>
  flow.steps.find(({ id }) => id === withoutItem(stepId));

/** Returns the key of the answers that a step or an instance of it asks for. */
export function formKeyOf(flow: CompiledFlow, stepId: string): string | undefined {
  const form = stepOf(flow, stepId)?.form;
  const number = itemNumber(stepId);
  return form === undefined || number === undefined ? form : instanceKey(form, number);
}

/** The parameter of a route that contains the item's number. */
export const itemParameter = ':item';

/** Returns the step of one item. */
export function instanceOf(step: CompiledStep, number: number): CompiledStep {
  return {
    ...step,
    id: instanceKey(step.id, number),
    route: step.route.replace(itemParameter, String(number)),
    ...(step.form === undefined ? {} : { form: instanceKey(step.form, number) }),
  };
}

export const itemsIn = (answers: Answers, list: string): readonly unknown[] => {
  const items = valueAt(answers, list);
  return Array.isArray(items) ? items : [];
};

/** The names that expressions of an instance can read: `item` and `itemNumber`. */
export function itemScope({ steps }: CompiledFlow, formKey: string, answers: Answers): { item?: unknown; itemNumber?: number } {
  const number = itemNumber(formKey);
  const list = number === undefined ? undefined : steps.find(({ form }) => form === withoutItem(formKey))?.forEach?.list;
  if (number === undefined || list === undefined) return {};
  return { item: itemsIn(answers, list)[number - 1], itemNumber: number };
}

/**
 * Builds the context of a form's expressions.
 *
 * @param formKey the form, or an instance of it
 * @param self its answers, if they are not among `answers` yet
 */
export function formContext(
  flow: CompiledFlow,
  surroundings: Omit<Surroundings, 'answers'>,
  answers: Answers,
  formKey: string,
  self: FormAnswers | undefined = answers[formKey],
): Context {
  return contextOf({ ...surroundings, ...answersAround(flow, formKey, answers) }, withoutItem(formKey), self ?? {});
}

/** The surroundings of a form that depend on the answers: the item that it is asked about, and the answers by form. */
export const answersAround = (flow: CompiledFlow, formKey: string, answers: Answers): Pick<Surroundings, 'answers'> => ({
  ...itemScope(flow, formKey, answers),
  answers: answersByForm(flow, answers),
});

/**
 * Returns the answers as expressions read them: every form of the flow, at least empty, and a list for a form that is asked for each
 * item.
 */
export function answersByForm({ steps }: CompiledFlow, answers: Answers): Record<string, FormAnswers | FormAnswers[]> {
  const whole = Object.entries(answers).filter(([key]) => itemNumber(key) === undefined);
  const asked = steps.flatMap(({ form, forEach }): [string, FormAnswers | FormAnswers[]][] => {
    if (form === undefined) return [];
    if (!forEach) return [[form, {}]];
    return [[form, itemsIn(answers, forEach.list).map((_item, index) => answers[instanceKey(form, index + 1)] ?? {})]];
  });
  return Object.fromEntries([...asked, ...whole]);
}
