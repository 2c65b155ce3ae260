import type { MetaSchema } from '../shape/metaSchemas.ts';
import { defaultWidget } from '../../config/defaultWidget.ts';
import type { PropertySchema } from '../../config/form.ts';
import { lookupMisfit } from '../../config/lookup.ts';
import type { FieldUi, FormUi } from '../../config/formUi.ts';
import { nearMiss } from '../../expression/index.ts';
import type { Analysis } from '../analysis.ts';
import type { Finding, Located } from '../diagnostics.ts';
import { pointerTo } from '../project/document.ts';
import { shapesOf, type Shapes } from '../shape/validators.ts';
import type { BundledForm } from './bundle.ts';
import { checkAlike } from './alike.ts';
import { checkVariants } from './variants.ts';

/** Checks that each form has a layout, that the layout names each property once, and that widgets and their options fit. */
export function checkLayouts(analysis: Analysis): Located[] {
  const { project, forms } = analysis;
  const missing = [...forms.values()].flatMap(({ entry }): Located[] => {
    if (project.get('formUi', entry.id) || project.isBroken('formUi', entry.id)) return [];
    // A form that was renamed without its layout is one fault, and the layout has the finding.
    if (project.all('formUi').some(({ id }) => project.isAbsent('form', id))) return [];
    const message = `The form "${entry.id}" has no layout: schemas/forms/${entry.id}.ui.json.`;
    return [{ document: entry.document, finding: { code: 'missing-layout', pointer: '', message } }];
  });
  const layouts = project.all('formUi').flatMap((entry): Located[] => {
    const form = forms.get(entry.id);
    const findings = form ? layout(form, entry.value, analysis) : orphan(entry.id, analysis);
    return findings.map((finding) => ({ document: entry.document, finding }));
  });
  return [...missing, ...layouts, ...checkAlike(analysis)];
}

function orphan(id: string, { project }: Analysis): Finding[] {
  if (project.isBroken('form', id) && !project.isAbsent('form', id)) return [];
  const message = `This is the layout of "${id}", but there is no such form.`;
  return [{ code: 'unknown-form', pointer: '/id', message, ...nearMiss(id, project.ids('form')) }];
}

function layout({ schema, unresolved }: BundledForm, ui: FormUi, { project }: Analysis): Finding[] {
  const names = Object.keys(schema.properties);
  const unknown = (name: string, pointer: string, at: 'key' | 'value'): Finding[] =>
    names.includes(name)
      ? []
      : [{ code: 'unknown-field', pointer, at, message: `The form has no field "${name}".`, ...nearMiss(name, names) }];
  const missing = names.filter((name) => !ui.order.includes(name));
  const shapes = shapesOf(project.registry);
  return [
    ...ui.order.flatMap((name, index) => unknown(name, `/order/${index}`, 'value')),
    ...missing.map((name): Finding => ({
      code: 'missing-in-order',
      pointer: '/order',
      message: `"order" does not list the field "${name}".`,
      insert: { pointer: '/order/-', value: name },
    })),
    ...Object.keys(ui.fields).flatMap((name) => unknown(name, pointerTo('/fields', name), 'key')),
    ...Object.entries(schema.properties).flatMap(([name, property]) =>
      field(ui.fields[name], property, pointerTo('/fields', name), names, { shapes, widgets: project.registry.widgets, unresolved }),
    ),
    ...(unresolved ? [] : checkVariants(schema, ui, project.registry)),
    ...sameAutofill(ui),
  ];
}

/** A browser fills all fields with one token with the same value. */
function sameAutofill({ fields }: FormUi): Finding[] {
  const owners = new Map<string, string>();
  return Object.entries(fields).flatMap(([name, { 'ui:autocomplete': token = 'off' }]): Finding[] => {
    const owner = owners.get(token);
    owners.set(token, owner ?? name);
    // One number may serve for several purposes.
    if (token === 'off' || owner === undefined || /\btel\b/.test(token)) return [];
    const message = `A browser would fill "${name}" with the same value as "${owner}".`;
    const fix = 'Choose the token of this field, or "off".';
    return [{ code: 'same-autofill', pointer: `${pointerTo('/fields', name)}/ui:autocomplete`, message, fix }];
  });
}

type Widgets = Analysis['project']['registry']['widgets'];

interface Around {
  shapes: Shapes;
  widgets: Widgets;
  unresolved: true | undefined;
}

