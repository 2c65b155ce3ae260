import type { OpenRelease } from '../compiler/index.ts';
import type { Scenario, ScenarioStep } from '../config/scenario.ts';
import { decide } from '../flow/decide.ts';
import { transition } from '../flow/lifeCycle.ts';
import { isOptional, isStepAt } from '../flow/places.ts';
import { FlowClient } from './client.ts';
import { mismatches, type Aftermath, type Mismatch } from './expect.ts';
import type { Around } from './memoryServer.ts';
import { isSame } from './compare.ts';
import { exampleOf, firstDay, knownCorrection, knownPath, knownRoutes, ownPhone, WrongStep } from './steps.ts';
import { Behaviour } from '../recording/index.ts';
import { sayings } from './look.ts';
import { NamedAnswers } from './named.ts';
import { shownTexts } from './texts.ts';

/** A question that a scenario can ask the product: a pure function of a release and the stored answers. */
export type Question = (given: Readonly<Record<string, unknown>>, about: { release: OpenRelease; today: string }) => unknown;

export interface WalkOptions {
  release: OpenRelease;
  questions?: Readonly<Record<string, Question>>;
  /** The seed of the answers that a scenario does not name. A sound scenario passes with each. */
  seed?: number;
  /** Called after every step, for coverage. */
  seen?: (client: FlowClient, scenario: Scenario, step: ScenarioStep) => void;
}

/** A failed expectation and the step's index. Without it, the scenario itself is wrong. */
export interface Failure extends Mismatch {
  step?: number;
}

/** Runs a scenario without a browser. The first failed step ends it, because later steps depend on it. */
export function walk(scenario: Scenario, options: WalkOptions): Failure[] {
  const walker = begin(scenario, options);
  if (!(walker instanceof Walker)) return [walker];
  for (const [step, each] of scenario.steps.entries()) {
    const wrong = walker.take(each);
    options.seen?.(walker.client, scenario, each);
    if (wrong.length > 0) return wrong.map((mismatch) => ({ ...mismatch, step }));
  }
  return [];
}

function begin(scenario: Scenario, options: WalkOptions): Walker | Failure {
  try {
    return new Walker(scenario, options);
  } catch (error) {
    return failureOf(error);
  }
}

function failureOf(error: unknown): Mismatch {
  if (error instanceof WrongStep) return { pointer: error.pointer, message: error.message };
  throw error;
}

type Keys = Exclude<keyof ScenarioStep, '$comment' | 'expect'>;
type Actions = { [Key in Keys]: (value: NonNullable<ScenarioStep[Key]>) => void };

class Walker {
  readonly #scenario: Scenario;
  readonly #options: WalkOptions;
  #named: NamedAnswers;
  #after: Aftermath = {};
  client: FlowClient;

  constructor(scenario: Scenario, options: WalkOptions) {
    this.#scenario = scenario;
    this.#options = options;
    this.#named = new NamedAnswers(options.release, options.seed ?? 1);
    this.client = clientOf(scenario, options.release);
  }

