import type { PropertySchema } from '../config/form.ts';
import { casesOf, type Interest, type Interests } from '../fake/index.ts';
import type { OpenForm } from '../compiler/index.ts';
import type { Explored } from './project.ts';

/** A value with several possible cases, which can also be absent. */
export interface Variable {
  path: readonly string[];
  cases: readonly unknown[];
  mayBeAbsent: boolean;
  /** Whether the cases represent all values that the expressions can distinguish. */
  isExact: boolean;
}

/** Returns the cases of a form field. */
export function fieldVariable(form: OpenForm, field: string, interests: Interests, { random, today }: Explored): Variable {
  const { module, schema } = form;
  const property = schema.properties[field] ?? {};
  const path = `${module.id}.${field}`;
  const interest = interests.get(path);
  const fits = (value: unknown): boolean => module.fields[field]?.validate(value) === true;
  const inner = [...interests.keys()].some((each) => each.startsWith(`${path}.`) || each.startsWith(`${path}[]`));
  const read = inner ? { ...(interest ?? noInterest()), opaque: true } : interest;
  const cases = distinct(casesOf(property, read, { today, random, fits }));
  return {
    path: [module.id, field],
    cases,
    mayBeAbsent: module.fields[field]?.required !== true,
    isExact: isExact(property, read, cases),
  };
}

const noInterest = (): Interest => ({
  literals: new Set(),
  bounds: new Set(),
  ages: new Set(),
  days: new Set(),
  sizes: new Set(),
  patterns: new Set(),
  peers: new Set(),
  opaque: false,
});

export function distinct(values: readonly unknown[]): unknown[] {
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()];
}

/** Cases are exact if each class that the expressions distinguish has a case or is impossible. */
function isExact(schema: PropertySchema, interest: Interest | undefined, cases: readonly unknown[]): boolean {
  if (!interest) return true;
  if (interest.opaque || cases.length === 0) return false;
  if (schema.enum || schema.type === 'boolean') return true;
  if (interest.patterns.size > 1) return false;
  return [...interest.patterns].every((pattern) => {
    const test = new RegExp(pattern);
    const matching = cases.filter((value) => typeof value === 'string' && test.test(value)).length;
    return matching > 0 && matching < cases.length;
  });
}
