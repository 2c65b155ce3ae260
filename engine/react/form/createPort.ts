import { createPrecompiledValidator, type ValidatorFunctions } from '@rjsf/validator-ajv8';
import type { RJSFSchema } from '@rjsf/utils';
import type { WholeFormModule } from '../../form/types.ts';
import type { RjsfValidator } from './rjsf.tsx';

/** Creates rjsf's validator from the published validators of the form. No ajv runs in the browser. */
export function createPort({ validators }: WholeFormModule, schema: RJSFSchema): RjsfValidator {
  // Both are ajv's functions; rjsf's type names more of each error than the compiler emits.
  return createPrecompiledValidator(validators as ValidatorFunctions, schema);
}
