import type { MigrationStep } from '../config/carryOver.ts';
import type { Answers, FormAnswers } from '../config/definitions.ts';
import { instanceKey, itemNumber, withoutItem } from '../flow/instances.ts';
import type { AskedAgain, Draft, Migrated, Place } from './types.ts';
import { changeAt, mapped, renamed, without } from './values.ts';

type Kind = keyof MigrationStep;
type Given<K extends Kind> = NonNullable<MigrationStep[K]>;

/** A draft between two migration steps. */
interface State {
  flow: string;
  answers: Answers;
  places: (Place | undefined)[];
  askedAgain: AskedAgain[];
  stepNames: Record<string, string>;
}

/**
 * Applies the steps of migrations to a draft, in order. Pure, and the same on server and device. A step without its answer changes
 * nothing, so applying the steps twice is safe.
 *
 * @param flow id of the draft's flow
 */
export function migrate(flow: string, draft: Draft, steps: readonly MigrationStep[]): Migrated {
  const begin: State = { flow, answers: draft.answers, places: [...draft.places], askedAgain: [], stepNames: {} };
  return steps.reduce(take, begin);
}

/**
 * Returns the steps that keep the meaning of an answer: they rename, move or drop it. A confirmation stays valid if no other step
 * changes it.
 */
export const keepingSteps = (steps: readonly MigrationStep[]): MigrationStep[] =>
  steps.filter((step) => step.rename ?? step.renameStep ?? step.move ?? step.drop ?? step.mapCode?.sameMeaning);

const takers: { [K in Kind]-?: (state: State, step: Given<K>) => State } = {
  rename: (state, { form, field, to }) => (field === undefined ? renameForm(state, form, to) : renameField(state, form, field, to)),
  renameStep: (state, { flow, step, to }) => (flow === state.flow ? { ...state, stepNames: chained(state.stepNames, step, to) } : state),
  move: moveField,
  mapCode: (state, { form, field, codes }) =>
    inField(state, form, field, (owner, name) => ({ ...owner, [name]: mapped(owner[name], codes) })),
  default: (state, { form, field, value }) => {
    const given = state.answers[form];
    return given && !Object.hasOwn(given, field)
      ? { ...state, answers: { ...state.answers, [form]: { ...given, [field]: value } } }
      : state;
  },
  drop: (state, { form, field }) => (field === undefined ? dropForm(state, form) : dropField(state, form, field)),
  askAgain: (state, { form, field }) => askAgain(state, form, field),
};

function take(state: State, step: MigrationStep): State {
  const [entry] = Object.entries(step);
  if (!entry) return state;
  const taker = takers[entry[0] as Kind] as (state: State, step: unknown) => State;
  const given = entry[1] as Readonly<Record<string, unknown>>;
  return numbersOf(state, given['form']).reduce((next, number) => taker(next, ofItem(given, number)), taker(state, given));
}

/** The numbers of the items for which a form was asked. */
function numbersOf({ answers, places, askedAgain }: State, form: unknown): number[] {
  const keys = [...Object.keys(answers), ...[...places, ...askedAgain].flatMap((place) => place?.form ?? [])];
  return [...new Set(keys.flatMap((key) => (withoutItem(key) === form ? (itemNumber(key) ?? []) : [])))];
}

/** Returns a step for the answers about one item. */
function ofItem(given: Readonly<Record<string, unknown>>, number: number): Record<string, unknown> {
  const names = ['form', 'toForm', ...(given['field'] === undefined ? ['to'] : [])];
  const keyed = names.flatMap((name) => (typeof given[name] === 'string' ? [[name, instanceKey(given[name], number)]] : []));
  return { ...given, ...Object.fromEntries(keyed) };
}

const inField = (state: State, form: string, field: string, change: (owner: FormAnswers, name: string) => FormAnswers): State => {
  const given = state.answers[form];
  if (!given) return state;
  return { ...state, answers: { ...state.answers, [form]: changeAt(given, field.split('.'), change) as FormAnswers } };
};

