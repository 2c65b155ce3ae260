import type { FieldHandle } from '../form/types.ts';

export interface Option {
  /** The code as text, as native controls need it. */
  id: string;
  code: unknown;
  label: string;
}

/** Returns the codes of the field's enum, or of its items' enum, with their labels, in the schema's order. */
export function optionsOf(field: FieldHandle): Option[] {
  return ((field.schema.items ?? field.schema).enum ?? []).map((code) => ({ id: String(code), code, label: field.optionLabel(code) }));
}
