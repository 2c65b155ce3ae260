/**
 * Replaces @rjsf/utils' `createSchemaUtils.js`, which resolves references and conditions, creates defaults and matches answers with
 * branches (11 KB gz, a quarter of rjsf's work before a form is shown). The schema for rjsf only lists names in order
 * (engine/react/form/rjsf.tsx), and the session holds the answers, so there is nothing to resolve.
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
