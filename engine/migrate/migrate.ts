import type { MigrationStep } from '../config/carryOver.ts';
import type { Answers, FormAnswers } from '../config/definitions.ts';
import { instanceKey, itemNumber, withoutItem } from '../flow/instances.ts';
import type { AskedAgain, ChosenStep, Draft, Migrated, Place } from './types.ts';
import { changeAt, mapped, ownersAt, renamed, without, type Change } from './values.ts';

type Kind = keyof MigrationStep;
type Given<K extends Kind> = NonNullable<MigrationStep[K]>;
/** The places where a step with `when` applies, by the positions of list items. Undefined for a step without `when`. */
type Holds = ((items: readonly number[]) => boolean) | undefined;

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
export function migrate(flow: string, draft: Draft, steps: readonly ChosenStep[]): Migrated {
  const begin: State = { flow, answers: draft.answers, places: [...draft.places], askedAgain: [], stepNames: {} };
  return steps.reduce(take, begin);
}

/**
 * Returns the steps that keep the meaning of an answer: they rename, move or drop it. A confirmation stays valid if no other step
 * changes it.
 */
export const keepingSteps = (steps: readonly ChosenStep[]): ChosenStep[] =>
  steps.filter((step) => step.rename ?? step.renameStep ?? step.move ?? step.drop ?? step.mapCode?.sameMeaning);

const takers: { [K in Kind]-?: (state: State, step: Given<K>, holds: Holds) => State } = {
  rename: (state, { form, field, to }, holds) =>
    field === undefined ? renameForm(state, form, to) : renameField(state, { form, field, to }, holds),
  renameStep: (state, { flow, step, to }) => (flow === state.flow ? { ...state, stepNames: chained(state.stepNames, step, to) } : state),
  move: moveField,
  mapCode: (state, { form, field, codes }, holds) =>
    inField(state, { form, field, holds }, (owner, name) => ({ ...owner, [name]: mapped(owner[name], codes) })),
  default: (state, { form, field, value }) => {
    const given = state.answers[form];
    return given && !Object.hasOwn(given, field)
      ? { ...state, answers: { ...state.answers, [form]: { ...given, [field]: value } } }
      : state;
  },
  drop: (state, { form, field }, holds) => (field === undefined ? dropForm(state, form) : dropField(state, { form, field }, holds)),
  askAgain: (state, { form, field }, holds) => askAgain(state, { form, field }, holds),
};

function take(state: State, { holds, ...step }: ChosenStep): State {
  const [entry] = Object.entries(step);
  if (!entry) return state;
  const taker = takers[entry[0] as Kind] as (state: State, step: unknown, holds: Holds) => State;
  const given = entry[1] as StepValues;
  const takeIn = (before: State, own: StepValues): State => {
    const held: Holds = holds && ((items) => holds(own.form ?? '', items));
    // A step inside an answer decides for each object or list item.
    return held && !own.field?.includes('.') && !held([]) ? before : taker(before, own, held);
  };
  return numbersOf(state, given.form).reduce((next, number) => takeIn(next, ofItem(given, number)), takeIn(state, given));
}

/** The properties of a step that matter in this module. */
interface StepValues {
  readonly form?: string;
  readonly field?: string;
  readonly toForm?: string;
  readonly to?: string;
}

/** The numbers of the items for which a form was asked. */
function numbersOf({ answers, places, askedAgain }: State, form: string | undefined): number[] {
  const keys = [...Object.keys(answers), ...[...places, ...askedAgain].flatMap((place) => place?.form ?? [])];
  return [...new Set(keys.flatMap((key) => (withoutItem(key) === form ? (itemNumber(key) ?? []) : [])))];
}

/** Returns a step for the answers about one item. */
function ofItem(given: StepValues, number: number): StepValues {
  const keyed = (name: 'form' | 'toForm' | 'to') => (given[name] === undefined ? {} : { [name]: instanceKey(given[name], number) });
  return { ...given, ...keyed('form'), ...keyed('toForm'), ...(given.field === undefined && keyed('to')) };
}

