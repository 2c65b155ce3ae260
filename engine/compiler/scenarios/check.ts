import type { Flow } from '../../config/flow.ts';
import type { PropertySchema } from '../../config/form.ts';
import type { Expectation, Scenario, ScenarioStep } from '../../config/scenario.ts';
import { reasonsFor } from '../../config/corrections.ts';
import { withoutItem } from '../../flow/instances.ts';
import { isStepAt } from '../../flow/places.ts';
import { fieldOf } from '../../form/pointer.ts';
import { isPlainObject } from '../../form/empty.ts';
import { nearMiss } from '../../expression/index.ts';
import type { Analysis } from '../analysis.ts';
import type { Finding, Located } from '../diagnostics.ts';
import { pointerTo } from '../project/document.ts';
import type { Entry } from '../project/project.ts';
import { checkNames } from '../names/references.ts';
import { allRoutes } from '../names/routes.ts';

type Code = Finding['code'];
type Values = Readonly<Record<string, unknown>>;

/** Checks the names in scenarios: a scenario with a typo would test something else, or nothing. */
export function checkScenarios(scenarios: readonly Entry<Scenario>[], analysis: Analysis): Located[] {
  return scenarios.flatMap((entry) => {
    const unknown = checkNames(entry, analysis);
    const flow = analysis.project.get('flow', entry.value.flow)?.value;
    // Without its flow, every step of the scenario is meaningless.
    if (!flow) return unknown.filter(({ finding }) => finding.pointer === '/flow');
    const names = new Names(flow, analysis);
    const found = entry.value.steps.flatMap((step, index) => ofStep(step, `/steps/${index}`, names));
    return [...unknown, ...[...names.languages(entry.value), ...found].map((finding) => ({ document: entry.document, finding }))];
  });
}

function ofStep(step: ScenarioStep, pointer: string, names: Names): Finding[] {
  const { given = {}, answer = {}, guest = {}, change = [], upTo, open, decide, happen, sendBack = [], try: tried, expect = {} } = step;
  const wrong = new Set((expect.problems ?? []).map((problem) => fieldOf(problem.split(' ', 1)[0] ?? '')));
  return [
    ...names.answers(given, `${pointer}/given`, wrong),
    ...names.answers(answer, `${pointer}/answer`, wrong),
    ...Object.keys(guest).flatMap((field) => names.anyField(field, pointerTo(`${pointer}/guest`, field), 'key')),
    ...change.flatMap((path, index) => names.path(path, `${pointer}/change/${index}`)),
    ...(upTo === undefined || upTo === 'end' ? [] : names.step(upTo, `${pointer}/upTo`)),
    ...(open === undefined ? [] : names.stepRoute(open, `${pointer}/open`)),
    ...(decide === undefined ? [] : names.decisionTable(decide, `${pointer}/decide`)),
    ...(happen ? names.event(happen, `${pointer}/happen`) : []),
    ...sendBack.flatMap((request, index) => names.correction(request, `${pointer}/sendBack/${index}`)),
    ...(tried ? names.given(tried.form, tried.answers, `${pointer}/try/answers`, wrong) : []),
    ...ofExpectation(expect, `${pointer}/expect`, names, tried?.form),
    ...(happen && expect.state !== undefined ? names.state(happen.lifeCycle, expect.state, `${pointer}/expect/state`) : []),
  ];
}

/** @param form the form that the problems belong to, if the step names it */
function ofExpectation(expect: Expectation, pointer: string, names: Names, form?: string): Finding[] {
  const { position, path = [], problems = [], stored = {}, shows = {}, effects = [] } = expect;
  const fields = (['asks', 'asksNot', 'locked'] as const).flatMap((name) =>
    (expect[name] ?? []).flatMap((field, index) => names.anyField(field, `${pointer}/${name}/${index}`)),
  );
  return [
    ...(position === undefined || position === 'complete' ? [] : names.step(position, `${pointer}/position`)),
    ...path.flatMap((id, index) => names.step(id, `${pointer}/path/${index}`)),
    ...problems.flatMap((problem, index) => names.problem(problem, `${pointer}/problems/${index}`, form)),
    ...fields,
    ...names.answers(stored, `${pointer}/stored`),
    ...Object.keys(shows).flatMap((route) => names.route(route, pointerTo(`${pointer}/shows`, route))),
    ...effects.flatMap((effect, index) => names.effect(effect, `${pointer}/effects/${index}`)),
  ];
}

/** The names that a scenario of a flow can use. */
class Names {
  readonly #flow: Flow;
  readonly #analysis: Analysis;
  /** The fields of all forms that the flow asks for. */
  readonly #fields: readonly string[];

  constructor(flow: Flow, analysis: Analysis) {
    this.#flow = flow;
    this.#analysis = analysis;
    const forms = new Set(flow.steps.flatMap(({ form }) => form ?? []));
    this.#fields = [...new Set([...forms].flatMap((form) => Object.keys(this.#propertiesOf(form) ?? {})))];
  }

  languages({ language }: Scenario): Finding[] {
    const offered = this.#analysis.project.one('settings')?.value.languages.offered.map(({ code }) => code) ?? [];
    return language === undefined ? [] : known('unknown-language', 'language', language, offered, '/language');
  }

  step(id: string, pointer: string): Finding[] {
    const ids = this.#flow.steps.map((step) => step.id);
    return known('unknown-step', 'step', withoutItem(id), ids, pointer);
  }

