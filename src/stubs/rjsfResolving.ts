/**
 * Replaces @rjsf/utils' `retrieveSchema.js` and `getDefaultFormState.js`, which @rjsf/validator-ajv8 imports for schemas with references
 * and for custom validation (22 KB gz with their helpers). Our schemas have no references, and the session validates what a schema cannot.
 */
// oxlint-disable-next-line import/no-default-export -- @rjsf/utils imports the default
export default function unresolved<Schema>(_validator: unknown, schema: Schema): Schema {
  return schema;
}

/** Imported by modules of @rjsf/utils that a build leaves out. */
export const relaxOptionsForScoring = <Schema>(schema: Schema): Schema => schema;
export const resolveAllReferences = <Schema>(schema: Schema): Schema => schema;
