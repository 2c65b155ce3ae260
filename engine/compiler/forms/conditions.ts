import type { PropertySchema } from '../../config/form.ts';
import { checkExpression } from '../../expression/index.ts';
import type { Analysis } from '../analysis.ts';
import type { Finding, Located } from '../diagnostics.ts';
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
  name: string;
  pointer: string;
  source: string;
  property: PropertySchema;
  /** Paths that it reads. */
  reads: readonly string[][];
  /** Fields of its own form among them. */
  fields: readonly string[];
}

function conditionFindings(form: BundledForm, analysis: Analysis): Finding[] {
  const { entry, schema } = form;
  const order = analysis.project.get('formUi', entry.id)?.value.order ?? Object.keys(schema.properties);
  const expressions = (['x-when', 'x-value'] as const).flatMap((keyword) => expressionsOf(form, keyword, analysis));
  const reads = new Map(
    [...Map.groupBy(expressions, ({ name }) => name)].map(([name, own]) => [name, own.flatMap(({ fields }) => fields)]),
  );
  const late = expressions.flatMap(({ name, pointer, fields }): Finding[] => {
    const later = fields.find((field) => order.indexOf(field) >= order.indexOf(name) && order.includes(name));
    if (later === undefined) return [];
    if (reaches(later, name, reads)) return [{ code: 'condition-circle', pointer, message: circleMessage(name, later) }];
    const message = `"${name}" depends on "${later}", which is asked later. Conditions and values can read only earlier answers.`;
    return [{ code: 'forward-reference', pointer, message }];
  });
  return [...late, ...expressionsOf(form, 'x-value', analysis).flatMap((value) => valueFindings(value, form, analysis))];
}

function expressionsOf({ entry, schema }: BundledForm, keyword: 'x-when' | 'x-value', { scopes, conditions }: Analysis): FieldExpression[] {
  return Object.entries(schema.properties).flatMap(([name, property]) => {
    const { [keyword]: source } = property;
    if (source === undefined) return [];
    const { reads } = checkExpression(source, scopes.ofRule(entry.id, ''), 'dyn', conditions);
    const fields = new Set(reads.flatMap(([namespace, field]) => (namespace === 'self' && field !== undefined ? [field] : [])));
    return [{ name, pointer: `${pointerTo('/properties', name)}/${keyword}`, source, property, reads, fields: [...fields] }];
  });
}

const kinds = { string: 'string', number: 'number', integer: 'number', boolean: 'bool', array: 'list', object: 'dyn' } as const;
const ranks = [undefined, 'pii', 'secret'] as const;

/** Checks that a derived answer has the type of its field, and that it does not expose a sensitive answer. */
function valueFindings({ name, pointer, source, property, reads }: FieldExpression, form: BundledForm, analysis: Analysis): Finding[] {
  const { scopes, conditions, forms } = analysis;
  const { findings } = checkExpression(source, scopes.ofRule(form.entry.id, ''), kinds[property.type ?? 'string'], conditions);
  const wrong = findings.filter(({ code }) => code === 'wrong-result').map(({ code, message }): Finding => ({ code, pointer, message }));
  const rank = ranks.indexOf(property['x-sensitive']);
  const exposed = reads.find(([namespace = '', field = '']) => {
    const read = namespace === 'self' ? form : forms.get(namespace);
    return ranks.indexOf(read?.schema.properties[field]?.['x-sensitive']) > rank;
  });
  if (!exposed) return wrong;
  const message = `"${name}" is computed from the sensitive answer "${exposed.join('.')}" and needs the same x-sensitive.`;
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
  return rulesOf(schema).flatMap(({ scope, rule, pointer }): Finding[] => {
    const fields = scope === '' ? schema.properties : (schema.properties[scope]?.items?.properties ?? {});
    if (scope === '' && fields[rule.at]?.['x-value'] !== undefined) {
      const message = `x-value computes "${rule.at}", so nobody could correct it. Show the error at an answer that it is computed from.`;
      return [{ code: 'misplaced-keyword', pointer: `${pointer}/at`, message }];
    }
    if (Object.hasOwn(fields, rule.at)) return [];
    return [{ code: 'unknown-field', pointer: `${pointer}/at`, message: `There is no field "${rule.at}" to show this error at.` }];
  });
}

/** Reports what a form's module does not support: conditions below the top level and rules on objects. */
function misplaced({ schema, entry }: BundledForm): Finding[] {
  const found: Finding[] = [];
  const visit = (property: PropertySchema, pointer: string, isTop: boolean, isItem: boolean): void => {
    const { 'x-value': value, 'x-transient': isTransient } = property;
    for (const keyword of ['x-when', 'x-value', 'default'] as const)
      if (!isTop && property[keyword] !== undefined)
        found.push(notHere(`${pointer}/${keyword}`, keyword, 'a part of an answer. Put it on a field of the form'));
    if (isTop && isTransient && property.default !== undefined)
      found.push(notHere(`${pointer}/default`, 'default', 'a transient answer, which only the person can give'));
    for (const keyword of ['x-transient', 'default'] as const)
      if (value !== undefined && property[keyword] !== undefined)
        found.push(notHere(`${pointer}/${keyword}`, keyword, 'an answer that x-value computes'));
    if (!isItem && property['x-rules'])
      found.push(notHere(`${pointer}/x-rules`, 'x-rules', 'a field. Put it on the form or on the items of a list'));
    for (const [name, each] of Object.entries(property.properties ?? {}))
      visit(each, pointerTo(`${pointer}/properties`, name), false, false);
    if (property.items) visit(property.items, `${pointer}/items`, false, isTop);
  };
  // Reads the file before $refs are resolved: mistakes in a format are reported at the format.
  for (const [name, property] of Object.entries(entry.value.properties)) visit(property, pointerTo('/properties', name), true, false);
  return [...found, ...untyped(schema.properties, entry.value.properties), ...wordless(entry.value.properties)];
}

function untyped(properties: Readonly<Record<string, PropertySchema>>, written: Readonly<Record<string, PropertySchema>>): Finding[] {
  return Object.entries(properties).flatMap(([name, { type, anyOf, enum: values, const: only }]): Finding[] => {
    if (type !== undefined || anyOf || values || only !== undefined || written[name]?.$ref !== undefined) return [];
    return [{ code: 'missing-property', pointer: pointerTo('/properties', name), message: '"type" is missing.' }];
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