function renameForm(state: State, form: string, to: string): State {
  const follow = <P extends AskedAgain>(place: P): P => (place.form === form ? { ...place, form: to } : place);
  return {
    ...state,
    answers: renamed(state.answers, form, to),
    places: state.places.map((place) => place && follow(place)),
    askedAgain: state.askedAgain.map(follow),
  };
}

function renameField(state: State, form: string, field: string, to: string): State {
  const changed = inField(state, form, field, (owner, name) => renamed(owner, name, to));
  if (!field.includes('.')) return followField(changed, { form, field }, { form, field: to });
  return withPlaces(changed, (place) => renamedPart(place, form, field, to));
}

function moveField(state: State, { form, field, toForm, to = field }: Given<'move'>): State {
  const given = state.answers[form];
  const followed = followField(state, { form, field }, { form: toForm, field: to });
  if (!given || !Object.hasOwn(given, field)) return followed;
  const target = { ...state.answers[toForm], [to]: given[field] };
  return { ...followed, answers: { ...state.answers, [form]: without(given, field), [toForm]: target } };
}

function followField(state: State, from: Place, to: Place): State {
  const is = (place: AskedAgain | undefined) => place?.form === from.form && place.field === from.field;
  return {
    ...state,
    places: state.places.map((place) => (place && is(place) ? { ...place, ...to } : place)),
    askedAgain: state.askedAgain.map((place) => (is(place) ? to : place)),
  };
}

function dropForm(state: State, form: string): State {
  const places = state.places.map((place) => (place?.form === form ? undefined : place));
  return { ...state, answers: without(state.answers, form), places, askedAgain: state.askedAgain.filter((each) => each.form !== form) };
}

function dropField(state: State, form: string, field: string): State {
  const dropped = inField(state, form, field, without);
  const isIt = (place: AskedAgain) => place.form === form && place.field === field;
  const left = withPlaces(dropped, (place) => (isIt(place) || isPartOf(place, form, field) ? undefined : place));
  return { ...left, askedAgain: state.askedAgain.filter((each) => !isIt(each)) };
}

const withPlaces = (state: State, change: (place: Place) => Place | undefined): State => ({
  ...state,
  places: state.places.map((place) => place && change(place)),
});

/** Names of properties on the way to a place; items of a list have none. */
const namesOf = ({ field, part = '' }: Place): string[] => [field, ...part.split('/').filter((key) => key !== '' && !/^\d+$/.test(key))];

/** Whether a place is a property inside an answer (`contacts.phone`), or inside that property. */
const isPartOf = (place: Place, form: string, path: string): boolean =>
  place.form === form && path.includes('.') && path.split('.').every((name, index) => namesOf(place)[index] === name);

/** Renames a property on the way to a place. */
function renamedPart(place: Place, form: string, path: string, to: string): Place {
  if (!isPartOf(place, form, path) || place.part === undefined) return place;
  const depth = path.split('.').length - 1;
  let passed = 0;
  const keys = place.part.split('/').map((key) => (key !== '' && !/^\d+$/.test(key) && ++passed === depth ? to : key));
  return { ...place, part: keys.join('/') };
}

/** Asks again only those who already answered. */
function askAgain(state: State, form: string, field: string | undefined): State {
  if (!state.answers[form]) return state;
  const forgotten = field === undefined ? { ...state, answers: without(state.answers, form) } : inField(state, form, field, without);
  const asked = field === undefined ? { form } : { form, field: field.split('.')[0] ?? field };
  return { ...forgotten, askedAgain: [...state.askedAgain, asked] };
}

function chained(names: Readonly<Record<string, string>>, from: string, to: string): Record<string, string> {
  const [first = from] = Object.entries(names).find(([, now]) => now === from) ?? [];
  return { ...names, [first]: to };
}
