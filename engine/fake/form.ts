import type { FormAnswers } from '../config/definitions.ts';
import type { FormSchema, PropertySchema } from '../config/form.ts';
import { applies } from '../form/applicability.ts';
import { checkForm } from '../form/check.ts';
import { contextOf } from '../form/context.ts';
import { fieldOfScope, ownersOf, ownerValues } from '../form/owners.ts';
import { fieldOf, pointer, segmentsOf } from '../form/pointer.ts';
import { fieldOfRule } from '../form/rules.ts';
import { withValueAt } from '../form/withValueAt.ts';
import type { FormModule, Surroundings } from '../form/types.ts';
import type { NamedConditions } from '../expression/index.ts';
import { casesOf } from './cases.ts';
import { interestsOf, type Interest, type Interests, type Known, type Reader } from './interest.ts';
import type { Random } from './random.ts';
import { boundaryValues, validValue } from './values.ts';

/** A form of a release, for generating answers. */
export interface FakeForm {
  module: FormModule;
  schema: FormSchema;
  /** The distinctions that its conditions and rules make, by path (`work.jobType`). */
  interests: Interests;
}

/** Builds a FakeForm from a release. */
export function fakeForm(
  module: FormModule,
  schema: FormSchema,
  constants: Readonly<Record<string, unknown>>,
  conditions: NamedConditions,
): FakeForm {
  return { module, schema, interests: interestsOf(readersOf(schema), knownOf(constants), conditions) };
}

/** Returns the expressions of a form, and what their namespaces refer to. */
export function readersOf(schema: FormSchema): Reader[] {
  return ownersOf(schema).flatMap(({ scope, schema: { properties = {}, 'x-rules': rules = [] } }) => {
    const names = { form: schema.id, self: scope === '' ? schema.id : `${schema.id}.${scope}` };
    const ofProperties = Object.values(properties).flatMap((property) => [property['x-when'] ?? [], property['x-value'] ?? []].flat());
    return [...ofProperties, ...rules.map(({ assert }) => assert)].map((source) => ({ source, names }));
  });
}

export function knownOf(constants: Readonly<Record<string, unknown>>): Known {
  const scalars = Object.entries(constants).filter(([, value]) => ['string', 'number', 'boolean'].includes(typeof value));
  return Object.fromEntries(scalars.map(([name, value]) => [`constants.${name}`, value as string | number | boolean]));
}

export interface FakeOptions {
  surroundings: Surroundings;
  random: Random;
  /** valid (default): any valid value. boundary: values at the limits. */
  kind?: 'valid' | 'boundary';
  /** Answers that stay as they are. An empty text leaves the field out. */
  named?: FormAnswers;
  /** Answers that stay while the form accepts them. */
  given?: FormAnswers;
  /** Answers of real people: texts, lists and objects come from them where they fit. */
  samples?: readonly FormAnswers[];
  /** The share of optional fields that are answered. */
  optional?: number;
}

const restarts = 30;
const repairs = 12;
const optionalField = 0.7;

/**
 * Generates answers that the form's module accepts, conditions and rules included. Fields are answered in order. If a rule fails,
 * its fields are answered again. Returns undefined if none were found.
 */
export function fakeAnswers(form: FakeForm, options: FakeOptions): FormAnswers | undefined {
  for (let start = 0; start < restarts; start++) {
    let answers = answerAll(form, options, start === 0 ? (options.given ?? {}) : {});
    for (let repair = 0; repair <= repairs; repair++) {
      const [problem] = checkForm(form.module, contextOf(options.surroundings, form.module.id, answers));
      if (!problem) return answers;
      answers = answerAll(form, { ...options, sampled: 0.5 }, without(answers, wrongFields(form, fieldOf(problem.path))));
    }
  }
  return undefined;
}

/** Returns the field with the problem, and half of the time the other fields of its rules. */
function wrongFields({ module }: FakeForm, field: string): Set<string> {
  const about = module.rules.filter((rule) => fieldOfRule(rule) === field).flatMap(({ reads }) => reads);
  return new Set([field, ...about]);
}

