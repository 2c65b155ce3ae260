import { valueAt } from '../config/valueAt.ts';
import type { Answers, FormAnswers } from '../config/definitions.ts';
import type { OpenForm } from '../compiler/index.ts';
import { applies } from '../form/applicability.ts';
import { checkForm } from '../form/check.ts';
import { contextOf, judge } from '../form/context.ts';
import { fieldOf } from '../form/pointer.ts';
import type { Context, Surroundings } from '../form/types.ts';
import type { CompiledStep } from '../flow/types.ts';
import { interestsOf, type Interests, type Reader } from '../fake/index.ts';
import { listOf } from '../compiler/scopes/answers.ts';
import type { JsonSchema } from '../expression/index.ts';
import type { Bounds } from './finding.ts';
import { searchFreely } from './freeSearch.ts';
import { conditionsOf, Influences } from './influence.ts';
import type { Explored } from './project.ts';
import { scopeVariables } from './scopeVariables.ts';
import { distinct, fieldVariable, type Variable } from './variables.ts';

/** A step for the search: its form, and the condition that puts it on the path. */
export type SearchStep = Pick<CompiledStep, 'id' | 'form' | 'when' | 'optional' | 'forEach'> & { source?: string };

export interface FlowQuestion {
  steps: readonly SearchStep[];
  /** The expressions of the question. The search varies only what they read. */
  readers: readonly Reader[];
  /** Forms whose rules can be broken, because the question concerns them. */
  lenient?: ReadonlySet<string>;
  /** Ignores the rules of all forms, because a table decides about any answers. */
  ignoreRules?: boolean;
}

/** A complete assignment: every relevant answer has a valid value. */
export interface Arrival {
  answers: Answers;
  context: Context;
  /** The steps on the path. */
  on: ReadonlySet<string>;
}

/**
 * Enumerates all answers that the expressions of a question can distinguish, in the order of asking. The release's own code decides
 * which fields and steps apply and which values pass.
 */
export class FlowSearch {
  readonly #explored: Explored;
  readonly #question: FlowQuestion;
  /** Forms whose rules apply. */
  readonly #strict: readonly string[];
  /** Fields that affect the question directly, as `form.field`. The others matter only through rules. */
  readonly #core = new Set<string>();
  /** The values of these fields that a rule stopped, and those that passed. */
  readonly #stopped = new Set<string>();
  readonly #passed = new Set<string>();
  readonly #relevant = new Map<string, Set<string>>();
  readonly #free = new Set<string>();
  readonly #interests: Interests;
  readonly #variables = new Map<string, Variable>();

