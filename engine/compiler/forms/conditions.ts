import type { PropertySchema } from '../../config/form.ts';
import { checkExpression } from '../../expression/index.ts';
import type { Analysis } from '../analysis.ts';
import type { Finding, Located } from '../diagnostics.ts';
import { fieldOfScope, ownersOf, type Owner } from '../../form/owners.ts';
import { pointerTo } from '../project/document.ts';
import { rulesOf } from '../release/formModule.ts';
import type { BundledForm } from './bundle.ts';

/** Checks that conditions read only earlier fields, that they form no cycle, and that rules point at fields that exist. */
export function checkConditionsAndRules(analysis: Analysis): Located[] {
  const { project, forms } = analysis;
  const ofForms = [...forms.values()].flatMap((form) => {
    const findings = [...conditionFindings(form, analysis), ...ruleFindings(form), ...misplaced(form), ...unknownRequired(form)];
    return findings.map((finding) => ({ document: form.entry.document, finding }));
  });
  const ofFormats = project
    .all('format')
    .flatMap(({ document, value }) =>
      (['x-when', 'x-value', 'x-rules', 'x-transient', 'default'] as const).flatMap((keyword): Located[] =>
        value[keyword] === undefined
          ? []
          : [{ document, finding: notHere(`/${keyword}`, keyword, 'a format. Put it in the form that uses the format') }],
      ),
    );
  return [...ofForms, ...ofFormats];
}

interface FieldExpression {
  owner: Owner;
  property: PropertySchema;
  /** The field of the form that contains the property. */
  field: string;
  /** `income`, or `contacts[].phone` inside an answer. */
  place: string;
  pointer: string;
  source: string;
  /** Paths that it reads. */
  reads: readonly string[][];
  /** Those of the paths that are in its own form. */
  readPlaces: readonly string[];
}

function conditionFindings(form: BundledForm, analysis: Analysis): Finding[] {
  const { entry, schema } = form;
  const order = analysis.project.get('formUi', entry.id)?.value.order ?? Object.keys(schema.properties);
  const expressions = (['x-when', 'x-value'] as const).flatMap((keyword) => expressionsOf(form, keyword, analysis));
  const edges = expressions.flatMap(({ place, field, readPlaces }) =>
    readPlaces.flatMap((read) => [[place, read] as const, [field, fieldOfScope(read)] as const]),
  );
  const reads = new Map([...Map.groupBy(edges, ([from]) => from)].map(([from, own]) => [from, own.map(([, read]) => read)]));
  const late = expressions.flatMap(({ owner, field, place, pointer, readPlaces }): Finding[] => {
    const parts = Object.keys(owner.schema.properties ?? {}).map((name) => placeOf(owner.scope, name));
    const isInside = (read: string) => owner.scope !== '' && parts.includes(read);
    const isLate = (read: string) =>
      isInside(read)
        ? parts.indexOf(read) >= parts.indexOf(place)
        : order.includes(field) && order.indexOf(fieldOfScope(read)) >= order.indexOf(field);
    const later = readPlaces.find(isLate);
    if (later === undefined) return [];
    if (reaches(later, place, reads)) return [{ code: 'condition-circle', pointer, message: circleMessage(place, later) }];
    const message = `"${place}" depends on "${later}", which is asked later. Conditions and values can read only earlier answers.`;
    return [{ code: 'forward-reference', pointer, message }];
  });
  return [...late, ...expressionsOf(form, 'x-value', analysis).flatMap((value) => valueFindings(value, form, analysis))];
}

const placeOf = (scope: string, name: string): string => (scope === '' ? name : `${scope}.${name}`);

