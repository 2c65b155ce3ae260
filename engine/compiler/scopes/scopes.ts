import type { CarryOver } from '../../config/carryOver.ts';
import type { Screen } from '../../config/screen.ts';
import { checkExpression, type JsonSchema, type NamedConditions, type Scope } from '../../expression/index.ts';
import { fieldOfScope, ownersOf, scopeAt } from '../../form/owners.ts';
import type { BundledForm } from '../forms/bundle.ts';
import type { Entry, Project } from '../project/project.ts';
import type { Place } from '../names/walk.ts';
import type { ScreenNeeds } from '../names/screens.ts';
import { pointerToPath } from '../project/document.ts';
import { anything, askedForms, merged } from './asked.ts';
import { localSchema, schemaOfValues } from './answers.ts';
import { onceByKey } from './once.ts';
import { scopeOfMigration, scopeOfPast } from './pastForms.ts';

/** The scopes of expressions, by their place. */
export interface Scopes {
  at(entry: Entry, place: Place): Scope;
  /** The scope of expressions in an object of a form. @param scope of their `self` (`Owner`) */
  ofOwner(form: string, scope: string): Scope;
  /** Everything that determines the scopes of a file: namespaces with their types. Those of unchanged files stay the same objects. */
  inputsOf(entry: Entry): readonly unknown[];
  /** The scope of a migration's condition for a draft of this configuration, before the migration is part of it. */
  ofDraft(carryOver: CarryOver, place: Place): Scope;
}

const text: JsonSchema = { type: 'string' };

export function createScopes(
  project: Project,
  forms: ReadonlyMap<string, BundledForm>,
  conditions: NamedConditions,
  needs: (screen: Entry<Screen>) => ScreenNeeds,
): Scopes {
  const base = baseScope(project);
  const named = (...names: string[]) => namedScope(project, names);
  const asked = askedForms(project, forms);
  const { answersOf, earlierForms, allForms, itemOfForm, atStep } = asked;
  const answers = () => ({ today: allForms(), itemsOf: itemOfForm });
  const once = onceByKey<Scope>();

  function ofForm(id: string): Scope {
    return once(`form ${id}`, () => ({
      ...earlierForms(id),
      ...itemOfForm(id),
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

  const ofSteps = (entry: Entry, place: Place): Scope =>
    once(`${entry.kind} ${entry.id} ${place.pointer}`, () => ({ ...atStep(entry, place.pointer), ...named('session', 'facts'), ...base }));

  const answersFor = answersByKind(asked, (screen) => needs(screen).forms);

  function ofScreen(entry: Entry<Screen>, place: Place): Scope {
    const own = once(`screen ${entry.id}`, () => ({
      ...merged(answersFor(entry)),
      ...named('session', 'device', 'route'),
      ...base,
      local: localSchema(entry.value),
      ...Object.fromEntries(Object.entries(entry.value.data ?? {}).map(([name, { op }]) => [name, outputOf(project, op)])),
    }));
    const withItem = place.lists.reduce<Scope>((scope, source) => ({ ...scope, item: itemOf(source, scope, conditions) }), own);
    return withOffers(withItem, place, project);
  }

  const byKind: Readonly<Record<string, (entry: Entry, place: Place) => Scope>> = {
    form: (entry, place) => ofOwner(entry.id, scopeAt(pointerToPath(place.pointer).map(String))),
    flow: ofSteps,
    subFlow: ofSteps,
    screen: (entry, place) => ofScreen(entry as Entry<Screen>, place),
    content: () => once('content', () => ({ ...base, ...named('session', 'device', 'route') })),
    navigation: () => once('navigation', () => ({ ...base, ...named('route', 'device', 'session', 'query') })),
    conditions: () => once('conditions', () => ({ ...allForms(), ...base, ...named('session', 'facts', 'device', 'route', 'query') })),
    decisionTable: () => once('decisionTable', () => ({ ...allForms(), ...base, ...named('facts') })),
    carryOver: (entry, { pointer }) =>
      once(`migration ${pointer}`, () => scopeOfMigration((entry as Entry<CarryOver>).value, pointer, answers())),
    lifeCycle: () => once('lifeCycle', () => ({ ...base, ...named('event', 'facts') })),
  };

  return {
    inputsOf(entry) {
      const { constants, features } = project.one('settings')?.value ?? {};
      return [constants, features, ...answersFor(entry).flatMap((scope) => Object.entries(scope).flat())];
    },
    ofOwner,
    ofDraft: (carryOver, { pointer }) => scopeOfPast(carryOver, pointer, answers()),
    at(entry, place) {
      const own = Object.hasOwn(byKind, entry.kind) ? byKind[entry.kind] : undefined;
      if (own) return own(entry, place);
      return once(`kind ${entry.kind}`, () => ({ ...base, ...project.kinds[entry.kind]?.scope }));
    },
  };
}

/**
 * Returns the answers that a file may read, by its kind. Other kinds read none.
 *
 * @param shownOn the forms of a screen
 */
function answersByKind(asked: ReturnType<typeof askedForms>, shownOn: (screen: Entry<Screen>) => string[]): (entry: Entry) => Scope[] {
  const { answersOf, earlierForms, allForms, itemOfForm, inFlow } = asked;
  let known: Scope | undefined;
  const all = () => [(known ??= allForms())];
  const byKind: Readonly<Record<string, (entry: Entry) => Scope[]>> = {
    form: ({ id }) => [earlierForms(id), itemOfForm(id), answersOf(id, false, true)],
    flow: inFlow,
    subFlow: inFlow,
    screen(entry) {
      const screen = entry as Entry<Screen>;
      const shown = shownOn(screen);
      const earlier = screen.value.flow === undefined ? [] : shown.map(earlierForms);
      return [...earlier, ...shown.map((id) => answersOf(id, false, true)), ...shown.map(itemOfForm)];
    },
    conditions: all,
    decisionTable: all,
    carryOver: all,
  };
  return (entry) => (Object.hasOwn(byKind, entry.kind) ? (byKind[entry.kind]?.(entry) ?? []) : []);
}

/** Adds what a block or an operation offers to its actions. */
function withOffers(scope: Scope, { offers, resultOf }: Place, project: Project): Scope {
  if (!offers && resultOf === undefined) return scope;
  return { ...scope, ...offers, ...(resultOf !== undefined && { result: outputOf(project, resultOf) }) };
}

/** Adds the answer to its own form's scope, for expressions inside the answer. */
function withAnswer(form: JsonSchema, field: string): JsonSchema {
  const { 'x-when': _when, ...answer }: JsonSchema = form.properties?.[field] ?? {};
  return { ...form, properties: { ...form.properties, [field]: answer }, required: [...(form.required ?? []), field] };
}

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

const jsonTypes: Readonly<Record<string, string>> = {
  string: 'string',
  int: 'integer',
  double: 'number',
  bool: 'boolean',
  list: 'array',
};
