import { expect, test } from 'vitest';
import type { OperationDefinition } from '../../engine/config/definitions.ts';
import { operations } from '../../server/contract/operations.ts';
import { staffOperations } from '../../server/contract/staff/operations.ts';
import { inputValidator } from '../../server/platform/http/validator.ts';
import { ProblemError } from '../../server/platform/problem.ts';

type Schema = Record<string, unknown>;

/** Form answers. The release's schemas bound them, and the body limit bounds the whole. */
const answers = new Set(['flows.saveStep/answers', 'feedback.send/answers', 'staff.noteWork/answers']);

/** Whether a pattern is anchored at both ends and has no unbounded repetition. */
const isBoundedPattern = (pattern: unknown): boolean =>
  typeof pattern === 'string' && /^\^.*\$$/.test(pattern) && !/(?<!\\)[*+]|,\}/.test(pattern);

function ownBound(schema: Schema): boolean {
  if ('enum' in schema || 'const' in schema) return true;
  switch (schema['type']) {
    case 'string':
      return 'maxLength' in schema || isBoundedPattern(schema['pattern']);
    case 'integer':
    case 'number':
      return 'minimum' in schema && 'maximum' in schema;
    case 'array':
      return 'maxItems' in schema;
    case 'object':
      return schema['additionalProperties'] === false && (!('patternProperties' in schema) || 'maxProperties' in schema);
    case 'null':
    case 'boolean':
      return true;
    default:
      return Array.isArray(schema['anyOf']);
  }
}

function unbounded(schema: Schema, at: string): string[] {
  if (answers.has(at)) return [];
  const children: [string, Schema][] = [
    ...Object.entries((schema['properties'] ?? {}) as Record<string, Schema>),
    ...Object.entries((schema['patternProperties'] ?? {}) as Record<string, Schema>),
    ...((schema['anyOf'] ?? []) as Schema[]).map((one, index): [string, Schema] => [String(index), one]),
    ...(schema['items'] ? [['items', schema['items'] as Schema] as [string, Schema]] : []),
  ];
  return [...(ownBound(schema) ? [] : [at]), ...children.flatMap(([name, child]) => unbounded(child, `${at}/${name}`))];
}

test.each([
  ['borrowers', operations],
  ['staff', staffOperations],
])('everything that %s may send is bounded by the contract', (_who, contract) => {
  expect(Object.values(contract).flatMap(({ id, input }) => unbounded(input as unknown as Schema, id))).toEqual([]);
});

// The server compiles a schema on the first call, so a schema that does not compile would fail only then.
test.each([
  ['borrowers', operations],
  ['staff', staffOperations],
])('the server refuses unknown input of every operation for %s', (_who, contract) => {
  const isRefused = (operation: OperationDefinition): boolean => {
    try {
      inputValidator(operation)({ unknown: true });
      return false;
    } catch (error) {
      return error instanceof ProblemError;
    }
  };
  const all: readonly OperationDefinition[] = Object.values(contract);
  expect(all.flatMap((operation) => (isRefused(operation) ? [] : [operation.id]))).toEqual([]);
});