function without(answers: FormAnswers, fields: ReadonlySet<string>): FormAnswers {
  return Object.fromEntries(Object.entries(answers).filter(([field]) => !fields.has(field)));
}

function answerAll(form: FakeForm, options: Repairing, given: FormAnswers): FormAnswers {
  const { named = {}, optional = optionalField } = options;
  const answers: FormAnswers = {};
  for (const [name, field] of Object.entries(form.module.fields)) {
    const schema = form.schema.properties[name];
    if (!schema || !applies(form.module, name, contextOf(options.surroundings, form.module.id, answers))) continue;
    if (field.derived) continue;
    const kept = named[name] ?? given[name];
    if (kept === '') continue;
    if (kept !== undefined) answers[name] = kept;
    else if (field.required || options.random.chance(optional)) {
      const value = answer(form, name, schema, { ...options, answers });
      if (value !== undefined) answers[name] = value;
    }
  }
  return answers;
}

interface Repairing extends FakeOptions {
  /** The share of answers that come from a sample where one fits. A repair tries others too. */
  sampled?: number;
}

interface Answering extends Repairing {
  answers: FormAnswers;
}

function answer(form: FakeForm, name: string, schema: PropertySchema, options: Answering): unknown {
  const { surroundings, random, kind, answers } = options;
  const interest = form.interests.get(`${form.module.id}.${name}`);
  const fits = (value: unknown) => form.module.fields[name]?.validate(value) === true;
  const peers = peerValues(interest, form.module.id, answers).filter(fits);
  if (peers.length > 0 && random.chance(0.5)) return random.pick(peers);
  const sampled = samplesOf(name, schema, options).filter(fits);
  if (sampled.length > 0 && random.chance(options.sampled ?? 1)) return random.pick(sampled);
  const edges = kind === 'boundary' ? boundaryValues(schema, random).filter(fits) : [];
  if (edges.length > 0 && random.chance(0.8)) return random.pick(edges);
  const telling = interest ? casesOf(schema, interest, { today: surroundings.today, random, fits }) : [];
  if (telling.length > 0 && random.chance(0.6)) return random.pick(telling);
  const value = withTellingParts(form, name, validValue(schema, random), { surroundings, random, fits });
  return fits(value) ? value : telling[0];
}

/** A choice or a number says little about a person, so any one will do. */
function samplesOf(name: string, { enum: members, type }: PropertySchema, { samples = [] }: FakeOptions): unknown[] {
  if (members || (type !== 'string' && type !== 'array' && type !== 'object')) return [];
  return samples.map((sample) => sample[name]).filter((value) => value !== undefined);
}

interface Telling {
  surroundings: Surroundings;
  random: Random;
  fits: (answer: unknown) => boolean;
}

/** Replaces some parts of an answer by values that the expressions inside it distinguish. */
function withTellingParts({ module, schema, interests }: FakeForm, field: string, answer: unknown, telling: Telling): unknown {
  const { surroundings, random, fits } = telling;
  let result = answer;
  for (const owner of ownersOf(schema)) {
    if (fieldOfScope(owner.scope) !== field) continue;
    for (const [part, property] of Object.entries(owner.schema.properties ?? {})) {
      const interest = interests.get(`${module.id}.${owner.scope}.${part}`);
      const cases = interest ? casesOf(property, interest, { today: surroundings.today, random, fits: () => true }) : [];
      for (const { path, self } of cases.length > 0 ? ownerValues(owner.scope.replaceAll('[]', ''), result) : []) {
        if (self[part] === undefined || !random.chance(0.6)) continue;
        const changed = withValueAt(result, segmentsOf(path + pointer(part)).slice(1), random.pick(cases));
        if (fits(changed)) result = changed;
      }
    }
  }
  return result;
}

/** The values that this answer is compared with: a repeated entry must equal the entry. */
function peerValues(interest: Interest | undefined, form: string, answers: FormAnswers): unknown[] {
  return [...(interest?.peers ?? [])].flatMap((path) => {
    const [owner, field = '', ...rest] = path.split('.');
    return owner === form && rest.length === 0 && answers[field] !== undefined ? [answers[field]] : [];
  });
}
