import type { FormAnswers } from '../../../engine/config/definitions.ts';
import type { FormModule, Surroundings } from '../../../engine/form/types.ts';
import { FormSession, type FormSessionOptions } from '../../../engine/session/formSession.ts';
import { surroundings } from '../form/support.ts';

/** A definition with no more than the module, because sessions base no decision on it. */
export const definitionOf = (module: FormModule): FormSessionOptions['definition'] => ({
  schema: { id: module.id, type: 'object', properties: Object.fromEntries(Object.keys(module.fields).map((field) => [field, {}])) },
  ui: { id: module.id, order: Object.keys(module.fields), fields: {} },
});

export function sessionOf(
  module: FormModule,
  options: Partial<Omit<FormSessionOptions, 'module' | 'definition'>> & { values?: FormAnswers } = {},
): FormSession {
  const around = (): Surroundings => surroundings;
  return new FormSession({ definition: definitionOf(module), module, surroundings: around, ...options });
}
