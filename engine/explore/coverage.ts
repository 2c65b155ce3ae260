import type { Answers } from '../config/definitions.ts';
import type { OpenRelease } from '../compiler/index.ts';
import { applies } from '../form/applicability.ts';
import { checkForm } from '../form/check.ts';
import { judge } from '../form/context.ts';
import { answersByForm, formContext, instanceOf, itemScope, itemsIn, withoutItem } from '../flow/instances.ts';
import { rowName } from '../flow/decide.ts';
import { conditionOf } from '../flow/load.ts';
import type { Surroundings } from '../form/types.ts';

/** A moment of a scenario: the answers and their surroundings. */
export interface Moment {
  flow: string;
  answers: Answers;
  around: Omit<Surroundings, 'answers'>;
  facts: Readonly<Record<string, unknown>>;
  /** The form on the screen with its input, valid or not. */
  typed?: { form: string; answers: Readonly<Record<string, unknown>> };
  /** The tables that were evaluated. */
  decided: readonly string[];
}

/** A branch of a flow, form or table: its file, and whether a moment covered it. */
export interface Branch {
  /** Id of the flow, form or table. */
  of: string;
  what: string;
  isTaken: boolean;
}

/** Records which branches of conditions, rules and rows the moments cover. */
export class Coverage {
  readonly #open: OpenRelease;
  readonly #taken = new Set<string>();

  constructor(open: OpenRelease) {
    this.#open = open;
  }

  see(moment: Moment): void {
    this.#seeSteps(moment);
    for (const [form, answers] of Object.entries(moment.answers)) this.#seeForm(form, answers, moment);
    if (moment.typed) this.#seeForm(moment.typed.form, moment.typed.answers, moment);
    for (const table of moment.decided) this.#seeTable(table, moment);
  }

  /** Returns all branches: of the forms in flows, the flows and the tables. */
  branches(): Branch[] {
    const { flows, forms, decisionTables } = this.#open;
    const asked = new Set(Object.values(flows).flatMap(({ steps }) => steps.flatMap(({ form }) => form ?? [])));
    const all: [of: string, what: string][] = [
      ...Object.values(flows).flatMap(({ id, steps }) =>
        steps.flatMap((step): [string, string][] =>
          step.when
            ? [
                [id, `step ${step.id} asked`],
                [id, `step ${step.id} left out`],
              ]
            : [[id, `step ${step.id} asked`]],
        ),
      ),
      ...[...asked].flatMap((form): [string, string][] => {
        const { fields = {}, rules = [] } = forms[form]?.module ?? {};
        const conditional = Object.keys(fields).filter((field) => fields[field]?.when);
        return [
          ...conditional.flatMap((field): [string, string][] => [
            [form, `${field} asked`],
            [form, `${field} not asked`],
          ]),
          ...rules.flatMap(({ error }): [string, string][] => [
            [form, `rule ${error} holds`],
            [form, `rule ${error} fails`],
          ]),
        ];
      }),
      ...Object.values(decisionTables).flatMap(({ table }) =>
        table.rows.map((_, row): [string, string] => [table.id, `row ${rowName(table, row)} decides`]),
      ),
    ];
    return all.map(([of, what]) => ({ of, what, isTaken: this.#taken.has(`${of} ${what}`) }));
  }

  #take(of: string, what: string): void {
    this.#taken.add(`${of} ${what}`);
  }

  #seeSteps({ flow: id, answers, around, facts }: Moment): void {
    const flow = this.#open.flows[id];
    if (!flow) return;
    const instances = flow.steps.flatMap((step) =>
      step.forEach ? itemsIn(answers, step.forEach.list).map((_item, index) => instanceOf(step, index + 1)) : [step],
    );
    for (const step of instances) {
      const context = { ...answersByForm(flow, answers), ...itemScope(flow, step.form ?? '', answers), ...around, facts };
      const isOn = !step.when || judge(step.when, context, step.id) === 'yes';
      if (isOn && step.form !== undefined && answers[step.form] === undefined) continue;
      this.#take(id, `step ${withoutItem(step.id)} ${isOn ? 'asked' : 'left out'}`);
    }
  }

  #seeForm(key: string, given: Readonly<Record<string, unknown>>, { flow: flowId, answers, around }: Moment): void {
    const id = withoutItem(key);
    const flow = this.#open.flows[flowId];
    const module = this.#open.forms[id]?.module;
    if (!module || !flow) return;
    const context = formContext(flow, around, answers, key, { ...given });
    for (const [field, { when }] of Object.entries(module.fields)) {
      if (when) this.#take(id, `${field} ${applies(module, field, context) ? 'asked' : 'not asked'}`);
    }
    const problems = new Set(checkForm(module, context).map(({ code }) => code));
    for (const { error, scope, at, reads } of module.rules) {
      const isAnswered = [scope || at, ...reads].every((field) => given[field] !== undefined);
      if (isAnswered) this.#take(id, `rule ${error} ${problems.has(error) ? 'fails' : 'holds'}`);
    }
  }

  #seeTable(id: string, { flow: flowId, answers, around, facts }: Moment): void {
    const found = this.#open.decisionTables[id];
    if (!found) return;
    const flow = this.#open.flows[flowId];
    const context = { ...(flow ? answersByForm(flow, answers) : answers), ...around, facts };
    const row = found.table.rows.findIndex(
      ({ when }) => when === undefined || judge(conditionOf(when, found.expressions), context, id) === 'yes',
    );
    this.#take(id, `row ${rowName(found.table, row)} decides`);
  }
}
