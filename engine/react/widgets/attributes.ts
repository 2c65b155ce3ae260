import { problemMark } from '../form/problemMark.ts';
import type { FieldHandle } from '../form/types.ts';

/** Common attributes of a field's controls, for autofill and assistive technology. */
export function controlAttributes(field: FieldHandle) {
  return {
    id: field.id,
    name: field.name,
    disabled: field.locked || undefined,
    autoComplete: field.autoComplete,
    'aria-describedby': field.describedBy,
    ...problemMark(field),
    'aria-required': field.required || undefined,
  };
}

/** Returns the value as text; absent is ''. */
export const asText = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');
