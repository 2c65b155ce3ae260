import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OperationDefinition } from '../../engine/config/definitions.ts';
import { operations } from '../../server/contract/operations.ts';
import { type StaffOperation, staffRoles, type StaffRole } from '../../server/contract/staff/operation.ts';
import { staffOperations } from '../../server/contract/staff/operations.ts';
import { mayCall } from '../../server/platform/staff/roles.ts';
import { newBorrower, startProduct, type ProductApp } from './support/product.ts';
import { staffMember } from './support/staff.ts';

/**
 * Every operation of borrowers and staff, called in ways that nobody should. Each call must be refused with a code and never cause a server
 * error.
 */
const all: OperationDefinition[] = [...Object.values(operations), ...Object.values(staffOperations)];
const methods = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH'] as const;
type Method = (typeof methods)[number];

let server: ProductApp;
let borrower: Record<string, string>;
const staff = new Map<StaffRole, Record<string, string>>();
beforeAll(async () => {
  server = await startProduct();
  borrower = (await newBorrower(server)).headers;
  for (const role of staffRoles) staff.set(role, { authorization: `Bearer ${(await staffMember(server, role)).token}` });
});
afterAll(() => server.close());

/** Headers of somebody who may call the operation. */
function callerOf(operation: OperationDefinition): Record<string, string> {
  if (!('about' in operation)) return borrower;
  const role = staffRoles.find((each) => mayCall(server.deps, each, operation as StaffOperation)) ?? 'admin';
  return staff.get(role) ?? {};
}

const addressOf = ({ path }: OperationDefinition) => path.replace(/:\w+/g, 'none');
const shapeOf = ({ path }: Pick<OperationDefinition, 'path'>) => path.replace(/:\w+/g, ':');
/** Methods served at an address. A placeholder may match a literal segment of another path. */
const served = (address: string): ReadonlySet<Method> =>
  new Set(
    all
      .filter((operation) => new RegExp(`^${shapeOf(operation).replaceAll(':', '[^/]+')}$`).test(address))
      .map(({ method }) => method as Method),
  );

const ask = (operation: OperationDefinition, request: { method?: Method; payload?: string; type?: string; query?: string }) =>
  server.app.inject({
    method: request.method ?? operation.method,
    url: `${addressOf(operation)}${request.query ?? ''}`,
    headers: { ...callerOf(operation), ...(request.type === undefined ? {} : { 'content-type': request.type }) },
    ...(request.payload === undefined ? {} : { payload: request.payload }),
  });

/** Status and code of a refusal, which must be one of our problem documents. */
function refusal(answer: LightMyRequestResponse): string {
  expect(answer.headers['content-type']).toContain('application/problem+json');
  const { status, code } = answer.json<{ status: number; code: string }>();
  expect(status).toBe(answer.statusCode);
  return `${status} ${code}`;
}

const hasBody = ({ method }: OperationDefinition) => method === 'POST' || method === 'PUT';
const takesFile = ({ id }: OperationDefinition) => id === 'files.upload';
/** The complete files of a change, and a translator's file, are longer than other bodies. */
const takesTexts = ({ id }: OperationDefinition) => ['studio.save', 'studio.saveWords', 'studio.readWords'].includes(id);
const json = 'application/json';

const named = (operations: readonly OperationDefinition[]) => operations.map((operation) => [operation.id, operation] as const);

describe.each(named(all))('%s', (_id, operation) => {
  test('another method is not found', async () => {
    const others = methods.filter((method) => !served(addressOf(operation)).has(method));
    for (const method of others) expect([method, refusal(await ask(operation, { method }))]).toEqual([method, '404 notFound']);
  });

  test('an unknown field is refused', async () => {
    const surprise = hasBody(operation) ? { payload: '{"surprise":1}', type: json } : { query: '?surprise=1' };
    expect(refusal(await ask(operation, surprise))).toBe('400 badRequest');
  });
});

const withBody = all.filter(hasBody);

describe.each(named(withBody))('%s', (_id, operation) => {
  test('a body of another content type or an unreadable one is refused', async () => {
    for (const [type, payload] of [
      ['text/plain', 'surprise=1'],
      ['application/x-www-form-urlencoded', 'surprise=1'],
      ['application/xml', '<surprise/>'],
      [json, '[]'],
      [json, '"surprise"'],
      [json, '17'],
      [json, '{"surprise":'],
      [json, '{"__proto__":{"surprise":1}}'],
    ] as const) {
      const said = refusal(await ask(operation, { type, payload }));
      expect([type, payload, said.slice(0, 1)]).toEqual([type, payload, '4']);
    }
  });
});

describe.each(named(withBody.filter((operation) => !takesFile(operation))))('%s', (_id, operation) => {
  test('a body that is too long is refused', async () => {
    const payload = JSON.stringify({ surprise: 'x'.repeat(takesTexts(operation) ? 17_000_000 : 300 * 1024) });
    expect(refusal(await ask(operation, { type: json, payload }))).toBe('413 payloadTooLarge');
  });
});
