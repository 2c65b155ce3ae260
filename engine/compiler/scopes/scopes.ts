import type { Flow, FlowStep } from '../../config/flow.ts';
import type { Screen } from '../../config/screen.ts';
import { checkExpression, type JsonSchema, type NamedConditions, type Scope } from '../../expression/index.ts';
import { fieldOfScope, ownersOf, scopeAt } from '../../form/owners.ts';
import type { BundledForm } from '../forms/bundle.ts';
import type { Entry, Project } from '../project/project.ts';
import type { Place, Sites } from '../names/walk.ts';
import { screenNeeds } from '../names/screens.ts';
import { pointerToPath } from '../project/document.ts';
import { answersSchema, localSchema, schemaOfValues } from './answers.ts';

/** What expressions can read, by their place. */
export interface Scopes {
  at(entry: Entry, place: Place): Scope;
  /** What the expressions of an object in a form can read. @param scope of their `self` (`Owner`) */
  ofOwner(form: string, scope: string): Scope;
}

const anything: JsonSchema = {};
const text: JsonSchema = { type: 'string' };

export function createScopes(
  project: Project,
  forms: ReadonlyMap<string, BundledForm>,
  conditions: NamedConditions,
  sitesOf: (entry: Entry) => Sites,
): Scopes {
  const base = baseScope(project);
  const named = (...names: string[]) => namedScope(project, names);
  const { answersOf, before, earlierForms, allForms } = askedForms(project, forms);
  const cached = new Map<string, Scope>();

  function once(key: string, make: () => Scope): Scope {
    let scope = cached.get(key);
    if (!scope) cached.set(key, (scope = make()));
    return scope;
  }

  function ofForm(id: string): Scope {
    return once(`form ${id}`, () => ({
      ...earlierForms(id),
      ...named('session'),
      ...base,
      self: answersOf(id, false, true)[id] ?? anything,
    }));
  }

  function ofOwner(id: string, scope: string): Scope {
    if (scope === '') return ofForm(id);
    return once(`form ${id} ${scope}`, () => {
      const { self: form = anything, ...around } = ofForm(id);
      const owner = ownersOf(forms.get(id)?.schema ?? { properties: {} }).find((each) => each.scope === scope);
      const self = owner ? { type: 'object', ...owner.schema } : anything;
      return { ...around, self, form: withAnswer(form, fieldOfScope(scope)), ...(scope.includes('[]') && { index: { type: 'integer' } }) };
    });
  }

  function ofFlow({ id, value: flow }: Entry<Flow>, place: Place): Scope {
    const [, index, key] = pointerToPath(place.pointer);
    const isStep = place.pointer.startsWith('/steps/');
    const upTo = isStep ? Number(index) + (key === 'until' ? 1 : 0) : flow.steps.length;
    return once(`flow ${id} ${upTo}`, () => ({ ...before(flow, upTo), ...named('session', 'facts'), ...base }));
  }

  function ofScreen(entry: Entry<Screen>, place: Place): Scope {
    const shown = () => screenNeeds(entry, sitesOf(entry), project, forms).forms;
    const own = once(`screen ${entry.id}`, () => ({
      ...(entry.value.flow !== undefined && merged(shown().map(earlierForms))),
      ...merged(shown().map((id) => answersOf(id, false, true))),
      ...named('session', 'device', 'route'),
      ...base,
      local: localSchema(entry.value),
      ...Object.fromEntries(Object.entries(entry.value.data ?? {}).map(([name, { op }]) => [name, outputOf(project, op)])),
    }));
    const withItem = place.lists.reduce<Scope>((scope, source) => ({ ...scope, item: itemOf(source, scope, conditions) }), own);
    return { ...withItem, ...place.offers, ...(place.resultOf !== undefined && { result: outputOf(project, place.resultOf) }) };
  }

  const byKind: Readonly<Record<string, (entry: Entry, place: Place) => Scope>> = {
    form: (entry, place) => ofOwner(entry.id, scopeAt(pointerToPath(place.pointer).map(String))),
    flow: (entry, place) => ofFlow(entry as Entry<Flow>, place),
    screen: (entry, place) => ofScreen(entry as Entry<Screen>, place),
    content: () => once('content', () => ({ ...base, ...named('session', 'device', 'route') })),
    navigation: () => once('navigation', () => ({ ...base, ...named('route', 'device', 'session', 'query') })),
    conditions: () => once('conditions', () => ({ ...allForms(), ...base, ...named('session', 'facts', 'device', 'route', 'query') })),
    decisionTable: () => once('decisionTable', () => ({ ...allForms(), ...base, ...named('facts') })),
    lifeCycle: () => once('lifeCycle', () => ({ ...base, ...named('event', 'facts') })),
  };

  return {
    ofOwner,
    at(entry, place) {
      const own = Object.hasOwn(byKind, entry.kind) ? byKind[entry.kind] : undefined;
      if (own) return own(entry, place);
      return once(`kind ${entry.kind}`, () => ({ ...base, ...project.kinds[entry.kind]?.scope }));
    },
  };
}

