import { problemMark } from '../form/problemMark.ts';
import type { FieldHandle } from '../form/types.ts';

/** What every control of a field carries, for the browser's autofill and for assistive technology. */
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

/** The value as text; absent is empty. */
export const asText = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');
