import type { OperationDefinition } from '../../engine/config/definitions.ts';
import { operationTable } from './operations.generated.ts';

export interface PreparedRequest {
  method: OperationDefinition['method'];
  path: string;
  body?: string;
}

/** Whether the client may retry the operation: it is idempotent by its method or by the contract. */
export function isRepeatable(operation: string): boolean {
  const known = tableRow(operation);
  return known[0] !== 'POST' || known[2] === 'repeatable';
}

/**
 * The request of an operation. Input named in the path goes there; the rest becomes the query of a GET or DELETE, else the body
 * (server/contract/operations.ts). Absent input is left out.
 */
export function prepareRequest(operation: string, input: Readonly<Record<string, unknown>> = {}): PreparedRequest {
  const [method, template] = tableRow(operation);
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

type Row = readonly [method: PreparedRequest['method'], template: string, repeatable?: 'repeatable'];

function tableRow(operation: string): Row {
  const known: Row | undefined = Object.hasOwn(operationTable, operation)
    ? operationTable[operation as keyof typeof operationTable]
    : undefined;
  if (!known) throw new Error(`No operation "${operation}" in the contract.`);
  return known;
}
