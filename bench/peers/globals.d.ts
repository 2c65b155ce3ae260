import type { RJSFSchema, UiSchema } from '@rjsf/utils';
import type { Field } from '../forms/fields.ts';

declare global {
  /** The generated form, put into the bundle by the build as its author would have written it there. */
  const BENCH_FIELDS: readonly Field[];
  /** The same as rjsf wants it. */
  const BENCH_RJSF: { schema: RJSFSchema; uiSchema: UiSchema };
}
