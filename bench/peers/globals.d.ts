import type { RJSFSchema, UiSchema } from '@rjsf/utils';
import type { Field } from '../forms/fields.ts';

declare global {
  /** The generated form, inlined by the build as an author would write it. */
  const BENCH_FIELDS: readonly Field[];
  /** The generated form for rjsf. */
  const BENCH_RJSF: { schema: RJSFSchema; uiSchema: UiSchema };
}
