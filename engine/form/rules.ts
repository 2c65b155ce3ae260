import { judge, type Report } from './context.ts';
import { isEmpty, isPlainObject } from './empty.ts';
import { isWithin, pointer } from './pointer.ts';
import type { Context, FormModule, Problem, RuleModule } from './types.ts';

/** What a rule needs to know of a form, asked field by field, so that an observer depends on what it read and no more. */
export interface FormView {
  /** `self` and `form` are the settled answers. */
  readonly context: Context;
  /** The settled answer. */
  answer(field: string): unknown;
  applies(field: string): boolean;
  /** The server holds the value and this side does not. */
  kept(field: string): boolean;
  /** Problems of the field by itself, without rules. */
  problemsOf(field: string): readonly Problem[];
}

const byField = new WeakMap<FormModule, Map<string, RuleModule[]>>();

/** Rules whose problem is shown at this field, or at items of it. */
export function rulesAt(module: FormModule, field: string): readonly RuleModule[] {
  const known = byField.get(module) ?? Map.groupBy(module.rules, fieldOfRule);
  byField.set(module, known);
  return known.get(field) ?? [];
}

const besides = new WeakMap<FormModule, Map<string, string[]>>();

/** Fields of the form that a rule speaks of, the one it is shown at among them. */
export function fieldsOfRule(module: FormModule, rule: RuleModule): readonly string[] {
  return [fieldOfRule(rule), ...(rule.mentions ?? Object.keys(module.fields))];
}

/** Fields at which a rule that speaks of this one shows its problem. */
export function fieldsBesides(module: FormModule, field: string): readonly string[] {
  const known = besides.get(module) ?? new Map<string, string[]>();
  besides.set(module, known);
  const found = known.get(field) ?? module.rules.filter((rule) => fieldsOfRule(module, rule).includes(field)).map(fieldOfRule);
  known.set(field, found);
  return found;
}

/** The property of the form at which a rule's problem is shown. */
export const fieldOfRule = (rule: RuleModule): string => rule.scope || rule.at;

/**
 * Problems of the rules that can be asserted. A rule waits while something it reads is unanswered, does not apply, is
 * wrong by itself or known to the server only: the person hears of one cause at a time. A rule that breaks counts as not
 * holding and is reported.
 */
export function ruleProblems(module: FormModule, view: FormView, rules: readonly RuleModule[], report?: Report): Problem[] {
  return rules.flatMap((rule) => {
    if (!isReady(module, view, rule)) return [];
    return rule.scope === '' ? formProblem(module, view, rule, report) : itemProblems(module, view, rule, report);
  });
}

function isReady(module: FormModule, view: FormView, rule: RuleModule): boolean {
  const shownAt = fieldOfRule(rule);
  if (!view.applies(shownAt) || view.kept(shownAt)) return false;
  return rule.reads.every((field) => field === rule.scope || !Object.hasOwn(module.fields, field) || isSettled(view, field));
}

const isSettled = (view: FormView, field: string) =>
  view.applies(field) && !view.kept(field) && !isEmpty(view.answer(field)) && view.problemsOf(field).length === 0;

function formProblem(module: FormModule, view: FormView, rule: RuleModule, report?: Report): Problem[] {
  return fails(module, rule, view.context, report) ? [{ code: rule.error, path: pointer(rule.at) }] : [];
}

function itemProblems(module: FormModule, view: FormView, rule: RuleModule, report?: Report): Problem[] {
  const items = view.answer(rule.scope);
  if (!Array.isArray(items)) return [];
  const wrong = view.problemsOf(rule.scope);
  return items.flatMap((item: unknown, index) => {
    const path = pointer(rule.scope, index, rule.at);
    if (!isPlainObject(item) || wrong.some((problem) => isWithin(path, problem.path))) return [];
    return fails(module, rule, { ...view.context, self: item, index }, report) ? [{ code: rule.error, path }] : [];
  });
}

function fails(module: FormModule, rule: RuleModule, context: Context, report?: Report): boolean {
  const verdict = judge(rule.assert, context, () => `${module.id}.${fieldOfRule(rule)} x-rules ${rule.error}`, report);
  return verdict === 'no' || verdict === 'broken';
}
