import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { OperationDefinition } from '../../../engine/config/definitions.ts';
import { fail } from '../problem.ts';

const options = { strict: false, allErrors: false, allowUnionTypes: true } as const;
const exact = new Ajv2020(options);
/** Coerces types for query values only, because those arrive as text. */
const fromText = new Ajv2020({ ...options, coerceTypes: true });

export const hasBody = (method: OperationDefinition['method']): boolean => method === 'POST' || method === 'PUT';

/** Validates input against the contract. Refuses with `badRequest` and a JSON pointer. Unknown properties fail too. */
export function inputValidator(operation: OperationDefinition): (input: Record<string, unknown>) => void {
  const validator = compiledOnce(hasBody(operation.method) ? exact : fromText, operation.input);
  return (input) => {
    const validate = validator();
    if (!validate(input)) fail('badRequest', { problems: [firstProblem(validate)] });
  };
}

/** Validates a response against the contract. Throws, because an invalid response is a bug. */
export function outputValidator(operation: OperationDefinition): (output: unknown) => void {
  const validator = compiledOnce(exact, operation.output);
  return (output) => {
    const validate = validator();
    if (!validate(output)) throw new Error(`${operation.id} violates its contract: ${JSON.stringify(firstProblem(validate))}`);
  };
}

/** Compiles on the first call: compiling the whole contract took a quarter of the server's startup time. */
function compiledOnce(ajv: Ajv2020, schema: OperationDefinition['input']): () => ValidateFunction {
  let compiled: ValidateFunction | undefined;
  return () => (compiled ??= ajv.compile(schema));
}

function firstProblem(validate: ValidateFunction): { code: string; path: string } {
  const error = validate.errors?.[0];
  const property: unknown = error?.params['additionalProperty'] ?? error?.params['missingProperty'];
  const at = typeof property === 'string' ? `/${property.replaceAll('~', '~0').replaceAll('/', '~1')}` : '';
  return { code: error?.keyword ?? 'invalid', path: `${error?.instancePath ?? ''}${at}`.slice(0, 300) };
}
