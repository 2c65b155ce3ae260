import { judge, type Report } from './context.ts';
import { isEmpty } from './empty.ts';
import { fieldOfScope, ownerValues } from './owners.ts';
import { isWithin, pointer } from './pointer.ts';
import type { Context, FormModule, Problem, RuleModule } from './types.ts';

/** A rule's view of a form, one field at a time, so that an observer tracks only the fields that the rule read. */
export interface FormView {
  /** `self` and `form` are the settled answers. */
  readonly context: Context;
  /** The settled answer. */
  answer(field: string): unknown;
  applies(field: string): boolean;
  /** Whether only the server has the value. */
  kept(field: string): boolean;
  /** Problems of the field without rules. */
  problemsOf(field: string): readonly Problem[];
}

const byField = new WeakMap<FormModule, Map<string, RuleModule[]>>();

/** Returns the rules that show their problem at this field or at its items. */
export function rulesAt(module: FormModule, field: string): readonly RuleModule[] {
  const known = byField.get(module) ?? Map.groupBy(module.rules, fieldOfRule);
  byField.set(module, known);
  return known.get(field) ?? [];
}

const related = new WeakMap<FormModule, Map<string, string[]>>();

/** Returns the fields that a rule mentions, including the one it is shown at. */
export function fieldsOfRule(module: FormModule, rule: RuleModule): readonly string[] {
  return [fieldOfRule(rule), ...(rule.mentions ?? Object.keys(module.fields))];
}

/** Returns the fields where rules that mention this field show their problem. */
export function relatedFields(module: FormModule, field: string): readonly string[] {
  const known = related.get(module) ?? new Map<string, string[]>();
  related.set(module, known);
  const found = known.get(field) ?? module.rules.filter((rule) => fieldsOfRule(module, rule).includes(field)).map(fieldOfRule);
  known.set(field, found);
  return found;
}

/** Returns the form's property where a rule shows its problem. */
export const fieldOfRule = (rule: RuleModule): string => fieldOfScope(rule.scope) || rule.at;

/**
 * Returns the problems of all rules that can be checked. A rule waits while a value it reads is unanswered, not applicable, invalid
 * or only on the server, so people see one cause at a time. A rule that fails with an error counts as broken and is reported.
 */
export function ruleProblems(module: FormModule, view: FormView, rules: readonly RuleModule[], report?: Report): Problem[] {
  return rules.flatMap((rule) => {
    if (!isReady(module, view, rule)) return [];
    return rule.scope === '' ? formProblem(module, view, rule, report) : innerProblems(module, view, rule, report);
  });
}

function isReady(module: FormModule, view: FormView, rule: RuleModule): boolean {
  const shownAt = fieldOfRule(rule);
  if (!view.applies(shownAt) || view.kept(shownAt)) return false;
  return rule.reads.every((field) => field === shownAt || !Object.hasOwn(module.fields, field) || isSettled(view, field));
}

const isSettled = (view: FormView, field: string) =>
  view.applies(field) && !view.kept(field) && !isEmpty(view.answer(field)) && view.problemsOf(field).length === 0;

function formProblem(module: FormModule, view: FormView, rule: RuleModule, report?: Report): Problem[] {
  return fails(module, rule, view.context, report) ? [{ code: rule.error, path: pointer(rule.at) }] : [];
}

function innerProblems(module: FormModule, view: FormView, rule: RuleModule, report?: Report): Problem[] {
  const field = fieldOfRule(rule);
  const wrong = view.problemsOf(field);
  return ownerValues(rule.scope, view.answer(field)).flatMap(({ path, self, index }) => {
    const at = path + pointer(rule.at);
    if (wrong.some((problem) => isWithin(at, problem.path))) return [];
    return fails(module, rule, { ...view.context, self, index }, report) ? [{ code: rule.error, path: at }] : [];
  });
}

function fails(module: FormModule, rule: RuleModule, context: Context, report?: Report): boolean {
  const verdict = judge(rule.assert, context, () => `${module.id}.${fieldOfRule(rule)} x-rules ${rule.error}`, report);
  return verdict === 'no' || verdict === 'broken';
}
