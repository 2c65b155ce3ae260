import type { OperationDefinition } from '../../engine/config/definitions.ts';

/** An operation as written in the contract, where its key is its id. */
export interface WrittenOperation extends Omit<OperationDefinition, 'id' | 'method' | 'path'> {
  /** Method and path, as in `GET /api/loans/:loanId`. */
  route: `${OperationDefinition['method']} /api/${string}`;
}

type Read<Id, Written> = Written extends { route: `${infer Method} ${infer Path}` }
  ? Omit<Written, 'route'> & { id: Id; method: Method; path: Path }
  : never;

/** Operations with id, method and path. */
export function operationsOf<const Written extends Record<string, WrittenOperation>>(
  written: Written,
): { readonly [Id in keyof Written]: Read<Id, Written[Id]> } {
  const entries = Object.entries(written).map(([id, { route, ...operation }]) => {
    const [method, path] = route.split(' ');
    return [id, { id, method, path, ...operation }];
  });
  return Object.fromEntries(entries);
}