/** The answers that flows have asked for at a given point. */
function askedForms(project: Project, forms: ReadonlyMap<string, BundledForm>) {
  function answersOf(id: string, maybeNotAsked: boolean, transient = false): Scope {
    const form = forms.get(id);
    return { [id]: form ? answersSchema(form, { transient, maybeNotAsked }) : anything };
  }

  /** The forms of earlier steps in one flow. A step with a condition may have been skipped. */
  function before(flow: Flow, upTo: number): Scope {
    const steps = flow.steps.slice(0, upTo);
    return merged(steps.flatMap((step) => (step.form === undefined ? [] : [answersOf(step.form, isConditional(step))])));
  }

  /** The forms that every flow with this form asks for before it. */
  function earlierForms(id: string): Scope {
    // The order of an unreadable flow is unknown.
    if (project.isBroken('flow')) return allForms();
    const scopes = project.all('flow').flatMap(({ value: flow }) => {
      const index = flow.steps.findIndex((step) => step.form === id);
      return index === -1 ? [] : [before(flow, index)];
    });
    return merged(scopes);
  }

  /** All forms. A form is certain if some flow always asks for it. */
  function allForms(): Scope {
    const always = new Set(
      project.all('flow').flatMap(({ value }) => value.steps.flatMap((step) => (isConditional(step) ? [] : (step.form ?? [])))),
    );
    return merged(project.knownIds('form').map((id) => answersOf(id, !always.has(id) && !project.isBroken('flow'))));
  }

  return { answersOf, before, earlierForms, allForms };
}

/** Inside an answer, the answer itself is there. */
function withAnswer(form: JsonSchema, field: string): JsonSchema {
  const { 'x-when': _when, ...answer }: JsonSchema = form.properties?.[field] ?? {};
  return { ...form, properties: { ...form.properties, [field]: answer }, required: [...(form.required ?? []), field] };
}

const merged = (scopes: readonly Scope[]): Scope => Object.fromEntries(scopes.flatMap(Object.entries<JsonSchema>));

/** The names that every expression can read. */
function baseScope(project: Project): Scope {
  const settings = project.one('settings')?.value;
  return {
    today: text,
    constants: settings ? schemaOfValues(settings.constants) : anything,
    features: settings ? schemaOfValues(settings.features) : anything,
  };
}

/** Registered namespaces. An unregistered one accepts anything. */
function namedScope({ registry }: Project, names: readonly string[]): Scope {
  const namespaces: Scope = registry.namespaces;
  return Object.fromEntries(names.map((name) => [name, namespaces[name] ?? anything]));
}

function outputOf({ registry: { operations } }: Project, operation: string): JsonSchema {
  const output: JsonSchema | undefined = Object.hasOwn(operations, operation) ? operations[operation]?.output : undefined;
  return output ?? anything;
}

function itemOf(source: string, scope: Scope, conditions: NamedConditions): JsonSchema {
  const { item } = checkExpression(source, scope, 'list', conditions).type;
  return item?.schema ?? (item && item.kind !== 'dyn' && item.kind !== 'map' ? { type: jsonTypes[item.kind] } : anything);
}

const jsonTypes: Readonly<Record<string, string>> = { string: 'string', number: 'number', bool: 'boolean', list: 'array' };

function isConditional(step: FlowStep): boolean {
  return step.when !== undefined || step.optional === true;
}
