import { valueAt } from '../config/valueAt.ts';
import type { FormAnswers } from '../config/definitions.ts';
import { checkForm } from '../form/check.ts';
import { contextOf } from '../form/context.ts';
import { ownersOf, ownerValues } from '../form/owners.ts';
import { pointer, segmentsOf } from '../form/pointer.ts';
import { fieldOfRule } from '../form/rules.ts';
import { withValueAt } from '../form/withValueAt.ts';
import type { RuleModule } from '../form/types.ts';
import { casesOf } from './cases.ts';
import { fakeAnswers, type FakeForm, type FakeOptions } from './form.ts';
import { validValue } from './values.ts';
import { wrongValues } from './wrongValues.ts';

/** Answers with exactly one mistake. Two items that repeat each other count as one. */
export interface FaultyAnswers {
  answers: FormAnswers;
  /** The only problem that the form's module finds: a keyword, `required`, or the error of a rule. */
  breaks: { code: string; path: string };
}

/** Variants of a broken rule: a pattern broken at either end and inside. */
const mostPerRule = 3;

interface Suspect {
  answers: FormAnswers;
  code: string;
  path: string;
}

/**
 * Returns answers that break exactly one rule each: every keyword of each field, every required field and every rule, if it can be
 * broken alone. The form's module has checked each one.
 */
export function faultyAnswers(form: FakeForm, options: FakeOptions): FaultyAnswers[] {
  const valid = fakeAnswers(form, options);
  if (!valid) return [];
  const suspects = [...withoutRequired(form, valid), ...withWrongValues(form, valid, options), ...withBrokenRules(form, valid, options)];
  const found = new Map<string, FaultyAnswers[]>();
  for (const { answers, code, path } of suspects) {
    const known = found.get(`${path} ${code}`) ?? [];
    if (known.length >= mostPerRule || !isOnlyProblem(form, answers, { code, path }, options)) continue;
    found.set(`${path} ${code}`, [...known, { answers, breaks: { code, path } }]);
  }
  return [...found.values()].flat();
}

function isOnlyProblem(
  { module }: FakeForm,
  answers: FormAnswers,
  wanted: { code: string; path: string },
  { surroundings }: FakeOptions,
): boolean {
  const problems = checkForm(module, contextOf(surroundings, module.id, answers));
  return problems.every(({ code }) => code === wanted.code) && problems.some(({ path }) => path === wanted.path);
}

function withoutRequired({ module }: FakeForm, valid: FormAnswers): Suspect[] {
  return Object.keys(valid)
    .filter((field) => module.fields[field]?.required)
    .map((field) => ({ answers: omit(valid, field), code: 'required', path: pointer(field) }));
}

function omit(answers: FormAnswers, field: string): FormAnswers {
  return Object.fromEntries(Object.entries(answers).filter(([name]) => name !== field));
}

function withWrongValues({ schema }: FakeForm, valid: FormAnswers, { random }: FakeOptions): Suspect[] {
  return Object.keys(valid).flatMap((field) => {
    const property = schema.properties[field];
    const wrong = property ? wrongValues(property, random) : [];
    return wrong.map(({ value, breaks, at }) => ({ answers: { ...valid, [field]: value }, code: breaks, path: `${pointer(field)}${at}` }));
  });
}

const triesPerField = 12;

function withBrokenRules(form: FakeForm, valid: FormAnswers, options: FakeOptions): Suspect[] {
  return form.module.rules.flatMap((rule) =>
    rule.scope === '' ? brokenAt(form, rule, valid, options) : brokenParts(form, rule, valid, options),
  );
}

/** Changes one field at a time, among those that the rule mentions. */
function brokenAt({ module, schema, interests }: FakeForm, rule: RuleModule, valid: FormAnswers, options: FakeOptions): Suspect[] {
  const { random, surroundings } = options;
  const about = new Set([rule.at, ...(rule.mentions ?? rule.reads)]);
  return [...about].flatMap((field) => {
    const property = schema.properties[field];
    if (!property || valid[field] === undefined) return [];
    const fits = (value: unknown) => module.fields[field]?.validate(value) === true;
    const others = casesOf(property, interests.get(`${module.id}.${field}`), { today: surroundings.today, random, fits });
    const more = Array.from({ length: triesPerField }, () => validValue(property, random)).filter(fits);
    return [...others, ...more].map((value) => ({ answers: { ...valid, [field]: value }, code: rule.error, path: pointer(rule.at) }));
  });
}

/** Changes one part of one object at a time: to the value of another item, to a compared value, or to any other. */
function brokenParts({ module, schema, interests }: FakeForm, rule: RuleModule, valid: FormAnswers, options: FakeOptions): Suspect[] {
  const owner = ownersOf(schema).find(({ scope }) => scope.replaceAll('[]', '') === rule.scope);
  const field = fieldOfRule(rule);
  const owners = ownerValues(rule.scope, valid[field]);
  return owners.flatMap(({ path }) =>
    Object.entries(owner?.schema.properties ?? {}).flatMap(([part, property]) => {
      const interest = interests.get(`${module.id}.${owner?.scope}.${part}`);
      const compared = [...(interest?.peers ?? [])].map((peer) => valueAt(options.surroundings, peer));
      const telling = casesOf(property, interest, { today: options.surroundings.today, random: options.random, fits: () => true });
      const others = [...compared, ...owners.map((other) => other.self[part]), ...telling, validValue(property, options.random)];
      const [, ...keys] = segmentsOf(path + pointer(part));
      return others.map((value) => ({
        answers: { ...valid, [field]: withValueAt(valid[field], keys, value) },
        code: rule.error,
        path: path + pointer(rule.at),
      }));
    }),
  );
}