function field(ui: FieldUi | undefined, property: PropertySchema, pointer: string, siblings: readonly string[], around: Around): Finding[] {
  const { shapes, widgets, unresolved } = around;
  // The reference has the finding.
  if (unresolved && property.type === undefined) return [];
  const name = ui?.['ui:widget'] ?? defaultWidget(property);
  const widget = Object.hasOwn(widgets, name) ? widgets[name] : undefined;
  const found: Finding[] = [];
  const items = (property.items ?? property).properties ?? {};
  const named = { field: siblings, itemField: Object.keys(items) };
  if (widget) {
    const message = misfit(name, widget, property);
    if (message !== undefined)
      found.push({ code: 'wrong-widget', pointer: ui?.['ui:widget'] === undefined ? pointer : `${pointer}/ui:widget`, message });
    const options = ui?.['ui:options'] ?? {};
    const findings = shapes.widgetOptions(name, options, `${pointer}/ui:options`);
    found.push(...findings, ...(findings.length === 0 ? namedFields(widget.options, options, `${pointer}/ui:options`, named) : []));
    if (findings.length === 0) found.push(...namedCodes(widget.options, options, `${pointer}/ui:options`, property));
  }
  for (const [item, each] of Object.entries(ui?.items ?? {})) {
    const at = pointerTo(`${pointer}/items`, item);
    const schema = items[item];
    if (schema) found.push(...field(each, schema, at, Object.keys(items), around));
    else
      found.push({
        code: 'unknown-field',
        pointer: at,
        at: 'key',
        message: `${property.items ? 'The items have' : 'The answer has'} no field "${item}".`,
        ...nearMiss(item, Object.keys(items)),
      });
  }
  return found;
}

/** Returns why a widget cannot serve a field. */
function misfit(name: string, widget: Widgets[string], property: PropertySchema) {
  const { type = 'string', items, properties, uniqueItems, 'x-value': value, 'x-lookup': lookup } = property;
  const { accepts, isForDerived, isForLookup = false } = widget;
  if (isForDerived && value === undefined) return `The widget "${name}" only shows answers that x-value computes.`;
  if (!isForDerived && value !== undefined) return `x-value computes this answer, so nobody can type it. Use "output" or "hidden".`;
  if (lookup !== undefined && lookupMisfit(property)) return lookupMisfit(property);
  if (name !== 'hidden' && isForLookup !== (lookup !== undefined))
    return isForLookup
      ? `The widget "${name}" needs "x-lookup", the list that it searches.`
      : `This widget cannot search "${lookup}". Use "lookup".`;
  if (!accepts.includes(type)) return `The widget "${name}" supports ${accepts.join(' or ')}, but this field is ${type}.`;
  if (type === 'string' && !accepts.includes('array') && !isForDerived && !isForLookup) {
    if (widget.isForCodes && !property.enum && !property['x-withdrawn'])
      return `The widget "${name}" needs the codes of an enum to choose from.`;
    if (!widget.isForCodes && property.enum) return `The widget "${name}" cannot show the codes of an enum. Use "select" or "radioCards".`;
  }
  if (widget.items === 'codes' && !items?.enum) return `The widget "${name}" needs items with the codes of an enum.`;
  if (widget.items === 'codes' && !uniqueItems) return `The widget "${name}" needs "uniqueItems": true. Nobody chooses a code twice.`;
  if (!widget.isStructure) return undefined;
  if (type === 'object' && !properties) return `The widget "${name}" needs an object with properties.`;
  if (type === 'array' && !items) return `The widget "${name}" needs a list with items.`;
  return undefined;
}

/** The keys of options marked `x-codes` are codes of the field. */
function namedCodes(
  { properties = {} }: MetaSchema,
  options: Readonly<Record<string, unknown>>,
  pointer: string,
  { enum: codes = [] }: PropertySchema,
): Finding[] {
  const known = codes.map(String);
  return Object.entries(options).flatMap(([option, value]) => {
    const { 'x-codes': areCodes }: MetaSchema = properties[option] ?? {};
    if (!areCodes) return [];
    return Object.keys(value as object)
      .filter((code) => !known.includes(code))
      .map((code): Finding => {
        const at = pointerTo(pointerTo(pointer, option), code);
        return { code: 'unknown-code', pointer: at, at: 'key', message: `The field has no code "${code}".`, ...nearMiss(code, known) };
      });
  });
}

/** Options marked `x-ref: field` name another property of the form. Options marked `itemField` name a property of the items. */
function namedFields(
  schema: MetaSchema,
  options: Readonly<Record<string, unknown>>,
  pointer: string,
  named: Readonly<Record<string, readonly string[]>>,
): Finding[] {
  const { properties = {} } = schema;
  return Object.entries(options).flatMap(([option, value]): Finding[] => {
    const { 'x-ref': target = '' }: MetaSchema = properties[option] ?? {};
    const known = Object.hasOwn(named, target) ? named[target] : undefined;
    if (!known || known.includes(String(value))) return [];
    const message = `There is no field "${String(value)}" ${target === 'field' ? 'in this form' : 'in the items'}.`;
    return [{ code: 'unknown-field', pointer: pointerTo(pointer, option), message, ...nearMiss(String(value), known) }];
  });
}