  take(step: ScenarioStep): Mismatch[] {
    this.#after = {};
    try {
      knownRoutes(this.#options.release, Object.keys(step.expect?.shows ?? {}));
      // The order of this table is the order in which the parts of a step run.
      for (const [name, act] of Object.entries(this.#actions) as [Keys, (value: unknown) => void][]) {
        if (step[name] !== undefined) act(step[name]);
      }
      return step.expect ? mismatches(step.expect, this.client, this.#after, () => this.#texts()) : [];
    } catch (error) {
      return [failureOf(error)];
    }
  }

  readonly #actions: Actions = {
    today: (day) => void this.client.on(day),
    facts: (facts) => Object.entries(facts).forEach(([name, value]) => this.client.fact(name, value)),
    sendBack: (corrections) => this.#sendBack(corrections),
    otherDevice: () => void (this.client = this.client.otherDevice()),
    offline: (off) => void (off ? this.client.offline() : this.client.online()),
    newPerson: () => this.#newPerson(),
    given: (answers) => this.#named.nameAll(answers, '/given'),
    upTo: (step) => this.#upTo(step),
    open: (route) => this.#open(route),
    back: () => void this.client.back(),
    guest: (answers) => this.#guest(answers),
    fill: (example) => (example === 'rest' ? this.#complete('/fill') : this.#fill(example)),
    change: (paths) => paths.forEach((path) => this.client.change(knownPath(this.#options.release, path, '/change'))),
    answer: (answers) => this.#answer(answers),
    skip: () => this.#skip(),
    next: () => this.#next(),
    decide: (table) => this.#decide(table),
    happen: ({ lifeCycle, from, event, with: values = {} }) => this.#happen(lifeCycle, from, { ...values, name: event }),
    ask: ({ question, with: given = {} }) => this.#ask(question, given),
    look: (at) => void (this.#after.said = sayings(this.#options.release, at, this.client.around.today)),
    try: ({ form, answers }) => this.#try(form, answers),
  };

  #open(route: string): void {
    const { steps } = this.#options.release.flows[this.#scenario.flow] ?? { steps: [] };
    if (!steps.some((step) => isStepAt(step.route, route))) throw new WrongStep('/open', `No step of the flow has the route "${route}".`);
    this.client.open(route);
  }

  #newPerson(): void {
    this.#named = new NamedAnswers(this.#options.release, this.#options.seed ?? 1);
    this.client = clientOf(this.#scenario, this.#options.release);
  }

  #upTo(target: string): void {
    for (const { form, route, open, status } of this.client.position.path) {
      if (form === undefined || !open || status !== 'done' || !this.#named.isChanged(form)) continue;
      this.client.open(route);
      this.#pass();
    }
    while (this.client.at !== undefined && this.client.at !== target) {
      const reached = this.client.position.path.find(({ id, open }) => open && id === target);
      if (reached && !this.client.isTyping) return void this.client.open(reached.route);
      this.#pass();
    }
    if (target === 'end' || this.client.at === target) return;
    const passed = this.client.position.path.find(({ id }) => id === target);
    if (!passed) throw new WrongStep('/upTo', `The flow is complete and "${target}" was not reached.`);
    this.client.open(passed.route);
  }

  /** Answers the current step and leaves it. */
  #pass(): void {
    const { at: before } = this.client;
    if (this.client.isGuests) this.#guest({});
    else {
      if (this.client.asksForm) this.#complete('/upTo');
      this.client.next();
    }
    if (this.client.at !== before) return;
    const problems = this.client.asksForm ? this.client.problems().join(', ') : 'the server refused it';
    throw new WrongStep('/upTo', `The step "${before}" refuses the answers: ${problems}.`);
  }

  /** Answers what the current form still asks, with the named answers. */
  #complete(pointer: string): void {
    const { form, key, present } = this.client;
    const answers = this.#named.complete(key, present, this.client.surroundings, pointer);
    for (const [field, value] of Object.entries({ ...answers, ...this.#named.of(key) })) {
      if (isSame(value === '' ? undefined : value, present[field]) || form.locked(field) || !form.applies(field)) continue;
      if (form.isKept(field)) form.change(field);
      this.client.answer(`${key}.${field}`, value);
    }
  }

  #sendBack(corrections: NonNullable<ScenarioStep['sendBack']>): void {
    const known = corrections.map((request, index) => knownCorrection(this.#options.release, request, `/sendBack/${index}`));
    this.client.sendBackAll(known);
  }

  #guest(answers: NonNullable<ScenarioStep['guest']>): void {
    const { at, isGuests } = this.client;
    if (!isGuests) throw new WrongStep('/guest', `No guest answers the step "${at ?? 'after the end'}".`);
    const { key } = this.client;
    this.#named.nameAll({ [key]: answers }, '/guest');
    const problems = this.client.guest(this.#named.complete(key, {}, this.client.surroundings, '/guest'));
    if (problems.length > 0) throw new WrongStep('/guest', `The form refuses the answers of the guest: ${problems.join(', ')}.`);
  }

  #fill(index: number): void {
    const { id } = this.client.form;
    this.client.answers(id, exampleOf(this.#options.release, id, index));
  }

  #answer(answers: NonNullable<ScenarioStep['answer']>): void {
    this.#named.nameAll(answers, '/answer');
    for (const [form, values] of Object.entries(answers)) this.client.answers(form, values);
  }

  #skip(): void {
    const { at } = this.client;
    const flow = this.#options.release.flows[this.#scenario.flow];
    if (!flow || at === undefined || !isOptional(flow, at))
      throw new WrongStep('/skip', `The step "${at ?? 'after the end'}" is not optional.`);
    this.client.skip();
  }

  #next(): void {
    if (this.client.at === undefined) throw new WrongStep('/next', 'The flow is complete: there is no next.');
    this.client.next();
  }

  #decide(id: string): void {
    const { decisionTables } = this.#options.release;
    const found = Object.hasOwn(decisionTables, id) ? decisionTables[id] : undefined;
    if (!found) throw new WrongStep('/decide', `There is no decision table "${id}".`);
    const context = { ...this.client.submission, ...this.client.around, facts: this.client.facts };
    this.#after.outcome = decide(found.table, found.expressions, context).outcome;
  }

  #happen(id: string, from: string, event: { name: string }): void {
    const { lifeCycles } = this.#options.release;
    const found = Object.hasOwn(lifeCycles, id) ? lifeCycles[id] : undefined;
    if (!found) throw new WrongStep('/happen', `There is no life cycle "${id}".`);
    this.#after.transition = transition(found.lifeCycle, found.expressions, from, event, { ...this.client.around });
  }

  #ask(name: string, given: Readonly<Record<string, unknown>>): void {
    const { questions = {}, release } = this.#options;
    const question = Object.hasOwn(questions, name) ? questions[name] : undefined;
    if (!question)
      throw new WrongStep('/ask/question', `There is no question "${name}". The questions are ${Object.keys(questions).join(', ')}.`);
    this.#after.answer = question(given, { release, today: this.client.around.today });
  }

  #try(form: string, answers: Readonly<Record<string, unknown>>): void {
    const { release } = this.#options;
    for (const field of Object.keys(answers)) knownPath(release, `${form}.${field}`, '/try/answers');
    const found = new Behaviour(release, this.client.around.today).form(form, { ...answers })?.problems ?? [];
    // Only problems of the tried answers count, not the form's other questions.
    this.#after.tried = found.filter((problem) => Object.keys(answers).some((field) => /^\/(\w+)/.exec(problem)?.[1] === field));
  }

  #texts(): string[] {
    const { release } = this.#options;
    if (!this.client.asksForm) return [];
    const { form } = this.client;
    const definition = release.forms[form.id];
    return definition ? shownTexts(release, this.#scenario.language ?? release.settings.languages.default, form, definition) : [];
  }
}

function clientOf({ flow: id, today = firstDay, session = {}, features = {} }: Scenario, release: OpenRelease): FlowClient {
  const flow = Object.hasOwn(release.flows, id) ? release.flows[id] : undefined;
  if (!flow) throw new WrongStep('/flow', `There is no flow "${id}".`);
  const asked = flow.steps.flatMap(({ form }) => (form !== undefined && release.forms[form] ? [release.forms[form]] : []));
  const around: Around = {
    today,
    session: { phone: ownPhone, ...session },
    constants: release.settings.constants,
    features: { ...release.settings.features, ...features },
  };
  return new FlowClient({
    flow,
    modules: Object.fromEntries(asked.map(({ module }) => [module.id, module])),
    definitions: Object.fromEntries(asked.map(({ module, schema, ui }) => [module.id, { schema, ui }])),
    around,
  });
}
