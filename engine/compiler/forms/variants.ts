import { defaultWidget } from '../../config/defaultWidget.ts';
import type { FormSchema, PropertySchema } from '../../config/form.ts';
import type { FieldUi, FormUi } from '../../config/formUi.ts';
import { nearMiss } from '../../expression/index.ts';
import type { Analysis } from '../analysis.ts';
import type { Finding } from '../diagnostics.ts';
import { pointerTo } from '../project/document.ts';
import { shapesOf } from '../shape/validators.ts';
import { exampleDay } from './examples.ts';

type Registry = Analysis['project']['registry'];
type Variants = NonNullable<FieldUi['ui:variants']>;

/**
 * Checks that variants use codes of another field and options of the widget, and that every example has a variant that can show it.
 * This finds a mask that does not fit the accepted numbers.
 */
export function checkVariants(schema: FormSchema, ui: FormUi, registry: Registry): Finding[] {
  return Object.entries(ui.fields).flatMap(([name, field]): Finding[] => {
    const property = schema.properties[name];
    if (!property) return [];
    const pointer = pointerTo('/fields', name);
    const findings = field['ui:variants'] ? ofVariants(field, field['ui:variants'], property, schema, pointer, registry) : [];
    return findings.length > 0 ? findings : ofExamples(name, field, property, schema, pointer, registry);
  });
}

function ofVariants(
  field: FieldUi,
  { by, options }: Variants,
  property: PropertySchema,
  schema: FormSchema,
  fieldPointer: string,
  registry: Registry,
): Finding[] {
  const pointer = `${fieldPointer}/ui:variants`;
  const names = Object.keys(schema.properties);
  if (!names.includes(by)) {
    return [
      { code: 'unknown-field', pointer: `${pointer}/by`, message: `There is no field "${by}" in this form.`, ...nearMiss(by, names) },
    ];
  }
  const codes = schema.properties[by]?.enum?.map(String);
  if (!codes) return [{ code: 'wrong-variant', pointer: `${pointer}/by`, message: `The answers to "${by}" are not codes.` }];
  return Object.entries(options).flatMap(([code, own]): Finding[] => {
    const at = pointerTo(`${pointer}/options`, code);
    if (codes.includes(code)) return shapesOf(registry).widgetOptions(widgetName(field, property), { ...field['ui:options'], ...own }, at);
    return [{ code: 'wrong-variant', pointer: at, at: 'key', message: `"${by}" has no code "${code}".`, ...nearMiss(code, codes) }];
  });
}

function ofExamples(
  name: string,
  field: FieldUi,
  property: PropertySchema,
  schema: FormSchema,
  pointer: string,
  { widgets }: Registry,
): Finding[] {
  const widget = widgets[widgetName(field, property)];
  const variants = field['ui:variants'];
  // Such a widget has a finding of its own.
  if (property.enum && !widget?.isForCodes) return [];
  const found = (schema.examples ?? []).flatMap((example): Finding[] => {
    const value = example[name];
    if (value === undefined) return [];
    const code = variants && String(example[variants.by]);
    const own = code === undefined ? undefined : variants?.options[code];
    if (variants && !own) {
      const message = `An example of the form uses "${code}", which has no variant.`;
      return [{ code: 'wrong-variant', pointer: `${pointer}/ui:variants/options`, message }];
    }
    if (widget?.fits?.(value, { ...field['ui:options'], ...own }, exampleDay) !== false) return [];
    const at = code === undefined ? `${pointer}/ui:options` : pointerTo(`${pointer}/ui:variants/options`, code);
    return [
      { code: 'wrong-variant', pointer: at, message: `These options do not fit ${JSON.stringify(value)} from an example of the form.` },
    ];
  });
  return found.slice(0, 1);
}

const widgetName = (field: FieldUi, property: PropertySchema): string => field['ui:widget'] ?? defaultWidget(property);