function expressionsOf({ entry, schema }: BundledForm, keyword: 'x-when' | 'x-value', { scopes, conditions }: Analysis): FieldExpression[] {
  return ownersOf(schema).flatMap((owner) =>
    Object.entries(owner.schema.properties ?? {}).flatMap(([name, property]): FieldExpression[] => {
      const { [keyword]: source } = property;
      if (source === undefined) return [];
      const { reads } = checkExpression(source, scopes.ofOwner(entry.id, owner.scope), 'dyn', conditions);
      const readPlaces = reads.flatMap(([namespace, read]) => {
        if (read === undefined) return [];
        return namespace === 'self' ? [placeOf(owner.scope, read)] : namespace === 'form' ? [read] : [];
      });
      const place = placeOf(owner.scope, name);
      const pointer = `${pointerTo(`${owner.pointer}/properties`, name)}/${keyword}`;
      return [{ owner, property, field: fieldOfScope(place), place, pointer, source, reads, readPlaces: [...new Set(readPlaces)] }];
    }),
  );
}

/** The kind of value that an expression must give for an answer, by the answer's type. */
export const answerKinds = {
  string: 'string',
  number: 'number',
  integer: 'int',
  boolean: 'bool',
  array: 'list',
  object: 'dyn',
} as const;
const ranks = [undefined, 'pii', 'secret'] as const;

/** Whether a field is visible to more people, or in more places, than the answer that it is derived from. */
export const exposes = (field: PropertySchema | undefined, source: PropertySchema | undefined): boolean =>
  ranks.indexOf(source?.['x-sensitive']) > ranks.indexOf(field?.['x-sensitive']);

/** Checks that a derived answer has the type of its field, and that it does not expose a sensitive answer. */
function valueFindings(
  { owner, field, place, pointer, source, property, reads }: FieldExpression,
  form: BundledForm,
  analysis: Analysis,
): Finding[] {
  const { scopes, conditions, forms } = analysis;
  const { findings } = checkExpression(
    source,
    scopes.ofOwner(form.entry.id, owner.scope),
    answerKinds[property.type ?? 'string'],
    conditions,
  );
  const wrong = findings.filter(({ code }) => code === 'wrong-result').map(({ code, message }): Finding => ({ code, pointer, message }));
  // An answer is as sensitive as its most sensitive part.
  const exposed = reads.find(([namespace = '', name = '']) => {
    if (namespace === 'self' && owner.scope !== '') return false;
    const read = namespace === 'self' || namespace === 'form' ? form : forms.get(namespace);
    return exposes(form.schema.properties[field], read?.schema.properties[name]);
  });
  if (!exposed) return wrong;
  const message = `"${place}" is computed from the sensitive answer "${exposed.join('.')}" and needs the same x-sensitive.`;
  return [...wrong, { code: 'exposed-answer', pointer, message }];
}

function circleMessage(name: string, later: string): string {
  return name === later
    ? `The condition of "${name}" depends on itself.`
    : `The conditions of "${name}" and "${later}" depend on each other.`;
}

function reaches(from: string, to: string, reads: ReadonlyMap<string, readonly string[]>, seen = new Set<string>()): boolean {
  if (from === to) return true;
  if (seen.has(from)) return false;
  seen.add(from);
  return (reads.get(from) ?? []).some((next) => reaches(next, to, reads, seen));
}

function ruleFindings({ schema }: BundledForm): Finding[] {
  const owners = new Map(ownersOf(schema).map((owner) => [owner.scope, owner.schema.properties ?? {}]));
  return rulesOf(schema).flatMap(({ scope, rule, pointer }): Finding[] => {
    const fields = owners.get(scope) ?? {};
    if (fields[rule.at]?.['x-value'] !== undefined) {
      const message = `x-value computes "${rule.at}", so nobody could correct it. Show the error at an answer that it is computed from.`;
      return [{ code: 'misplaced-keyword', pointer: `${pointer}/at`, message }];
    }
    if (Object.hasOwn(fields, rule.at)) return [];
    return [{ code: 'unknown-field', pointer: `${pointer}/at`, message: `There is no field "${rule.at}" to show this error at.` }];
  });
}

