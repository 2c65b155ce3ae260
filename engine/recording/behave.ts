import type { Answers, FormAnswers } from '../config/definitions.ts';
import type { OpenRelease } from '../compiler/index.ts';
import { decide } from '../flow/decide.ts';
import { flowEnvironment } from '../flow/environment.ts';
import { conditionOf } from '../flow/load.ts';
import { position } from '../flow/position.ts';
import { settleAll } from '../form/applicability.ts';
import { checkForm } from '../form/check.ts';
import { contextOf, judge } from '../form/context.ts';
import type { Context, FormModule, Surroundings } from '../form/types.ts';
import { shownOf } from './shown.ts';

/** A person with their own phone who must solve an image code. */
const session = { phone: '9170000000', imageCodeRequired: true };

type Values = Readonly<Record<string, unknown>>;

/** Runs a release case by case. Returns undefined for what no longer exists. */
export class Behaviour {
  readonly #open: OpenRelease;
  readonly #today: string;

  constructor(open: OpenRelease, today: string) {
    this.#open = open;
    this.#today = today;
  }

  surroundings(answers: Answers = {}): Surroundings {
    const { constants, features } = this.#open.settings;
    return { answers, session, today: this.#today, constants, features };
  }

  form(id: string, given: FormAnswers): { problems: string[]; asks: string[] } | undefined {
    const module = this.#module(id);
    if (!module) return undefined;
    const context = contextOf(this.surroundings(), id, given);
    return {
      problems: checkForm(module, context).map(({ path, code }) => `${path} ${code}`),
      asks: [...settleAll(module, context).applying],
    };
  }

  /** Returns the ids of the steps with their state. */
  path(id: string, answers: Answers): string[] | undefined {
    const flow = this.#open.flows[id];
    if (!flow || flow.steps.some(({ form }) => form !== undefined && !this.#module(form))) return undefined;
    const { answers: _none, ...surroundings } = this.surroundings();
    const environment = flowEnvironment({ flow, module: (form) => this.#module(form) as FormModule, surroundings });
    const state = { answers, confirmed: {}, corrections: [], facts: {} };
    return position(flow, state, environment).path.map((step) => `${step.id} ${step.status}`);
  }

  decision(id: string, answers: Answers): unknown {
    const table = this.#open.decisionTables[id];
    if (!table) return undefined;
    const empty = Object.fromEntries(Object.keys(this.#open.forms).map((form) => [form, {}]));
    return decide(table.table, table.expressions, { ...empty, ...answers, ...this.surroundings(), facts: {} }).outcome;
  }

  screen(id: string, given: Values): string[] | undefined {
    const screen = this.#open.screens[id];
    return screen && shownOf(screen, this.#context(given), this.#open.words(this.#open.settings.languages.default));
  }

  navigation(given: Values): string {
    const { navigation, expressions } = this.#open.navigation;
    const rules = navigation.rules.filter(({ enabled }) => enabled !== false);
    const first = rules.find(({ when }) => judge(conditionOf(when, expressions), this.#context(given), 'navigation') === 'yes');
    return first?.go ?? 'stays';
  }

  #context(given: Values): Context {
    const { constants, features } = this.#open.settings;
    return { constants, today: this.#today, ...given, features: { ...features, ...(given['features'] as object | undefined) } };
  }

  #module(form: string): FormModule | undefined {
    return Object.hasOwn(this.#open.forms, form) ? this.#open.forms[form]?.module : undefined;
  }
}