  constructor(explored: Explored, question: FlowQuestion) {
    this.#explored = explored;
    this.#question = question;
    this.#strict = question.ignoreRules
      ? []
      : question.steps.flatMap(({ form }) => (form === undefined || question.lenient?.has(form) ? [] : [form]));
    const used = this.#close(question.readers, []);
    for (const [form, fields] of this.#relevant) for (const field of fields) this.#core.add(`${form}.${field}`);
    const influences = new Influences(explored, question.steps, this.#strict);
    used.push(
      ...this.#close(
        [...this.#core].flatMap((field) => influences.on(field)),
        used,
        influences,
      ),
    );
    this.#interests = interestsOf(used, explored.known, explored.open.conditions);
  }

  /** @param visit returns true to end the search */
  run(visit: (arrival: Arrival) => boolean): Bounds {
    const { today, budget, open } = this.#explored;
    const { constants, features } = open.settings;
    const base = { session: {}, facts: {}, today, constants, features };
    const free = scopeVariables(pick(this.#interests, this.#free), this.#freeScope(), this.#explored);
    let cases = 0;
    const bounds = searchFreely(free, base, budget, (context) => {
      const around = context as unknown as Omit<Surroundings, 'answers'>;
      return this.#walk(0, {}, new Set(), around, (arrival) => {
        cases += 1;
        return visit(arrival) || cases >= budget;
      });
    });
    return { cases, isDecided: bounds.isDecided && cases < budget && free.every(({ isExact }) => isExact) && this.#isExact() };
  }

  /**
   * The search is complete if the cases of the core fields and of the rules are exhaustive. If the rules' cases are not, it is
   * still complete if every core value passed at least once.
   */
  #isExact(): boolean {
    const inexact = [...this.#variables].filter(([, { isExact }]) => !isExact).map(([field]) => field);
    if (inexact.some((field) => this.#core.has(field))) return false;
    return inexact.length === 0 || [...this.#stopped].every((key) => this.#passed.has(key));
  }

  #walk(index: number, answers: Answers, on: ReadonlySet<string>, around: Around, visit: (arrival: Arrival) => boolean): boolean {
    const step = this.#question.steps[index];
    const context: Context = { ...this.#byForm(answers), ...around };
    if (!step) return visit({ answers, on, context });
    const verdict = step.when ? judge(step.when, context, step.id) : 'yes';
    if (verdict !== 'yes' && verdict !== 'broken') return this.#walk(index + 1, answers, on, around, visit);
    const next = new Set(on).add(step.id);
    const form = step.form === undefined ? undefined : this.#explored.open.forms[step.form];
    if (!form) return this.#walk(index + 1, answers, next, around, visit);
    // A list may be empty.
    if ((step.optional || step.forEach) && this.#walk(index + 1, answers, next, around, visit)) return true;
    const fields = Object.keys(form.module.fields).filter((field) => this.#relevant.get(form.module.id)?.has(field));
    return this.#fill(form, fields, {}, answers, around, (given) =>
      this.#walk(index + 1, { ...answers, [form.module.id]: given }, next, around, visit),
    );
  }

  #fill(
    form: OpenForm,
    [field, ...rest]: readonly string[],
    given: FormAnswers,
    answers: Answers,
    around: Around,
    go: (given: FormAnswers) => boolean,
  ): boolean {
    const { module } = form;
    const context = contextOf({ ...around, answers: { ...answers, ...this.#lists(answers) } }, module.id, given);
    if (field === undefined) {
      const isAllowed = this.#isAllowed(form, context);
      (isAllowed ? this.#passed : this.#stopped).add(this.#coreOf({ ...answers, [module.id]: given }));
      return isAllowed && go(given);
    }
    const on = (value: FormAnswers) => this.#fill(form, rest, value, answers, around, go);
    if (!applies(module, field, context)) return on(given);
    const variable = this.#variable(form, field);
    if (variable.mayBeAbsent && on(given)) return true;
    return this.#casesOf(form, field, variable, context).some((value) => on({ ...given, [field]: value }));
  }

  /** The cases of a field, and the values of the fields it is compared with. */
  #casesOf({ module }: OpenForm, field: string, { cases }: Variable, context: Context): readonly unknown[] {
    const peers = [...(this.#interests.get(`${module.id}.${field}`)?.peers ?? [])];
    const given = peers.map((path) => valueAt(context, path));
    const fitting = given.filter((value) => value !== undefined && module.fields[field]?.validate(value) === true);
    return fitting.length === 0 ? cases : distinct([...cases, ...fitting]);
  }

  #coreOf(answers: Answers): string {
    const parts = [...this.#core].map((path) => {
      const [form = '', field = ''] = path.split('.');
      return answers[form]?.[field];
    });
    return JSON.stringify([Object.keys(answers), parts]);
  }

  /** Whether the rules about the varied fields pass. Other rules are not checked. */
  #isAllowed({ module }: OpenForm, context: Context): boolean {
    if (!this.#strict.includes(module.id)) return true;
    const relevant = this.#relevant.get(module.id);
    if (!relevant || module.rules.length === 0) return true;
    return !checkForm(module, context).some(({ path, code }) => relevant.has(fieldOf(path)) && code !== 'required');
  }

  #variable(form: OpenForm, field: string): Variable {
    const key = `${form.module.id}.${field}`;
    const known = this.#variables.get(key) ?? fieldVariable(form, field, this.#interests, this.#explored);
    this.#variables.set(key, known);
    return known;
  }

  #byForm(answers: Answers): Context {
    const empty = Object.fromEntries(this.#question.steps.flatMap(({ form }) => (form === undefined ? [] : [[form, {}]])));
    return { ...empty, ...answers, ...this.#lists(answers) };
  }

  /** A form that is asked for each item is searched for one item. */
  #lists(answers: Answers): Record<string, FormAnswers[]> {
    const asked = this.#question.steps.flatMap(({ form, forEach }) => (form !== undefined && forEach ? [form] : []));
    return Object.fromEntries(asked.map((form) => [form, answers[form] ? [answers[form]] : []]));
  }

  #freeScope(): Record<string, JsonSchema> {
    const { registry } = this.#explored.analysis.project;
    const { features } = this.#explored.open.settings;
    const switches = Object.fromEntries(Object.keys(features).map((name) => [name, { type: 'boolean' }]));
    const list = this.#question.steps.at(-1)?.forEach?.list;
    const item = list === undefined ? undefined : listOf(list, this.#explored.analysis.forms)?.items;
    return {
      ...(registry.namespaces as Record<string, JsonSchema>),
      ...(item && { item, itemNumber: { type: 'integer' } }),
      features: { type: 'object', properties: switches, required: Object.keys(features) },
    };
  }

  /** Returns all expressions that affect what these read, transitively. */
  #close(readers: readonly Reader[], known: readonly Reader[], influences?: Influences): Reader[] {
    const used = new Map<string, Reader>();
    const before = new Set(known.map(({ source, names }) => JSON.stringify([source, names])));
    const queue = [...readers];
    for (let reader = queue.shift(); reader; reader = queue.shift()) {
      const key = JSON.stringify([reader.source, reader.names]);
      if (used.has(key) || before.has(key)) continue;
      used.set(key, reader);
      for (const path of interestsOf([reader], this.#explored.known, this.#explored.open.conditions).keys())
        queue.push(...this.#read(path, influences));
    }
    return [...used.values()];
  }

  /** Marks a path as relevant, and everything that affects it. */
  #read(path: string, influences: Influences | undefined): Reader[] {
    const [written = '', part = ''] = path.split('.');
    const name = written.replace('[]', '');
    const field = part.replace('[]', '');
    const step = this.#question.steps.find(({ form }) => form === name);
    const form = step && this.#explored.open.forms[name];
    if (!form || !Object.hasOwn(form.module.fields, field)) {
      if (!form && part !== '') this.#free.add(path);
      return [];
    }
    const fields = this.#relevant.get(name) ?? new Set();
    this.#relevant.set(name, fields);
    if (fields.has(field)) return [];
    fields.add(field);
    return [...conditionsOf(`${name}.${field}`, this.#question.steps, this.#explored), ...(influences?.on(`${name}.${field}`) ?? [])];
  }
}

type Around = Omit<Surroundings, 'answers'>;

function pick(interests: Interests, paths: ReadonlySet<string>): Interests {
  return new Map([...interests].filter(([path]) => paths.has(path)));
}
