import type { FormAnswers } from '../config/definitions.ts';
import type { FormModule } from './types.ts';

/**
 * Fills untouched fields with their defaults, for a form that was never saved. A field is untouched if `answers` does not name it.
 * A person who clears a field sends `null`, which keeps it empty.
 */
export function withDefaults({ fields }: FormModule, answers: FormAnswers): FormAnswers {
  const untouched = Object.keys(fields).filter((field) => fields[field]?.default !== undefined && !Object.hasOwn(answers, field));
  return untouched.length === 0
    ? answers
    : { ...answers, ...Object.fromEntries(untouched.map((field) => [field, fields[field]?.default])) };
}
