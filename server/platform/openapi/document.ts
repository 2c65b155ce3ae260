import type { OperationDefinition } from '../../../engine/config/definitions.ts';
import { ProblemDocument } from '../../contract/schemas.ts';
import { tokenHeader } from '../sessions/sessions.ts';
import { hasBody } from '../http/validator.ts';

interface ObjectSchema {
  properties?: Record<string, object>;
  required?: string[];
}

const problem = {
  description: 'Problem document (RFC 9457). The error catalogue lists every code.',
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
};

/** Returns the OpenAPI 3.1 document of a contract. The schemas are already JSON Schema, so they are copied unchanged. */
export function openApiDocument(operations: Record<string, OperationDefinition>) {
  const paths: Record<string, Record<string, object>> = {};
  const hasStaff = Object.values(operations).some((operation) => 'about' in operation);
  for (const operation of Object.values(operations)) {
    const path = operation.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [operation.method.toLowerCase()]: describe(operation) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Hakbang',
      version: '1',
      description: 'Amounts are integers, in hundredths of the currency; a day is a calendar day in the time zone of the settings.',
    },
    paths,
    components: {
      schemas: { Problem: ProblemDocument },
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: '__Host-session' },
        token: { type: 'apiKey', in: 'header', name: tokenHeader },
        ...(hasStaff ? { staff: { type: 'http', scheme: 'bearer' } } : {}),
      },
    },
  };
}

function describe(operation: OperationDefinition): object {
  const { id, noCheck } = operation;
  const input = operation.input as ObjectSchema;
  const inPath = [...operation.path.matchAll(/:(\w+)/g)].map(([, name]) => name ?? '');
  const rest = Object.keys(input.properties ?? {}).filter((name) => !inPath.includes(name));
  const parameters = [
    ...inPath.map((name) => parameter(input, name, 'path')),
    ...(hasBody(operation.method) ? [] : rest.map((name) => parameter(input, name, 'query'))),
  ];
  return {
    operationId: id,
    tags: [id.split('.')[0]],
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(hasBody(operation.method) && rest.length > 0 ? { requestBody: body(operation.input, inPath) } : {}),
    responses: {
      200: { description: 'Done.', content: { [operation.file ?? 'application/json']: { schema: operation.output } } },
      default: problem,
    },
    // Both halves of a customer's session are required together.
    security: noCheck ? [] : 'about' in operation ? [{ staff: [] }] : [{ session: [], token: [] }],
  };
}

const parameter = (input: ObjectSchema, name: string, place: 'path' | 'query') => ({
  name,
  in: place,
  required: place === 'path' || (input.required ?? []).includes(name),
  schema: input.properties?.[name] ?? {},
});

function body(input: object, inPath: readonly string[]): object {
  const { properties = {}, required = [], ...schema } = input as ObjectSchema;
  const rest = Object.fromEntries(Object.entries(properties).filter(([name]) => !inPath.includes(name)));
  const stillRequired = required.filter((name) => !inPath.includes(name));
  const whole = { ...schema, properties: rest, ...(stillRequired.length > 0 ? { required: stillRequired } : {}) };
  return { required: stillRequired.length > 0, content: { 'application/json': { schema: whole } } };
}
