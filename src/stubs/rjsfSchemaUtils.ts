/**
 * Stands in for @rjsf/utils' `createSchemaUtils.js`, which resolves references and conditions, makes defaults and matches answers with
 * branches (11 KB gz, a quarter of what rjsf has to do before a form is shown). The schema that we give rjsf is names in their order
 * (engine/react/form/rjsf.tsx), and the answers are the session's: nothing in it is to be resolved.
 */
// oxlint-disable-next-line import/no-default-export -- @rjsf/utils imports the default
export default function createSchemaUtils<Validator, Schema>(validator: Validator, rootSchema: Schema) {
  return {
    getRootSchema: (): Schema => rootSchema,
    getValidator: (): Validator => validator,
    doesSchemaUtilsDiffer: (nextValidator: Validator, nextSchema: Schema): boolean =>
      nextValidator !== validator || nextSchema !== rootSchema,
    retrieveSchema: (schema: Schema): Schema => schema,
    getDefaultFormState: (_schema: Schema, formData: unknown): unknown => formData ?? {},
    sanitizeDataForNewSchema: (_next: Schema, _before: Schema, formData: unknown): unknown => formData,
  };
}
