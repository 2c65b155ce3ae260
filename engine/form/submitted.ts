import type { FormAnswers } from '../config/definitions.ts';
import type { FormModule } from './types.ts';

/** Returns the answers that the untouched fields of a new form propose (`default`). */
export function defaultsOf({ fields }: FormModule): FormAnswers {
  const proposed = Object.entries(fields).map(([field, definition]) => [field, definition.default] as const);
  return Object.fromEntries(proposed.filter(([, value]) => value !== undefined));
}

/**
 * Returns the answers that a client sent as the server reads them: without derived fields, and with the defaults of the fields that a
 * new form does not name. A person who clears a field sends `null`, which keeps it empty.
 *
 * @param isNew the form was never saved
 */
export function submittedAnswers(module: FormModule, sent: FormAnswers, isNew: boolean): FormAnswers {
  const given = Object.entries(sent).filter(([field]) => !(Object.hasOwn(module.fields, field) && module.fields[field]?.derived));
  return { ...(isNew ? defaultsOf(module) : {}), ...Object.fromEntries(given) };
}
