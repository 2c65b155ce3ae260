import { settleAll, type SettleOptions } from './applicability.ts';
import { withSelf, type Report } from './context.ts';
import { own } from './empty.ts';
import { fieldProblems, firstPerPath, none } from './fieldProblems.ts';
import { ruleProblems, rulesAt, type FormView } from './rules.ts';
import type { Context, FormModule, Problem } from './types.ts';

export interface CheckOptions {
  /** Fields that are not looked at, and neither are the rules that read them: the server holds their values. */
  kept?: ReadonlySet<string>;
  report?: Report;
}

/**
 * Everything that is wrong with a form, in the form's order, at most one problem for each path; [] when it is sound.
 * A form is sound when every property that applies is present if required and passes its own validator, and every rule holds.
 */
export function checkForm(module: FormModule, context: Context, options: CheckOptions = {}): Problem[] {
  const view = viewOf(module, context, options);
  return Object.keys(module.fields).flatMap((field) => problemsAt(module, view, field, options.report));
}

/** The first problem at one field: its own, or that of a rule shown there. Undefined when it is sound or does not apply. */
export function checkField(module: FormModule, field: string, context: Context, options: CheckOptions = {}): Problem | undefined {
  return problemsAt(module, viewOf(module, context, options), field, options.report)[0];
}

/** All problems shown at a field. The session calls it with a view that an observer can follow. */
export function problemsAt(module: FormModule, view: FormView, field: string, report?: Report): readonly Problem[] {
  const rules = rulesAt(module, field);
  const wrong = view.problemsOf(field);
  return rules.length === 0 ? wrong : firstPerPath([...wrong, ...ruleProblems(module, view, rules, report)]);
}

function viewOf(module: FormModule, context: Context, options: SettleOptions): FormView {
  const { answers, seen, applying } = settleAll(module, context, options);
  const kept = (field: string) => Boolean(options.kept?.has(field));
  const checked = new Map<string, readonly Problem[]>();
  const check = (field: string) => {
    const definition = module.fields[field];
    return definition && applying.has(field) && !kept(field) ? fieldProblems(definition, field, own(answers, field)) : none;
  };
  return {
    context: { ...context, ...withSelf(module.id, seen) },
    answer: (field) => own(answers, field),
    applies: (field) => applying.has(field),
    kept,
    problemsOf: (field) => {
      const known = checked.get(field) ?? check(field);
      checked.set(field, known);
      return known;
    },
  };
}
