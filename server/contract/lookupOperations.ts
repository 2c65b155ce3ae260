import Type from 'typebox';
import { object } from '../../engine/config/object.ts';
import { operationsOf, type WrittenOperation } from './operation.ts';

export const lookupOperations = operationsOf({
  'lookups.search': {
    route: 'GET /api/lookups/:list',
    input: object({
      list: Type.String({ maxLength: 80, description: 'Name of the list, as in `x-lookup`.' }),
      text: Type.String({ minLength: 1, maxLength: 80, description: 'Words that the name of an entry contains.' }),
    }),
    output: object({
      entries: Type.Array(object({ code: Type.String(), name: Type.String() }), { description: 'The best matches, at most 30.' }),
    }),
  },
} as const satisfies Record<string, WrittenOperation>);
