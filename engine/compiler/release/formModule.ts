import type { FormSchema, PropertySchema, Rule } from '../../config/form.ts';
import { checkExpression, emitExpression, runtimeFor, type NamedConditions, type Scope } from '../../expression/index.ts';
import { standaloneValidators } from './validators.ts';

/**
 * Generates the ES module of a form: a FormModule (engine/form/types.ts) without imports and without eval. Fields are in the order
 * of asking, because conditions read only earlier fields.
 */
export function formModule(schema: FormSchema, order: readonly string[], conditions: NamedConditions, scopes: RuleScopes): string {
  const validators = standaloneValidators(schema.properties);
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
  scopes: RuleScopes,
): string {
  const { 'x-value': value } = property;
  // A derived answer is absent only while an answer that it reads is.
  const isRequired = value === undefined && schema.required?.includes(name) === true;
  const parts = [`required: ${isRequired}`, `validate: ${validator}`];
  if (property['x-when'] !== undefined) parts.push(`when: ${emitExpression(property['x-when'], conditions)}`);
  if (property['x-sensitive']) parts.push(`sensitive: ${JSON.stringify(property['x-sensitive'])}`);
  if (property['x-lines']) parts.push('lines: true');
  if (property['x-transient']) parts.push('transient: true');
  if (value !== undefined) {
    const { reads } = checkExpression(value, scopes(''), 'dyn', conditions);
    const own = reads.flatMap(([namespace, read]) => (namespace === 'self' && read !== undefined ? [read] : []));
    parts.push(`derived: { reads: ${JSON.stringify([...new Set(own)])}, compute: ${emitExpression(value, conditions)} }`);
  }
  if (property.default !== undefined) parts.push(`default: ${JSON.stringify(property.default)}`);
  return `{ ${parts.join(', ')} }`;
}

/** A rule and its scope: '' for the form, or the list whose items it checks. */
export interface PlacedRule {
  scope: string;
  rule: Rule;
  pointer: string;
}

export function rulesOf(schema: FormSchema): PlacedRule[] {
  const own = (schema['x-rules'] ?? []).map((rule, index) => ({ scope: '', rule, pointer: `/x-rules/${index}` }));
  const ofItems = Object.entries(schema.properties).flatMap(([name, property]) =>
    (property.items?.['x-rules'] ?? []).map((rule, index) => ({
      scope: name,
      rule,
      pointer: `/properties/${name}/items/x-rules/${index}`,
    })),
  );
  return [...own, ...ofItems];
}

/** Returns what a rule can read, by scope. */
type RuleScopes = (list: string) => Scope;

function rule({ scope, rule: { assert, at, error } }: PlacedRule, conditions: NamedConditions, scopes: RuleScopes): string {
  const form = scope === '' ? 'self' : 'form';
  const checked = checkExpression(assert, scopes(scope), 'bool', conditions);
  const properties = (paths: readonly string[][]) => {
    const named = paths.flatMap(([namespace, name]) => (namespace === form && name !== undefined ? [name] : []));
    return [...new Set(scope === '' ? named : [scope, ...named])];
  };
  const parts = [
    `scope: ${JSON.stringify(scope)}`,
    `at: ${JSON.stringify(at)}`,
    `error: ${JSON.stringify(error)}`,
    `reads: ${JSON.stringify(properties(checked.needs))}`,
    `assert: ${emitExpression(assert, conditions)}`,
  ];
  if (!checked.wholes.includes(form)) parts.push(`mentions: ${JSON.stringify(properties(checked.reads))}`);
  return `{ ${parts.join(', ')} }`;
}