  stepRoute(route: string, pointer: string): Finding[] {
    const routes = this.#flow.steps.map((step) => step.route);
    return routes.some((each) => isStepAt(each, route)) ? [] : this.route(route, pointer);
  }

  route(route: string, pointer: string): Finding[] {
    return known('unknown-route', 'route', route.replace(/[?#].*$/, ''), allRoutes(this.#analysis.project), pointer, 'key');
  }

  decisionTable(id: string, pointer: string): Finding[] {
    return known('unknown-decision-table', 'decision table', id, this.#analysis.project.ids('decisionTable'), pointer);
  }

  /** A life cycle that does not exist has a finding of its own. */
  event({ lifeCycle: id, from, event }: NonNullable<ScenarioStep['happen']>, pointer: string): Finding[] {
    const states = this.#analysis.project.get('lifeCycle', id)?.value.states;
    if (!states) return [];
    const events = [...new Set(Object.values(states).flatMap(({ on = {} }) => Object.keys(on)))];
    return [...this.state(id, from, `${pointer}/from`), ...known('unknown-life-cycle-event', 'event', event, events, `${pointer}/event`)];
  }

  state(lifeCycle: string, state: string, pointer: string): Finding[] {
    const states = this.#analysis.project.get('lifeCycle', lifeCycle)?.value.states;
    return states ? known('unknown-state', 'state', state, Object.keys(states), pointer) : [];
  }

  effect(effect: string, pointer: string): Finding[] {
    return known('unknown-effect', 'effect', effect, Object.keys(this.#analysis.project.registry.effects), pointer);
  }

  correction({ form, field, reason }: NonNullable<ScenarioStep['sendBack']>[number], pointer: string): Finding[] {
    if (!this.#propertiesOf(form)) return [];
    const unknown = this.#field(form, field, `${pointer}/field`);
    if (unknown.length > 0) return unknown;
    const reasons = reasonsFor(this.#analysis.project.one('corrections')?.value, withoutItem(form), field);
    return known('unknown-reason', 'reason', reason, reasons, `${pointer}/reason`);
  }

  /** The form on screen is unknown, so any of the flow can have the field. */
  anyField(field: string, pointer: string, at: Finding['at'] = 'value'): Finding[] {
    return known('unknown-field', 'field', field, this.#fields, pointer, at);
  }

  problem(problem: string, pointer: string, form?: string): Finding[] {
    const [at = ''] = problem.split(' ', 1);
    if (at === '' || at === '/') return [];
    return form === undefined ? this.anyField(fieldOf(at), pointer) : this.#field(form, fieldOf(at), pointer);
  }

  path(path: string, pointer: string): Finding[] {
    const [form = '', field = ''] = path.split('.');
    return [...this.#form(form, pointer), ...this.#field(form, field, pointer)];
  }

  /** @param wrong fields whose answer is meant to be refused */
  answers(answers: Readonly<Record<string, unknown>>, pointer: string, wrong: ReadonlySet<string> = new Set()): Finding[] {
    return Object.entries(answers).flatMap(([form, given]) => {
      const at = pointerTo(pointer, form);
      const unknown = this.#form(form, at, 'key');
      return unknown.length > 0 || !isPlainObject(given) ? unknown : this.given(form, given, at, wrong);
    });
  }

  given(form: string, answers: Values, pointer: string, wrong: ReadonlySet<string>): Finding[] {
    return Object.entries(answers).flatMap(([field, value]) => {
      const property = this.#propertiesOf(form)?.[field];
      if (!property) return this.#field(form, field, pointerTo(pointer, field), 'key');
      return wrong.has(field) ? [] : codes(property, value, pointerTo(pointer, field));
    });
  }

  #form(form: string, pointer: string, at: Finding['at'] = 'value'): Finding[] {
    return known('unknown-form', 'form', withoutItem(form), this.#analysis.project.ids('form'), pointer, at);
  }

  #field(form: string, field: string, pointer: string, at: Finding['at'] = 'value'): Finding[] {
    const properties = this.#propertiesOf(form);
    return properties ? known('unknown-field', 'field', field, Object.keys(properties), pointer, at) : [];
  }

  #propertiesOf(form: string): Readonly<Record<string, PropertySchema>> | undefined {
    return this.#analysis.forms.get(withoutItem(form))?.schema.properties;
  }
}

function known(code: Code, title: string, name: string, names: readonly string[], pointer: string, at: Finding['at'] = 'value'): Finding[] {
  if (names.includes(name)) return [];
  return [{ code, pointer, at, message: `There is no ${title} "${name}".`, ...nearMiss(name, names) }];
}

/** Finds codes that an enum of the field does not have, also inside objects and lists. An empty text clears a field. */
function codes({ enum: allowed, items, properties }: PropertySchema, value: unknown, pointer: string): Finding[] {
  if (Array.isArray(value)) return items ? value.flatMap((each, index) => codes(items, each, `${pointer}/${index}`)) : [];
  if (isPlainObject(value)) return ofParts(properties ?? {}, value, pointer);
  if (!allowed || typeof value !== 'string' || value === '') return [];
  return known('unknown-code', 'code', value, allowed.map(String), pointer);
}

function ofParts(properties: Readonly<Record<string, PropertySchema>>, value: Values, pointer: string): Finding[] {
  return Object.entries(value).flatMap(([name, each]) => {
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
    return property ? codes(property, each, pointerTo(pointer, name)) : [];
  });
}
