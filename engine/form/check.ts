import { answersOf, settleFields } from './applicability.ts';
import { withSelf, type Report } from './context.ts';
import { errorsByField, fieldProblems, firstPerPath, none } from './fieldProblems.ts';
import { planOf } from './plan.ts';
import { ruleProblems, rulesAt, type FormView } from './rules.ts';
import type { FormAnswers } from '../config/definitions.ts';
import type { Context, FormModule, Problem, RuleModule, ValidatorError } from './types.ts';

export interface CheckOptions {
  /** Fields to skip, together with the rules that read them, because only the server has their values. */
  kept?: ReadonlySet<string>;
  /** Fields that need no new answer (`vouchedTransient`). */
  vouched?: ReadonlySet<string>;
  /** Validates the answers that count, as a whole. Without it, each field's own validator does. */
  validate?: WholeFormValidator;
  report?: Report;
}

/** Returns every error of a form's answers. */
export type WholeFormValidator = (answers: FormAnswers) => readonly ValidatorError[];

/**
 * Returns all problems of a form in the form's order, at most one for each path; [] if it is valid. A form is valid if each field
 * that applies is present if required and passes its validator, and every rule holds.
 */
export function checkForm(module: FormModule, context: Context, options: CheckOptions = {}): Problem[] {
  const { view, ownAt } = viewOf(module, context, options);
  const problems: Problem[] = [];
  let position = 0;
  for (const { rules } of planOf(module).fields) {
    const wrong = rules.length === 0 ? ownAt(position) : withRules(module, view, ownAt(position), rules, options.report);
    if (wrong.length > 0) problems.push(...wrong);
    position += 1;
  }
  return problems;
}

/** Returns the problems shown at a field. The session passes an observable view. */
export function problemsAt(module: FormModule, view: FormView, field: string, report?: Report): readonly Problem[] {
  return withRules(module, view, view.problemsOf(field), rulesAt(module, field), report);
}

function withRules(
  module: FormModule,
  view: FormView,
  own: readonly Problem[],
  rules: readonly RuleModule[],
  report?: Report,
): readonly Problem[] {
  return rules.length === 0 ? own : firstPerPath([...own, ...ruleProblems(module, view, rules, report)]);
}

interface SettledView {
  view: FormView;
  /** Problems of the field at a position, without rules. */
  readonly ownAt: (position: number) => readonly Problem[];
}

function viewOf(module: FormModule, context: Context, options: CheckOptions): SettledView {
  const { fields, positions } = planOf(module);
  const { values, applying, readable, missing } = settleFields(module, context, options);
  const at = (field: string) => positions.get(field) ?? -1;
  const kept = (field: string) => options.kept?.has(field) === true;
  const errorsOf = options.validate && errorsByField(options.validate(answersOf(fields, values)));
  const check = (position: number) => {
    const field = fields[position];
    if (!field || !applying[position] || kept(field.name)) return none;
    return fieldProblems(field.definition, field.name, values[position], missing[position], errorsOf?.(field.name));
  };
  // Only rules read a field's problems a second time.
  const ownAt = module.rules.length === 0 ? check : remembered(check);
  const view: FormView = {
    context: { ...context, ...withSelf(module.id, readable) },
    answer: (field) => values[at(field)],
    applies: (field) => applying[at(field)] === true,
    kept,
    problemsOf: (field) => ownAt(at(field)),
  };
  return { view, ownAt };
}

function remembered(check: (position: number) => readonly Problem[]): (position: number) => readonly Problem[] {
  const checked: (readonly Problem[] | undefined)[] = [];
  return (position) => (checked[position] ??= check(position));
}
