/**
 * Replaces @rjsf/utils' `createSchemaUtils.js`, which resolves references and conditions, creates defaults and matches answers with
 * branches (22 KB gz with its helpers, a quarter of rjsf's work before a form is shown). The compiler has resolved the references, the
 * form's module decides what applies, and the session holds the answers, so there is nothing to resolve.
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
    // Our widgets show choices and files, and our frame shows labels.
    isMultiSelect: (): boolean => false,
    isFilesArray: (): boolean => false,
    getDisplayLabel: (): boolean => false,
    sanitizeDataForNewSchema: (_next: Schema, _before: Schema, formData: unknown): unknown => formData,
  };
}
