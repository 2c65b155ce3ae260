import { defaultWidget } from '../../config/defaultWidget.ts';
import type { WidgetDefinition } from '../../config/definitions.ts';
import type { FormSchema } from '../../config/form.ts';
import type { FieldUi, FormUi } from '../../config/formUi.ts';
import { checkForm } from '../../form/check.ts';
import { contextOf } from '../../form/context.ts';
import { normalise, tidied } from '../../form/normalise.ts';
import type { FormModule, Surroundings } from '../../form/types.ts';
import type { Finding } from '../diagnostics.ts';
import { pointerTo } from '../project/document.ts';

type Example = Readonly<Record<string, unknown>>;

/**
 * Types the examples of a form, and of its fields' formats, into the fields. The form must accept the normalised text, the completion of a
 * short spelling, and the text that fills a mask.
 */
export function checkTyping(
  { id, examples = [] }: FormSchema,
  { fields }: FormUi,
  module: FormModule,
  surroundings: Surroundings,
  { widgets, examplesOf }: Pick<Place, 'widgets'> & { examplesOf: (field: string) => readonly unknown[] },
): Finding[] {
  const isRefused = (example: Example, name: string, value: unknown) =>
    checkForm(module, contextOf(surroundings, id, { ...example, [name]: value })).some(({ path }) => path === `/${name}`);
  return Object.entries(fields).flatMap(([name, ui]): Finding[] => {
    const pointer = pointerTo('/fields', name);
    const typed = examples.flatMap((example) =>
      [example[name], ...examplesOf(name)].flatMap((value) =>
        typeof value === 'string' && !isRefused(example, name, value) ? [{ example, value }] : [],
      ),
    );
    const [first] = typed.flatMap(({ example, value }) => [
      ...normalised(ui, value, (result) => isRefused(example, name, result), pointer),
      ...completed(ui, (result) => isRefused(example, name, result), pointer),
      ...stretched(ui, value, example, (result) => isRefused(example, name, result), { pointer, widgets }),
    ]);
    return first ? [first] : [];
  });
}

function normalised(ui: FieldUi, value: string, isRefused: (result: string) => boolean, pointer: string): Finding[] {
  const result = normalise(ui['ui:normalise'], value);
  if (typeof result !== 'string' || result === value || !isRefused(result)) return [];
  const message = `The normalisers turn "${value}" into "${result}", which the form refuses.`;
  return [{ code: 'untypable', pointer: `${pointer}/ui:normalise`, message }];
}

/** Any digits may be typed, so all completions must have the right length. */
function completed(ui: FieldUi, isRefused: (result: string) => boolean, pointer: string): Finding[] {
  const complete = ui['ui:complete'];
  if (!complete) return [];
  const results = Array.from('0123456789', (digit) => String(tidied(ui, digit.repeat(complete.digits))));
  if (results.some((result) => !isRefused(result))) return [];
  const message = `${complete.digits} digits become ${complete.digits + complete.prefix.length}, such as "${results[1]}", which the form refuses.`;
  return [{ code: 'untypable', pointer: `${pointer}/ui:complete`, message }];
}

interface Place {
  pointer: string;
  widgets: Readonly<Record<string, WidgetDefinition>>;
}

function stretched(
  ui: FieldUi,
  value: string,
  example: Example,
  isRefused: (result: string) => boolean,
  { pointer, widgets }: Place,
): Finding[] {
  const widget = widgets[ui['ui:widget'] ?? defaultWidget({ type: 'string' })];
  const variants = ui['ui:variants'];
  const code = variants && String(example[variants.by]);
  const own = code === undefined ? {} : variants?.options[code];
  const longer = widget?.longer?.(value, { ...ui['ui:options'], ...own }) ?? [];
  if (longer.length === 0 || longer.some((text) => !isRefused(text))) return [];
  const at = code === undefined ? `${pointer}/ui:options` : pointerTo(`${pointer}/ui:variants/options`, code);
  return [{ code: 'untypable', pointer: at, message: `After "${value}", people can type on to "${longer[0]}", which the form refuses.` }];
}
