import type { OperationDefinition } from '../../engine/config/definitions.ts';

export interface PreparedRequest {
  method: OperationDefinition['method'];
  path: string;
  body?: string;
}

type Row = readonly [method: PreparedRequest['method'], template: string, repeatable?: 'repeatable'];

/** Method and path of each operation, and whether a POST is idempotent. The schemas stay with the server. */
export type OperationTable = Readonly<Record<string, Row>>;

export interface Requests {
  /** Whether the client may retry the operation: it is idempotent by its method or by the contract. */
  isRepeatable: (operation: string) => boolean;
  /**
   * The request of an operation. Input named in the path goes there; the rest becomes the query of a GET or DELETE, else the body
   * (server/contract/operation.ts). Absent input is left out.
   */
  prepareRequest: (operation: string, input?: Readonly<Record<string, unknown>>) => PreparedRequest;
}

export function requestsOf(table: OperationTable): Requests {
  function rowOf(operation: string): Row {
    const row = Object.hasOwn(table, operation) ? table[operation] : undefined;
    if (!row) throw new Error(`No operation "${operation}".`);
    return row;
  }
  return {
    isRepeatable(operation) {
      const [method, , repeatable] = rowOf(operation);
      return method !== 'POST' || repeatable === 'repeatable';
    },
    prepareRequest: (operation, input = {}) => prepared(rowOf(operation), input),
  };
}

function prepared([method, template]: Row, input: Readonly<Record<string, unknown>>): PreparedRequest {
  const rest = new Map(Object.entries(input).filter(([, value]) => value !== undefined && value !== null));
  const path = template.replace(/:(\w+)/g, (_, name: string) => {
    const value = rest.get(name);
    rest.delete(name);
    return encodeURIComponent(String(value));
  });
  if (method === 'POST' || method === 'PUT') return { method, path, body: JSON.stringify(Object.fromEntries(rest)) };
  const query = new URLSearchParams([...rest].map(([name, value]) => [name, String(value)])).toString();
  return { method, path: query ? `${path}?${query}` : path };
}
