import type { FormSchema, PropertySchema } from '../config/form.ts';
import { isPlainObject } from './empty.ts';
import { pointer } from './pointer.ts';

/** What `self` means in the conditions, values and rules of a form: the form, an object in an answer, or each item of a list. */
export interface Owner {
  /** '' for the form, `employer` for an object, `contacts[]` for the items of a list, `employer.addresses[]` below. */
  scope: string;
  /** JSON pointer into the form's schema. */
  pointer: string;
  schema: Pick<PropertySchema, 'properties' | 'required' | 'x-rules'>;
}

/** Returns the form and every object in it, each before those inside it. */
export function ownersOf(form: Pick<FormSchema, 'properties' | 'required' | 'x-rules'>): Owner[] {
  return ownersIn({ scope: '', pointer: '', schema: form });
}

function ownersIn(owner: Owner): Owner[] {
  const inner = Object.entries(owner.schema.properties ?? {}).flatMap(([name, property]) => {
    const scope = owner.scope === '' ? name : `${owner.scope}.${name}`;
    return ownersOfAnswer(property, scope, `${owner.pointer}/properties${pointer(name)}`);
  });
  return [owner, ...inner];
}

function ownersOfAnswer(property: PropertySchema, scope: string, at: string): Owner[] {
  if (property.items) return ownersOfAnswer(property.items, `${scope}[]`, `${at}/items`);
  return property.properties ? ownersIn({ scope, pointer: at, schema: property }) : [];
}

/**
 * Returns the scope of an expression's `self`.
 *
 * @param keys the path of the expression in the form's schema: `properties`, `contacts`, `items`, `x-rules` …
 */
export function scopeAt(keys: readonly string[]): string {
  let [scope, outer] = ['', ''];
  for (let index = 0; index < keys.length; index++) {
    if (keys[index] === 'items') scope += '[]';
    else if (keys[index] === 'properties') [outer, scope] = [scope, scope === '' ? String(keys[++index]) : `${scope}.${keys[++index]}`];
    else return keys[index] === 'x-rules' ? scope : outer;
  }
  return outer;
}

/** Whether the form's module, and not a validator, decides if a property inside an answer is required. */
export const isConditionalPart = (property: PropertySchema): boolean =>
  property['x-when'] !== undefined || property['x-value'] !== undefined;

/** Returns the form's property that a scope is in, or '' for the form's own scope. */
export const fieldOfScope = (scope: string): string => /^[^.[]*/.exec(scope)?.[0] ?? '';

/** An object in an answer. */
export interface OwnerValue {
  /** JSON pointer into the form's answers. */
  path: string;
  self: Readonly<Record<string, unknown>>;
  /** The position of the innermost list item. */
  index?: number;
}

/**
 * Returns the objects that a rule's scope stands for.
 *
 * @param scope without `[]`, because the value itself shows where lists are
 * @param answer of the scope's field
 */
export function ownerValues(scope: string, answer: unknown): OwnerValue[] {
  const [field = '', ...names] = scope.split('.');
  let found = itemsIn({ path: pointer(field), value: answer });
  for (const name of names) {
    found = found.flatMap(({ path, value, ...rest }) =>
      isPlainObject(value) ? itemsIn({ ...rest, path: path + pointer(name), value: value[name] }) : [],
    );
  }
  return found.flatMap(({ value, ...rest }) => (isPlainObject(value) ? [{ ...rest, self: value }] : []));
}

interface Found {
  path: string;
  value: unknown;
  index?: number;
}

/** Replaces a list by its items. */
function itemsIn(found: Found): Found[] {
  const { path, value } = found;
  if (!Array.isArray(value)) return [found];
  return value.flatMap((item: unknown, index) => itemsIn({ path: path + pointer(index), value: item, index }));
}
