import type { FieldUi } from '../../config/formUi.ts';

/** The code that chooses among a field's variants. */
export function variantOf(ui: FieldUi, answer: (field: string) => unknown): string | undefined {
  const by = ui['ui:variants']?.by;
  const code = by === undefined ? undefined : answer(by);
  return typeof code === 'string' ? code : undefined;
}

/** The options of a field's widget, with those of its variant. */
export function fieldOptions(ui: FieldUi, answer: (field: string) => unknown): Readonly<Record<string, unknown>> {
  const { 'ui:options': options = {}, 'ui:variants': variants } = ui;
  return variants ? { ...options, ...variants.options[variantOf(ui, answer) ?? ''] } : options;
}