function inField(state: State, { form, field, holds }: { form: string; field: string; holds: Holds }, change: Change): State {
  const given = state.answers[form];
  if (!given) return state;
  const changed = changeAt(given, field.split('.'), (owner, name, items) =>
    holds?.(items) === false ? owner : change(owner, name, items),
  );
  return { ...state, answers: { ...state.answers, [form]: changed as FormAnswers } };
}

function renameForm(state: State, form: string, to: string): State {
  const follow = <P extends AskedAgain>(place: P): P => (place.form === form ? { ...place, form: to } : place);
  return {
    ...state,
    answers: renamed(state.answers, form, to),
    places: state.places.map((place) => place && follow(place)),
    askedAgain: state.askedAgain.map(follow),
  };
}

function renameField(state: State, { form, field, to }: { form: string; field: string; to: string }, holds: Holds): State {
  const changed = inField(state, { form, field, holds }, (owner, name) => renamed(owner, name, to));
  if (!field.includes('.')) return followField(changed, { form, field }, { form, field: to });
  return withPlaces(changed, (place) => (isPartOf(place, form, field, holds) ? renamedPart(place, field, to) : place));
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

function dropField(state: State, { form, field }: { form: string; field: string }, holds: Holds): State {
  const dropped = inField(state, { form, field, holds }, without);
  const isIt = (place: AskedAgain) => place.form === form && place.field === field;
  const left = withPlaces(dropped, (place) => (isIt(place) || isPartOf(place, form, field, holds) ? undefined : place));
  return { ...left, askedAgain: state.askedAgain.filter((each) => !isIt(each)) };
}

const withPlaces = (state: State, change: (place: Place) => Place | undefined): State => ({
  ...state,
  places: state.places.map((place) => place && change(place)),
});

/** Names of properties on the way to a place; items of a list have none. */
const namesOf = ({ field, part = '' }: Place): string[] => [field, ...part.split('/').filter((key) => key !== '' && !/^\d+$/.test(key))];

/** Whether a place is a property inside an answer (`contacts.phone`), or inside that property, where the step applies. */
function isPartOf(place: Place, form: string, path: string, holds: Holds): boolean {
  const names = path.split('.');
  const isThere = place.form === form && names.length > 1 && names.every((name, index) => namesOf(place)[index] === name);
  return isThere && holds?.(itemsOnTheWay(place, names.length - 1)) !== false;
}

/** Returns the positions of the list items on the way to the name with this 1-based number inside a place. */
function itemsOnTheWay({ part = '' }: Place, names: number): number[] {
  const keys = part.split('/').slice(1);
  let passed = 0;
  const isBefore = (key: string) => /^\d+$/.test(key) || ++passed < names;
  const end = keys.findIndex((key) => !isBefore(key));
  return keys.slice(0, end === -1 ? keys.length : end).flatMap((key) => (/^\d+$/.test(key) ? [Number(key)] : []));
}

/** Renames a property on the way to a place. */
function renamedPart(place: Place, path: string, to: string): Place {
  if (place.part === undefined) return place;
  const depth = path.split('.').length - 1;
  let passed = 0;
  const keys = place.part.split('/').map((key) => (key !== '' && !/^\d+$/.test(key) && ++passed === depth ? to : key));
  return { ...place, part: keys.join('/') };
}

/** Asks again only those who already answered. */
function askAgain(state: State, { form, field }: { form: string; field: string | undefined }, holds: Holds): State {
  const given = state.answers[form];
  if (!given) return state;
  if (field === undefined) return { ...state, answers: without(state.answers, form), askedAgain: [...state.askedAgain, { form }] };
  const [name = field, ...inner] = field.split('.');
  const isAsked = !holds || ownersAt(given, [name, ...inner].slice(0, -1)).some(holds);
  if (!isAsked) return state;
  const forgotten = inField(state, { form, field, holds }, without);
  return { ...forgotten, askedAgain: [...state.askedAgain, { form, field: name }] };
}

function chained(names: Readonly<Record<string, string>>, from: string, to: string): Record<string, string> {
  const [first = from] = Object.entries(names).find(([, now]) => now === from) ?? [];
  return { ...names, [first]: to };
}
