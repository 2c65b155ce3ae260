import type { FieldUi } from '../config/formUi.ts';

/** Returns the code that selects the field's variant. */
export function variantOf(ui: FieldUi, answer: (field: string) => unknown): string | undefined {
  const by = ui['ui:variants']?.by;
  const code = by === undefined ? undefined : answer(by);
  return typeof code === 'string' ? code : undefined;
}

/** Returns the options of a field's widget, merged with those of its variant. */
export function fieldOptions(ui: FieldUi, answer: (field: string) => unknown): Readonly<Record<string, unknown>> {
  const { 'ui:options': options = {}, 'ui:variants': variants } = ui;
  return variants ? { ...options, ...variants.options[variantOf(ui, answer) ?? ''] } : options;
}
