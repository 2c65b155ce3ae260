import type { Answers, FormAnswers } from '../../../../engine/config/definitions.ts';
import { conditionOf } from '../../../../engine/flow/load.ts';
import type { OpenRelease } from '../../../../engine/compiler/index.ts';
import { applies } from '../../../../engine/form/applicability.ts';
import { checkForm } from '../../../../engine/form/check.ts';
import { contextOf, judge } from '../../../../engine/form/context.ts';
import type { SmallFlow } from './smallFlow.ts';

export interface Tried {
  /** What brute force finds in a small flow, in exploring's terms: `code file pointer`. */
  verdicts: string[];
  /** Index of the last reachable step. After a form that nobody can answer, brute force shows nothing. */
  furthest: number;
  /** Unreachable rules and conditions: `file pointer`. */
  unasked: string[];
}

export function bruteForce({ forms }: SmallFlow, open: OpenRelease): Tried {
  let furthest = 0;
  const seen = new Map<string, Set<string>>();
  const note = (question: string, answer: string) => seen.set(question, (seen.get(question) ?? new Set()).add(answer));
  walk(0, {}, false);
  walk(0, {}, true);
  const unasked = forms.flatMap(({ id }) => [
    ...(seen.has(`rule ${id}`) ? [] : [`schemas/forms/${id}.schema.json /x-rules/0/assert`]),
    ...(seen.has(`form ${id} y`) ? [] : [`schemas/forms/${id}.schema.json /properties/y/x-when`]),
  ]);
  return { verdicts: verdicts(), furthest, unasked };

  function walk(index: number, answers: Answers, ignoreRules: boolean): void {
    const flow = open.flows['small'];
    const step = flow?.steps[index];
    if (!ignoreRules) furthest = Math.max(furthest, index);
    if (!step) return ignoreRules ? decide(answers) : undefined;
    const around = { session: {}, today: '2026-03-01', constants: {}, features: {} };
    const empty = Object.fromEntries(forms.map(({ id }) => [id, {}]));
    const on = !step.when || judge(step.when, { ...empty, ...answers, ...around, facts: {} }, 'step') === 'yes';
    if (!ignoreRules && step.when) note(`step ${index}`, String(on));
    if (!on) return walk(index + 1, answers, ignoreRules);
    for (const own of allAnswers(step.id)) {
      const context = contextOf({ ...around, answers }, step.id, own);
      const module = open.forms[step.id]?.module;
      if (!module || Object.keys(own).some((field) => !applies(module, field, context))) continue;
      if (
        Object.entries(module.fields).some(
          ([field, { required }]) => required && own[field] === undefined && applies(module, field, context),
        )
      )
        continue;
      const problems = checkForm(module, context);
      if (!ignoreRules) {
        if (module.fields['y']?.when) note(`form ${step.id} y`, String(applies(module, 'y', context)));
        const [rule] = module.rules;
        if (rule && [rule.at, ...rule.reads].every((field) => own[field] !== undefined))
          note(`rule ${step.id}`, String(problems.length === 0));
      }
      if (ignoreRules || problems.length === 0) walk(index + 1, { ...answers, [step.id]: own }, ignoreRules);
    }
  }

  function allAnswers(id: string): FormAnswers[] {
    const [x, y] = forms.find((form) => form.id === id)?.fields ?? [];
    const options = (values: readonly unknown[] = []) => [undefined, ...values];
    return options(x?.values).flatMap((a) =>
      options(y?.values).map((b) => ({ ...(a !== undefined && { x: a }), ...(b !== undefined && { y: b }) })),
    );
  }

  function decide(answers: Answers): void {
    const found = open.decisionTables['table'];
    if (!found) return;
    const context = { ...Object.fromEntries(forms.map(({ id }) => [id, {}])), ...answers, facts: {}, constants: {}, today: '2026-03-01' };
    const holds = found.table.rows.map(
      ({ when }) => when === undefined || judge(conditionOf(when, found.expressions), context, 'row') === 'yes',
    );
    note(`row ${holds.indexOf(true)}`, 'matched');
    holds.forEach((each, row) => each && note(`row ${row}`, 'held'));
  }

  function verdicts(): string[] {
    const has = (question: string, answer: string) => seen.get(question)?.has(answer) === true;
    const flow = open.flows['small'];
    const steps = (flow?.steps ?? []).flatMap((step, index) => {
      if (!step.when || !seen.has(`step ${index}`)) return [];
      const at = `flows/small.flow.json /steps/${index}/when`;
      return has(`step ${index}`, 'true') ? (has(`step ${index}`, 'false') ? [] : [`always-true ${at}`]) : [`step-never-reached ${at}`];
    });
    const ofForms = forms.flatMap(({ id }) => {
      const module = open.forms[id]?.module;
      const file = `schemas/forms/${id}.schema.json`;
      const fieldAt = `${file} /properties/y/x-when`;
      const fields =
        module?.fields['y']?.when && seen.has(`form ${id} y`)
          ? has(`form ${id} y`, 'true')
            ? has(`form ${id} y`, 'false')
              ? []
              : [`always-true ${fieldAt}`]
            : [`never-true ${fieldAt}`]
          : [];
      const ruleAt = `${file} /x-rules/0/assert`;
      const rules =
        module?.rules[0] && seen.has(`rule ${id}`)
          ? has(`rule ${id}`, 'true')
            ? has(`rule ${id}`, 'false')
              ? []
              : [`rule-never-fails ${ruleAt}`]
            : [`rule-never-holds ${ruleAt}`]
          : [];
      return [...fields, ...rules];
    });
    const rows = [0, 1, 2, 3].flatMap((row) => {
      if (has(`row ${row}`, 'matched')) return [];
      const at = `flows/decisions/table.decisions.json /rows/${row}`;
      return has(`row ${row}`, 'held') ? [`row-shadowed ${at}`] : [`row-never-holds ${at}/when`];
    });
    return [...steps, ...ofForms, ...rows].sort();
  }
}