/** Reports what a form's module does not support, and keywords that contradict each other. */
function misplaced({ schema, entry }: BundledForm): Finding[] {
  const found: Finding[] = [];
  const visit = (property: PropertySchema, pointer: string, isTop: boolean): void => {
    const { 'x-value': value, 'x-transient': isTransient, properties, items } = property;
    for (const keyword of ['x-transient', 'default'] as const)
      if (!isTop && property[keyword] !== undefined)
        found.push(notHere(`${pointer}/${keyword}`, keyword, 'a part of an answer. Put it on a field of the form'));
    if (isTop && isTransient && property.default !== undefined)
      found.push(notHere(`${pointer}/default`, 'default', 'a transient answer, which only the person can give'));
    for (const keyword of ['x-transient', 'default'] as const)
      if (value !== undefined && property[keyword] !== undefined)
        found.push(notHere(`${pointer}/${keyword}`, keyword, 'an answer that x-value computes'));
    if (!properties && property['x-rules'])
      found.push(
        notHere(`${pointer}/x-rules`, 'x-rules', 'an answer without properties. Put it on the form, an object or the items of a list'),
      );
    for (const [name, each] of Object.entries(properties ?? {})) visit(each, pointerTo(`${pointer}/properties`, name), false);
    if (items) visitItems(items, `${pointer}/items`);
  };
  const visitItems = (items: PropertySchema, pointer: string): void => {
    for (const keyword of ['x-when', 'x-value'] as const)
      if (items[keyword] !== undefined)
        found.push(notHere(`${pointer}/${keyword}`, keyword, 'the items of a list. Put it on a property of the items'));
    visit(items, pointer, false);
  };
  // Reads the file before $refs are resolved: mistakes in a format are reported at the format.
  for (const [name, property] of Object.entries(entry.value.properties)) visit(property, pointerTo('/properties', name), true);
  return [...found, ...untyped(schema.properties, entry.value.properties), ...wordless(entry.value.properties)];
}

type Properties = Readonly<Record<string, PropertySchema>>;

/** A property without a type accepts anything. A `$ref` is reported at the file that it names. */
function untyped(properties: Properties, written: Properties, pointer = ''): Finding[] {
  return Object.entries(written).flatMap(([name, own]): Finding[] => {
    const property = properties[name];
    if (!property || own.$ref !== undefined) return [];
    const at = pointerTo(`${pointer}/properties`, name);
    const isTyped = property.type !== undefined || property.anyOf || property.enum || property.const !== undefined;
    const missing: Finding[] = isTyped ? [] : [{ code: 'missing-property', pointer: at, message: '"type" is missing.' }];
    const inside = [
      ...untyped(property.properties ?? {}, own.properties ?? {}, at),
      ...untyped(property.items?.properties ?? {}, own.items?.properties ?? {}, `${at}/items`),
    ];
    return [...missing, ...inside];
  });
}

/** Labels exist only for enums (`enums.<id>.<code>`), so codes in a form would have none. */
function wordless(written: Readonly<Record<string, PropertySchema>>): Finding[] {
  return Object.entries(written).flatMap(([name, { enum: codes }]): Finding[] => {
    if (!codes) return [];
    const message = 'These codes have no labels. Move them to an enum in schemas/enums.';
    return [{ code: 'inline-enum', pointer: `${pointerTo('/properties', name)}/enum`, message }];
  });
}

function notHere(pointer: string, keyword: string, where: string): Finding {
  return { code: 'misplaced-keyword', pointer, at: 'key', message: `"${keyword}" has no effect on ${where}.` };
}

function unknownRequired({ schema }: BundledForm): Finding[] {
  const found: Finding[] = [];
  const visit = (owner: Pick<PropertySchema, 'properties' | 'required' | 'items'>, pointer: string): void => {
    owner.required?.forEach((name, index) => {
      if (owner.properties && Object.hasOwn(owner.properties, name)) return;
      found.push({
        code: 'unknown-field',
        pointer: `${pointer}/required/${index}`,
        message: `"${name}" is required, but the form has no such field.`,
      });
    });
    for (const [name, each] of Object.entries(owner.properties ?? {})) visit(each, pointerTo(`${pointer}/properties`, name));
    if (owner.items) visit(owner.items, `${pointer}/items`);
  };
  visit(schema, '');
  return found;
}
