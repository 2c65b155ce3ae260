import type { FormSchema, PropertySchema, Rule } from '../../config/form.ts';
import { fieldOfScope, isConditionalPart, ownersOf, type Owner } from '../../form/owners.ts';
import { checkExpression, emitExpression, runtimeFor, type NamedConditions, type Scope } from '../../expression/index.ts';
import type { StandaloneValidators } from './validators.ts';

/**
 * Generates the ES module of a form: a FormModule (engine/form/types.ts) without imports and without eval. Fields are in the order
 * of asking, because conditions read only earlier fields.
 */
export function formModule(
  schema: FormSchema,
  validators: StandaloneValidators,
  order: readonly string[],
  conditions: NamedConditions,
  scopes: OwnerScopes,
): string {
  const fields = order.flatMap((name) => {
    const property = schema.properties[name];
    return property
      ? [`  ${JSON.stringify(name)}: ${field(schema, name, property, validators.names[name] ?? '', conditions, scopes)},`]
      : [];
  });
  const rules = rulesOf(schema).map((each) => `  ${rule(each, conditions, scopes)},`);
  const body = [
    `export const id = ${JSON.stringify(schema.id)};`,
    'export const fields = {',
    ...fields,
    '};',
    'export const rules = [',
    ...rules,
    '];',
    '',
  ].join('\n');
  return `${runtimeFor(body)}\n${validators.code}\n${body}`;
}

function field(
  schema: FormSchema,
  name: string,
  property: PropertySchema,
  validator: string,
  conditions: NamedConditions,
  scopes: OwnerScopes,
): string {
  const answer = answerParts({ scope: '', pointer: '', schema }, name, property, conditions, scopes);
  const parts = [`validate: ${validator}`];
  if (property['x-sensitive']) parts.push(`sensitive: ${JSON.stringify(property['x-sensitive'])}`);
  if (property['x-lines']) parts.push('lines: true');
  if (property['x-transient']) parts.push('transient: true');
  if (property.default !== undefined) parts.push(`default: ${JSON.stringify(property.default)}`);
  return `{ ${[...answer, ...parts].join(', ')} }`;
}

/** Emits a PartModule without its braces. */
function answerParts(owner: Owner, name: string, property: PropertySchema, conditions: NamedConditions, scopes: OwnerScopes): string[] {
  const { 'x-value': value, 'x-when': when } = property;
  // A derived answer is absent only while an answer that it reads is. Below the form, the validator requires unconditional parts.
  const isRequired = value === undefined && (owner.scope === '' || when !== undefined) && owner.schema.required?.includes(name) === true;
  const parts = [`required: ${isRequired}`];
  if (when !== undefined) parts.push(`when: ${emitExpression(when, conditions, scopes(owner.scope))}`);
  if (value !== undefined) {
    const { reads } = checkExpression(value, scopes(owner.scope), 'dyn', conditions);
    const own = reads.flatMap(([namespace, read]) => (namespace === 'self' && read !== undefined ? [read] : []));
    parts.push(
      `derived: { reads: ${JSON.stringify([...new Set(own)])}, compute: ${emitExpression(value, conditions, scopes(owner.scope))} }`,
    );
  }
  const [inner] = ownersOf({ properties: { [name]: property } }).slice(1);
  if (inner && hasParts(inner)) {
    const scope = owner.scope === '' ? inner.scope : `${owner.scope}.${inner.scope}`;
    const each = Object.entries(inner.schema.properties ?? {}).map(
      ([part, own]) => `${JSON.stringify(part)}: { ${answerParts({ ...inner, scope }, part, own, conditions, scopes).join(', ')} }`,
    );
    parts.push(`parts: { ${each.join(', ')} }`);
  }
  return parts;
}

/** Whether a property inside the answer has a condition or is derived. */
const hasParts = ({ schema: { properties = {} } }: Owner): boolean =>
  ownersOf({ properties }).some(({ schema }) => Object.values(schema.properties ?? {}).some(isConditionalPart));

/** A rule and the scope of its `self` (`Owner`). */
export interface PlacedRule {
  scope: string;
  rule: Rule;
  pointer: string;
}

export function rulesOf(schema: FormSchema): PlacedRule[] {
  return ownersOf(schema).flatMap(({ scope, pointer, schema: { 'x-rules': rules = [] } }) =>
    rules.map((rule, index) => ({ scope, rule, pointer: `${pointer}/x-rules/${index}` })),
  );
}

/** Returns what the expressions of an owner can read. */
type OwnerScopes = (scope: string) => Scope;

function rule({ scope, rule: { assert, at, error } }: PlacedRule, conditions: NamedConditions, scopes: OwnerScopes): string {
  const form = scope === '' ? 'self' : 'form';
  const checked = checkExpression(assert, scopes(scope), 'bool', conditions);
  const properties = (paths: readonly string[][]) => {
    const named = paths.flatMap(([namespace, name]) => (namespace === form && name !== undefined ? [name] : []));
    return [...new Set(scope === '' ? named : [fieldOfScope(scope), ...named])];
  };
  const parts = [
    `scope: ${JSON.stringify(scope.replaceAll('[]', ''))}`,
    `at: ${JSON.stringify(at)}`,
    `error: ${JSON.stringify(error)}`,
    `reads: ${JSON.stringify(properties(checked.needs))}`,
    `assert: ${emitExpression(assert, conditions, scopes(scope))}`,
  ];
  if (!checked.wholes.includes(form)) parts.push(`mentions: ${JSON.stringify(properties(checked.reads))}`);
  return `{ ${parts.join(', ')} }`;
}
