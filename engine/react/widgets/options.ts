import { offeredCodes } from '../../form/withdrawn.ts';
import type { FieldHandle } from '../form/types.ts';

export interface Option {
  /** The code as text, as native controls need it. */
  id: string;
  code: unknown;
  label: string;
}

/** Returns the offered codes of the field's enum, or of its items' enum, with their labels, in the schema's order. Includes the answer. */
export function optionsOf(field: FieldHandle): Option[] {
  const schema = field.schema.items ?? field.schema;
  const offered = offeredCodes(schema);
  const codes = (schema.enum ?? []).filter((code) => offered.includes(code) || [field.value].flat().includes(code));
  return codes.map((code) => ({ id: String(code), code, label: field.optionLabel(code) }));
}
